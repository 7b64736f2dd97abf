import { expect, it } from 'vitest'
import { steadyOrder } from './steadyOrder.ts'

it('rows keep their places, what has gone goes, what is new comes last', () => {
  const before = [3, 1, 2]
  expect(steadyOrder(before, [1, 2, 3])).toBe(before)
  expect(steadyOrder(before, [1, 2, 4])).toEqual([1, 2, 4])
  expect(steadyOrder(before, [4, 2, 3, 1])).toEqual([3, 1, 2, 4])
  expect(steadyOrder([], [2, 1])).toEqual([2, 1])
})
