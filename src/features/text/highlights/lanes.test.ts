import { expect, test } from 'vitest'
import { random } from '../../../model/text/randomRich.ts'
import { type LaneSpan, laneFinder, laneReach, lowestFree } from './lanes.ts'

function laneOf(spans: readonly LaneSpan[], reach: (to: number) => number): number[] {
  const laneFor = laneFinder(reach)
  return spans.map(({ from, to }) => laneFor(from, to))
}

const oneLine = laneReach(() => Number.MAX_SAFE_INTEGER)
const linesOf100 = laneReach((pos) => Math.floor(pos / 100) * 100 + 99)

test('overlapping highlights stand in lanes of their own, the first nearest to the words', () => {
  const spans = [
    { id: 1, from: 0, to: 500 },
    { id: 2, from: 10, to: 20 },
    { id: 3, from: 15, to: 30 },
    { id: 4, from: 600, to: 700 },
  ]
  expect(laneOf(spans, oneLine)).toEqual([0, 1, 2, 0])
})

test('brackets of one lane never stand in the same row of a long line, but may on the next line', () => {
  const spans = [
    { id: 1, from: 0, to: 10 },
    { id: 2, from: 30, to: 40 },
    { id: 3, from: 101, to: 120 },
  ]
  expect(laneOf(spans, oneLine)[1]).toBe(1)
  expect(laneOf(spans, linesOf100)[2]).toBe(0)
})

test('a highlight that comes later takes the lowest free lane', () => {
  expect(lowestFree([0, 2])).toBe(1)
  expect(lowestFree([])).toBe(0)
})

test('no lane holds two that overlap, and a lane is opened only when all others are taken, 200 texts from seed 1', () => {
  let deepest = 0
  for (let seed = 1; seed <= 200; seed++) {
    const r = random(seed)
    const spans: LaneSpan[] = Array.from({ length: 60 }, (_, id) => {
      const from = r.below(4000)
      return { id, from, to: from + 1 + r.below(r.chance(0.1) ? 2000 : 80) }
    }).sort((a, b) => a.from - b.from || b.to - a.to)
    const lanes = laneOf(spans, linesOf100)
    for (const [at, span] of spans.entries()) {
      const before = lanes.slice(0, at).filter((_, other) => linesOf100(spans[other]?.to ?? 0) > span.from)
      const lane = lanes[at] ?? -1
      expect(before, `seed ${seed}`).not.toContain(lane)
      for (let lower = 0; lower < lane; lower++) expect(before).toContain(lower)
      deepest = Math.max(deepest, lane)
    }
  }
  expect(deepest).toBeGreaterThan(4)
})

test('50,000 overlapping highlights find their lanes with a look at each lane, not at each other', () => {
  const r = random(7)
  const spans = Array.from({ length: 50_000 }, (_, id) => {
    const from = r.below(5_000_000)
    return { id, from, to: from + 20 + r.below(800) }
  }).sort((a, b) => a.from - b.from)
  let looks = 0
  /** A number that counts how often it is held against another. */
  const counted = (value: number) => ({ valueOf: () => ++looks && value }) as unknown as number
  let ends = 0
  const reach = (to: number) => {
    ends += 1
    return linesOf100(to)
  }
  const lanes = laneOf(
    spans.map((span) => ({ ...span, from: counted(span.from) })),
    reach,
  )
  expect(lanes).toEqual(laneOf(spans, linesOf100))
  expect(ends).toBe(spans.length)
  // One more each for the lane that is taken.
  expect(looks).toBeLessThanOrEqual(lanes.reduce((sum, lane) => sum + lane + 2, 0))
  expect(Math.max(...lanes)).toBeLessThan(30)
})
