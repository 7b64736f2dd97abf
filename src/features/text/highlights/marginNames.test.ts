import { expect, test } from 'vitest'
import type { Bracket } from './foldLanes.ts'
import { marginNames, nameHeight } from './marginNames.ts'

const bracket = (top: number, bottom: number, lane = 0, several = false): Bracket => ({
  ...{ top, bottom, lane, openTop: false, openBottom: false },
  highlights: Array.from({ length: several ? 2 : 1 }) as never,
})
const placed = (brackets: readonly Bracket[], room = 140, seenTop = -1000) => {
  const names = marginNames(brackets, { room, pitch: 10, seenTop })
  return brackets.map((one) => names.get(one)?.top ?? null)
}

test('a name stands where its bracket begins, and gives way to the one above it', () => {
  expect(placed([bracket(0, 24), bracket(100, 150)])).toEqual([0, 100])
  expect(placed([bracket(0, 24), bracket(5, 60, 1), bracket(6, 90, 2)])).toEqual([0, nameHeight, 2 * nameHeight])
})

test('one that would stand too far from its bracket, and several that share one, have none', () => {
  const crowd = Array.from({ length: 6 }, (_, lane) => bracket(0, 24, lane))
  expect(placed(crowd).filter((top) => top === null)).toHaveLength(2)
  expect(placed([bracket(0, 24, 0, true)])).toEqual([null])
})

test('a name keeps clear of every bracket beside it; without room there is none', () => {
  const [first] = [bracket(0, 24)]
  const beside = [first as Bracket, bracket(10, 90, 4)]
  expect(marginNames(beside, { room: 140, pitch: 10, seenTop: 0 }).get(beside[0]!)).toEqual({
    top: 0,
    inset: 55,
    width: 85,
  })
  expect(placed(beside, 100)).toEqual([null, null])
  expect(placed([first as Bracket], 45)).toEqual([null])
})

test('the name of a passage that begins above stays in sight as long as its bracket', () => {
  expect(placed([bracket(0, 400)], 140, 100)).toEqual([100])
  expect(placed([bracket(0, 400)], 140, 395)).toEqual([400 - nameHeight])
})
