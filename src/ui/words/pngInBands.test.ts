import { expect, test } from 'vitest'
import { nextRows } from './pngInBands.ts'

test('a band is as high as takes the time that is wanted, at most twice the one before, within its bounds', () => {
  expect(nextRows(40, 16, 2000)).toBe(40)
  expect(nextRows(40, 32, 2000)).toBe(20)
  expect(nextRows(40, 1, 2000)).toBe(80)
  expect(nextRows(150, 1, 2000)).toBe(175)
  expect(nextRows(40, 5000, 2000)).toBe(20)
  expect(nextRows(3, 0, 1_000_000)).toBe(1)
})
