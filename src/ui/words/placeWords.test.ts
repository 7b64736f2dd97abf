import { describe, expect, test } from 'vitest'
import { leastSize, type MeasuredWord, type PlacedWord, placeWords } from './placeWords.ts'

/** Like the words of a text: few stand often, most seldom. */
const wordsOf = (count: number): MeasuredWord[] =>
  Array.from({ length: count }, (_, n) => {
    const letters = 3 + ((n * 7) % 9)
    const [ascent, descent] = [n % 3 === 0 ? 0.73 : 0.52, n % 4 === 0 ? 0.21 : 0.01]
    return {
      word: `w${n}${'x'.repeat(letters)}`,
      count: Math.ceil(400 / (n + 2)),
      width: letters * 0.55,
      ascent,
      descent,
    }
  })

function run(words: readonly MeasuredWord[], width: number, height: number): { placed: PlacedWord[]; stops: number } {
  const places = placeWords(words, { width, height })
  for (let stops = 0; ; stops++) {
    const { done, value } = places.next()
    if (done) return { placed: value, stops }
  }
}

const apart = (a: PlacedWord, b: PlacedWord): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.top + a.height <= b.top || b.top + b.height <= a.top

const shapes = [
  [900, 560],
  [1300, 700],
  [340, 420],
  [120, 160],
] as const

describe.each(shapes)('in %i × %i px', (width, height) => {
  test.each([1, 25, 150, 300])(
    'none of %i words is dropped, none lies upon another, none beyond the width',
    (count) => {
      const words = wordsOf(count)
      const { placed, stops } = run(words, width, height)
      expect(placed.map(({ word }) => word).sort()).toEqual(words.map(({ word }) => word).sort())
      const meeting = placed.flatMap((one, n) => placed.slice(n + 1).filter((other) => !apart(one, other)))
      expect(meeting).toEqual([])
      expect(placed.filter(({ x, width: length }) => x < -width / 2 - 1 || x + length > width / 2 + 1)).toEqual([])
      // It stops at least once a word.
      expect(stops).toBeGreaterThanOrEqual(count)
    },
  )
})

test('the same for the same words, whatever their order', () => {
  const words = wordsOf(80)
  expect(run(words.toReversed(), 700, 500).placed).toEqual(run(words, 700, 500).placed)
})

test('the size tells the count: more is never smaller, and the least can be read', () => {
  const { placed } = run(wordsOf(120), 800, 600)
  const byCount = placed.toSorted((a, b) => b.count - a.count)
  for (const [n, word] of byCount.entries()) expect(word.size).toBeLessThanOrEqual(byCount[n - 1]?.size ?? 1000)
  expect(Math.min(...placed.map(({ size }) => size))).toBeGreaterThanOrEqual(leastSize)
  expect((byCount[0]?.size ?? 0) / (byCount.at(-1)?.size ?? 1)).toBeGreaterThan(2.5)
})

test('the most frequent stands in the middle; where there is little room the cloud gets higher', () => {
  const { placed } = run(wordsOf(200), 320, 240)
  const [first] = placed
  expect(first && first.x < 0 && first.x + first.width > 0 && first.top < 0 && first.top + first.height > 0).toBe(true)
  const height = Math.max(...placed.map(({ top, height }) => top + height)) - Math.min(...placed.map(({ top }) => top))
  expect(height).toBeGreaterThan(240)
})

test('a word longer than the cloud is wide gets smaller; no words are no cloud', () => {
  const long = { word: 'x'.repeat(90), count: 9, width: 50, ascent: 0.5, descent: 0 }
  expect(run([long], 300, 300).placed[0]?.width).toBeLessThanOrEqual(300)
  expect(run([], 300, 300).placed).toEqual([])
})
