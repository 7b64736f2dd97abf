import { expect, test } from 'vitest'
import { random } from './randomRich.ts'
import { overlaps, type Span, spanning, swallow, without } from './span.ts'

const COUNT = process.env.PROVE ? 30_000 : 5_000
const span = (start: number, length: number): Span => ({ start, length })

test('touching is not overlapping, and an empty span overlaps nothing', () => {
  expect(overlaps(span(0, 3), span(3, 2))).toBe(false)
  expect(overlaps(span(0, 4), span(3, 2))).toBe(true)
  expect(overlaps(span(0, 4), span(2, 0))).toBe(false)
})

test('spanning covers all, and refuses none', () => {
  expect(spanning([span(5, 2), span(1, 1), span(3, 9)])).toEqual(span(1, 11))
  expect(() => spanning([])).toThrow(RangeError)
})

test('what remains beside a cut has no white space at its ends', () => {
  const text = 'one two three  four'
  const words = (span: Span, cut: Span) =>
    without(span, cut, text).map(({ start, length }) => text.slice(start, start + length))
  const all = { start: 0, length: text.length }
  expect(words(all, { start: 4, length: 3 })).toEqual(['one', 'three  four'])
  expect(words(all, { start: 0, length: 7 })).toEqual(['three  four'])
  expect(words({ start: 4, length: 9 }, { start: 8, length: 99 })).toEqual(['two'])
  expect(words({ start: 4, length: 3 }, all)).toEqual([])
})

test('swallowing goes on until nothing overlaps', () => {
  const others = [span(0, 5), span(4, 6), span(12, 2), span(10, 1)]
  expect(swallow(span(9, 1), others)).toEqual({ span: span(0, 10), swallowed: [0, 1] })
})

test(`swallow equals a per-character oracle, ${COUNT} spans from seed 11`, () => {
  const r = random(11)
  const some = () => span(r.below(40), r.below(7))
  let swallowed = 0
  let chained = 0
  let none = 0
  for (let round = 0; round < COUNT; round++) {
    const own = some()
    const others = Array.from({ length: r.below(8) }, some)
    const result = swallow(own, others)
    const wanted = oracle(own, others)
    expect(result, JSON.stringify({ own, others })).toEqual(wanted)
    swallowed += result.swallowed.length
    chained += result.swallowed.some((index) => !overlaps(own, others[index] ?? own)) ? 1 : 0
    none += result.swallowed.length === 0 ? 1 : 0
  }
  expect(Math.min(swallowed, chained, none)).toBeGreaterThan(COUNT / 50)
})

/** Paints characters and repeats until nothing changes. */
function oracle(own: Span, others: readonly Span[]): { span: Span; swallowed: number[] } {
  const cells = ({ start, length }: Span) => Array.from({ length }, (_, index) => start + index)
  const painted = new Set(cells(own))
  const eaten = new Set<number>()
  for (let size = -1; size !== eaten.size; ) {
    size = eaten.size
    for (const [index, other] of others.entries()) {
      if (!cells(other).some((cell) => painted.has(cell))) continue
      eaten.add(index)
      for (const cell of cells(other)) painted.add(cell)
    }
  }
  const start = painted.size === 0 ? own.start : Math.min(...painted)
  return { span: span(start, painted.size), swallowed: [...eaten].sort((a, b) => a - b) }
}
