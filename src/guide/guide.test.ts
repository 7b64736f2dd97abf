// Reading the pages also checks that each of their links leads to a page or a heading, and that each string that they name is one of the program in that language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guidePages } from '../../server/building/guidePages.ts'
import type { GuidePage } from '../model/guidePage.ts'
import { languages } from '../model/limits.ts'
import { type GuideBlock, searchGuide } from '../screens/guide/guideSearch.ts'
import { deskViews } from '../screens/views/views.ts'
import { allDoable } from '../screens/workspace/actions/doable.ts'

const root = join(import.meta.dirname, '../..')
const guide = Object.fromEntries(languages.map((language) => [language, guidePages(root, language)]))
const english = guide.en as GuidePage[]

const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found)

describe.each(languages)('the guide in %s', (language) => {
  const pages = guide[language] as GuidePage[]

  test('has the pages of the English one, each with the same headings, links, keys and pictures in the same order', () => {
    const shape = ({ name, html }: GuidePage) => ({
      name,
      headings: all(html, /<h[23] id="([\w-]+)"/g),
      links: all(html, /href="([^"]+)"/g).sort(),
      keys: all(html, /data-keys="(\w+)"/g).sort(),
      pictures: all(html, /data-picture="([^"]*)"/g),
    })
    expect(pages.map(shape)).toEqual(english.map(shape))
  })

  test('names keys of actions and views that there are', () => {
    const named = pages.flatMap(({ html }) => all(html, /data-keys="(\w+)"/g))
    expect(named.filter((id) => !allDoable.some((one) => one === id))).toEqual([])
  })

  test('names the same buttons, menus and views as the English one, by the keys of their strings', () => {
    const named = (of: string) =>
      pages.map(({ name }) => {
        const text = readFileSync(join(root, 'src/guide', of, `${name}.md`), 'utf8')
        return { name, strings: all(text, /\{\{ui:([\w.]+)\}\}/g).sort() }
      })
    expect(named(language)).toEqual(named('en'))
  })

  test('tells of every view that a large screen has, under its name', () => {
    const parts = pages.find(({ name }) => name === 'views')?.parts.map(({ id }) => id) ?? []
    expect(deskViews.filter((view) => !parts.includes(view))).toEqual([])
  })
})

/** The paragraphs of a page as the screen finds them, without a document. */
const blocksOf = (page: GuidePage): GuideBlock[] => {
  let part: GuideBlock['part'] = null
  return [...page.html.matchAll(/<(h[23]|p|li|tr)\b([^>]*)>(.*?)<\/\1>/gs)].flatMap(
    ([, kind = '', about = '', html = '']) => {
      const text = html.replace(/<[^>]+>/g, '')
      if (!kind.startsWith('h')) return { page, part, text }
      part = { id: /id="([\w-]+)"/.exec(about)?.[1] ?? '', title: text }
      return []
    },
  )
}

test.each([
  ['en', ['ethics', 'ethics board', 'ethics committee', 'IRB']],
  ['de', ['Ethik', 'Ethikkommission', 'Ethikantrag']],
  ['es', ['ética', 'comité de ética']],
  ['fr', ['éthique', 'comité d’éthique']],
  ['pt', ['ética', 'comitê de ética']],
] as const)('in %s, who has to convince an ethics board finds the page for it first', (language, asked) => {
  const blocks = (guide[language] as GuidePage[]).flatMap(blocksOf)
  for (const words of asked) expect(searchGuide(blocks, words)[0]?.page.name, words).toBe('privacy')
})

describe('the pictures of the guide', () => {
  const folder = join(root, 'src/guide/pictures')
  const named = english.flatMap(({ html }) => all(html, /data-picture="([^"]*)"/g))

  test('are those that its pages name, in light and dark; else: node fixtures/testing/takePictures.ts', () => {
    const files = named.flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
    expect(readdirSync(folder).sort()).toEqual(files.sort())
  })

  test('are light to load, and of the shape that the page keeps for them until they have come', () => {
    const shape = 720 / 576
    for (const name of readdirSync(folder)) {
      const picture = readFileSync(join(folder, name))
      expect(picture.length, name).toBeLessThanOrEqual(60_000)
      // The head of a WebP of the extended kind: both less one.
      const [width, height] = [picture.readUIntLE(24, 3) + 1, picture.readUIntLE(27, 3) + 1]
      expect(width / height, name).toBeCloseTo(shape, 1)
    }
  })
})
