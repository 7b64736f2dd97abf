import { expect, it } from 'vitest'
import { bubbleDiameter } from './bubble.ts'

it('1 §9: a circle of 24 to 100 px, scaled by highlight count relative to the maximum', () => {
  expect(bubbleDiameter(0, 40)).toBe(24)
  expect(bubbleDiameter(40, 40)).toBe(100)
  expect(bubbleDiameter(20, 40)).toBe(62)
  expect(bubbleDiameter(1, 1)).toBe(100)
})

it('is 24 while nothing is highlighted, and stays within bounds whatever it is told', () => {
  expect(bubbleDiameter(0, 0)).toBe(24)
  expect(bubbleDiameter(50, 40)).toBe(100)
  expect(bubbleDiameter(-1, 40)).toBe(24)
})
