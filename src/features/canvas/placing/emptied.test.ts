import { expect, test } from 'vitest'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { emptied } from './emptied.ts'

const quirks = (...places: [number, number][]) => {
  const rows = places.map(([x, y], i) => {
    return { id: i + 1, title: `${i}`, color: '#ff0000', x, y, parentQuirkId: -1, highlights: 1 } as QuirkRow
  })
  return sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
}
const size = { width: 800, height: 600 }
const atHome = { scale: 1, tX: 0, tY: 0 }
const faraway = { scale: 1, tX: -4600, tY: -4700 }

test('quirks that went take the sight along only where they were looked at', () => {
  const both = quirks([200, 200], [5000, 5000])
  const own = quirks([200, 200])
  expect(emptied(faraway, size, both, own)).toBe(true)
  expect(emptied(atHome, size, both, own)).toBe(false)
  // Nobody looked at any, nobody removed any, and nothing is left.
  expect(emptied({ scale: 1, tX: 9000, tY: 0 }, size, both, own)).toBe(false)
  expect(emptied(faraway, size, own, own)).toBe(false)
  expect(emptied(faraway, size, both, quirks())).toBe(false)
})
