// Reading the pages also checks that each of their links leads to a page or a heading, and that each string that they name is one of the program in that language.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { guidePages } from '../../server/building/guidePages.ts'
import type { GuidePage } from '../model/guidePage.ts'
import { languages } from '../model/limits.ts'
import { deskViews } from '../screens/views/views.ts'
import { allDoable } from '../screens/workspace/actions/doable.ts'

const root = join(import.meta.dirname, '../..')
const guide = Object.fromEntries(languages.map((language) => [language, guidePages(root, language)]))
const english = guide.en as GuidePage[]

const all = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, found = '']) => found)

describe.each(languages)('the guide in %s', (language) => {
  const pages = guide[language] as GuidePage[]

  test('has the pages of the English one, each with the same headings, links and keys in the same order', () => {
    const shape = ({ name, html }: GuidePage) => ({
      name,
      headings: all(html, /<h[23] id="([\w-]+)"/g),
      links: all(html, /href="([^"]+)"/g).sort(),
      keys: all(html, /data-keys="(\w+)"/g).sort(),
    })
    expect(pages.map(shape)).toEqual(english.map(shape))
  })

  test('names keys of actions and views that there are', () => {
    const named = pages.flatMap(({ html }) => all(html, /data-keys="(\w+)"/g))
    expect(named.filter((id) => !allDoable.some((one) => one === id))).toEqual([])
  })

  test('tells of every view that a large screen has, under its name', () => {
    const parts = pages.find(({ name }) => name === 'views')?.parts.map(({ id }) => id) ?? []
    expect(deskViews.filter((view) => !parts.includes(view))).toEqual([])
  })
})
