import type { GuidePage } from '../../model/guidePage.ts'
import type { GuideBlock } from './guideSearch.ts'

/** What a page of the guide is made of, in its order. */
export const documentOf = ({ html }: GuidePage): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body

/** All paragraphs of the guide, each with the heading above it. */
export const blocksOf = (pages: readonly GuidePage[]): GuideBlock[] =>
  pages.flatMap((page) => {
    let part: GuideBlock['part'] = null
    const found: GuideBlock[] = []
    for (const element of documentOf(page).querySelectorAll('h1, h2, h3, p, li, tr')) {
      const text = wordsOf(element)
      if (/^H[23]$/.test(element.tagName)) part = { id: element.id, title: text }
      // A paragraph of an item is the item's.
      else if (element.tagName !== 'H1' && !element.querySelector('p')) found.push({ page, part, text })
    }
    return found
  })

const wordsOf = (element: Element): string =>
  element.tagName === 'TR'
    ? [...element.children].map((cell) => cell.textContent.trim()).join(' – ')
    : element.textContent.replace(/\s+/g, ' ').trim()
