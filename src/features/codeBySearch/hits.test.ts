import { expect, test } from 'vitest'
import { groupOf, hitsOf, passagesOf, ticked, ticksKept, withTicks } from './hits.ts'

const places = Float64Array.from([1, 1, 0, 4, 1, 1, 9, 4, 3, 1, 2, 4, 3, 2, 5, 4])
const all = (count: number) => new Uint8Array(count).fill(1)

test('hits stand under their source, in their order', () => {
  const hits = hitsOf(places)
  expect(hits.rows.map((row) => (row < 0 ? `source ${hits.groups[groupOf(row)]?.sourceId}` : row))).toEqual([
    'source 1',
    0,
    1,
    'source 3',
    2,
    3,
  ])
  expect(hits.groups).toEqual([
    { sourceId: 1, first: 0, count: 2 },
    { sourceId: 3, first: 2, count: 2 },
  ])
  expect(hitsOf(new Float64Array(0))).toMatchObject({ count: 0, groups: [], rows: [] })
})

test('ticks: one, a group, none; what is left are the passages', () => {
  const hits = hitsOf(places)
  const some = withTicks(withTicks(all(4), 0, 2, false), 1, 2, true)
  expect([...some]).toEqual([0, 1, 1, 1])
  expect([ticked(some), ticked(some, 0, 2)]).toEqual([3, 1])
  expect(passagesOf(hits, withTicks(some, 2, 4, false))).toEqual([{ sourceId: 1, questionId: 1, start: 9, length: 4 }])
})

test('while texts change, what was not ticked stays so', () => {
  const before = hitsOf(places)
  const now = hitsOf(Float64Array.from([1, 1, 9, 4, 2, 1, 0, 4, 3, 1, 2, 4]))
  expect([...ticksKept(before, withTicks(all(4), 1, 2, false), now)]).toEqual([0, 1, 1])
})
