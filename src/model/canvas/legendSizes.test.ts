import { expect, test } from 'vitest'
import { discDiameter } from './bubble.ts'
import { legendSizes } from './legendSizes.ts'

const drawn = (counts: readonly number[], grown = 1) => {
  const most = Math.max(...counts)
  return counts.map((count) => ({ count, r: (discDiameter(count, most) / 2) * grown }))
}

test('round numbers, none above what is drawn, each as large as a bubble that stands for so many', () => {
  const sizes = legendSizes(drawn([211, 40, 3]))
  expect(sizes.map(({ count }) => count)).toEqual([200, 50, 10])
  for (const { count, diameter } of sizes) expect(diameter).toBeCloseTo(discDiameter(count, 211))
})

test('seen from afar they grow as the bubbles do', () => {
  const [near, afar] = [legendSizes(drawn([211, 40])), legendSizes(drawn([211, 40], 1.8))]
  expect(afar.length).toBe(near.length)
  for (const [at, { diameter }] of afar.entries()) expect(diameter).toBeCloseTo(near[at]!.diameter * 1.8)
})

test.each([
  [[1, 0], [1]],
  [
    [9, 2],
    [5, 2, 1],
  ],
  [[0, 0], []],
  [[], []],
])('of %j bubbles the legend shows %j', (counts, shown) => {
  expect(legendSizes(drawn(counts)).map(({ count }) => count)).toEqual(shown)
})
