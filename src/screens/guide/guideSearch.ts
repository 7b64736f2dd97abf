/**
 * Searching the guide: paragraphs that have every word that is sought, in their own words or in the headings above them, those first whose headings
 * have more of them.
 *
 * Promises: upper and lower case and accents make no difference; no more than `mostFound` are found.
 */
import type { GuidePage } from '../../model/guidePage.ts'

/** A paragraph, a row of a table or an item of a list. */
export interface GuideBlock {
  readonly page: GuidePage
  /** The heading above it; null: the page's title. */
  readonly part: { readonly id: string; readonly title: string } | null
  readonly text: string
}

export interface FoundBlock extends GuideBlock {
  /** Its words around the first that was found, cut into those that were sought and others. */
  readonly excerpt: readonly { readonly text: string; readonly isSought: boolean }[]
}

export const mostFound = 30
/** Characters of an excerpt before the first word found, and of all of it. */
const before = 60
const long = 220

/** Character by character, so that places stay the same. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const character = text.charAt(at)
    return character.normalize('NFD').charAt(0).toLowerCase().charAt(0) || character
  }).join('')

export function searchGuide(blocks: readonly GuideBlock[], sought: string): FoundBlock[] {
  const words = folded(sought.normalize('NFC')).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const found = blocks.flatMap((block) => {
    const headings = folded(`${block.page.title} ${block.part?.title ?? ''}`)
    const text = folded(block.text)
    if (!words.every((word) => headings.includes(word) || text.includes(word))) return []
    const inHeadings = words.filter((word) => headings.includes(word)).length
    const inText = words.filter((word) => text.includes(word)).length
    return [{ block, text, rank: inHeadings * 2 + inText }]
  })
  found.sort((a, b) => b.rank - a.rank)
  return found.slice(0, mostFound).map(({ block, text }) => ({ ...block, excerpt: excerptOf(block.text, text, words) }))
}

function excerptOf(text: string, within: string, words: readonly string[]): FoundBlock['excerpt'] {
  const first = Math.min(...words.map((word) => within.indexOf(word)).filter((at) => at >= 0), text.length)
  const from = first === text.length || first <= before ? 0 : text.lastIndexOf(' ', first - before) + 1
  const cut = text.length - from > long ? text.lastIndexOf(' ', from + long) : text.length
  const to = cut > first ? cut : Math.min(text.length, from + long)
  const pieces: { text: string; isSought: boolean }[] = []
  const push = (start: number, end: number, isSought: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isSought })
  }
  let at = from
  while (at < to) {
    const next = words
      .map((word) => ({ start: within.indexOf(word, at), length: word.length }))
      .filter(({ start }) => start >= 0 && start < to)
      .sort((a, b) => a.start - b.start || b.length - a.length)[0]
    if (!next) break
    push(at, next.start, false)
    push(next.start, next.start + next.length, true)
    at = next.start + next.length
  }
  push(at, to, false)
  if (from > 0) pieces.unshift({ text: '… ', isSought: false })
  if (to < text.length) pieces.push({ text: ' …', isSought: false })
  return pieces
}
