import { describe, expect, test } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { type ArrangedOrder, arrange, usualArrangement } from './arrangedOrder.ts'

const row = (id: number, title: string, highlights: number, of: Partial<QuirkRow> = {}): QuirkRow => ({
  id,
  title,
  highlights,
  description: '',
  color: '#d90a1a',
  x: 0,
  y: 0,
  parentQuirkId: -1,
  author: 'Ana',
  timestamp: id,
  ...of,
})
const quirks = [
  row(1, 'Trust', 5, { timestamp: 30 }),
  row(2, 'Doubt', 5, { color: '#1A66D1', author: 'Ben' }),
  row(3, 'letters', 1, { parentQuirkId: 1, timestamp: 20 }),
  row(4, 'Trains', 9, { parentQuirkId: 1, color: '#123456' }),
  row(5, 'Silence', 7, { parentQuirkId: 3, author: 'Ben' }),
  row(6, 'Work', 0, { color: '#e97200' }),
]
const groups = [
  { id: 7, description: 'Beginnings' },
  { id: 8, description: 'Ends' },
]
const links = [
  { groupId: 8, quirkId: 1 },
  { groupId: 7, quirkId: 1 },
  { groupId: 7, quirkId: 4 },
  { groupId: 7, quirkId: 4 },
  { groupId: 99, quirkId: 6 },
]
const context = { groups, links, compare: (a: string, b: string) => a.localeCompare(b, 'en') }
const told = (order: Partial<ArrangedOrder>, of = quirks) =>
  arrange(of, { ...usualArrangement, ...order }, context).map(
    ({ key, quirks: held }) =>
      `${key}: ${held.map(({ quirk, depth }) => '>'.repeat(depth - 1) + quirk.title).join(' ')}`,
  )

describe('all alike', () => {
  test.each([
    [{ by: 'count', descending: true }, 'Trains Silence Doubt Trust letters Work'],
    [{ by: 'count', descending: false }, 'Work letters Doubt Trust Silence Trains'],
    [{ by: 'title', descending: false }, 'Doubt letters Silence Trains Trust Work'],
    [{ by: 'title', descending: true }, 'Work Trust Trains Silence letters Doubt'],
    [{ by: 'date', descending: true }, 'Trust letters Work Silence Trains Doubt'],
  ] as const)('%j', (order, expected) => {
    expect(told(order)).toEqual([`null: ${expected}`])
  })
})

test('under headings: colours as in the palette, others after them; authors; groups, and what is in none last', () => {
  expect(told({ by: 'colour', descending: false })).toEqual([
    '#d90a1a: Silence Trust letters',
    '#e97200: Work',
    '#1a66d1: Doubt',
    '#123456: Trains',
  ])
  expect(told({ by: 'author', descending: true })).toEqual(['Ben: Silence Doubt', 'Ana: Trains Trust letters Work'])
  expect(told({ by: 'group', descending: false })).toEqual([
    '7: Trains Trust',
    '8: Trust',
    'null: Silence Doubt letters Work',
  ])
  expect(told({ by: 'group', descending: true }).at(-1)).toBe('null: Silence Doubt letters Work')
})

test('nested: each followed by what is below it, in the same order, under the heading of the outermost', () => {
  expect(told({ nested: true })).toEqual(['null: Doubt Trust >Trains >letters >>Silence Work'])
  expect(told({ nested: true, by: 'group', descending: false })).toEqual([
    '7: Trust >Trains >letters >>Silence',
    '8: Trust >Trains >letters >>Silence',
    'null: Doubt Work',
  ])
})

test('a quirk whose parent is left out stands by itself, and so does one in a circle', () => {
  expect(told({ nested: true }, quirks.slice(2, 5))).toEqual(['null: Trains letters >Silence'])
  const circle = [row(1, 'A', 2, { parentQuirkId: 2 }), row(2, 'B', 1, { parentQuirkId: 1 })]
  expect(told({ nested: true }, circle)).toEqual(['null: A >B'])
  expect(told({}, [])).toEqual(['null: '])
})
