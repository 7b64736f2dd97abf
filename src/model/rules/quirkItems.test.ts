import { expect, it } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { inTreeOrder, pathText, quirkItems } from './quirkItems.ts'

const row = (id: number, title: string, parentQuirkId = -1): QuirkRow => {
  return {
    id,
    title,
    parentQuirkId,
    description: '',
    color: '#1a66d1',
    x: 0,
    y: 0,
    author: '',
    timestamp: 0,
    highlights: id,
  }
}
const rows = [row(1, 'Trust'), row(2, ' ', 1), row(3, 'Ink', 2), row(4, 'Doubt')]

it('knows the path to a quirk, its key, and a name for what has none', () => {
  const items = quirkItems(rows, [{ quirkId: 3, shortcutKey: 'i' }], 'Untitled')
  expect(items.map(pathText)).toEqual(['', 'Trust', 'Trust › Untitled', ''])
  expect(items.map(({ key }) => key)).toEqual(['', '', 'i', ''])
})

it('lists a parent before all below it, and those in a cycle too', () => {
  const byId = (a: { id: number }, b: { id: number }) => b.id - a.id
  const ids = (parents: [number, number][]) =>
    inTreeOrder(
      parents.map(([id, parent]) => ({ id, parent })),
      byId,
    ).map(({ id }) => id)
  expect(
    ids([
      [1, -1],
      [2, 1],
      [3, 2],
      [4, -1],
      [5, 1],
    ]),
  ).toEqual([4, 1, 5, 2, 3])
  expect(
    ids([
      [1, 2],
      [2, 1],
      [3, -1],
    ]),
  ).toEqual([3, 1, 2])
})
