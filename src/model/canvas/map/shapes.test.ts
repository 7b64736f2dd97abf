import { expect, test } from 'vitest'
import { boxOf, cornersOf, rectangle, rectangleOf } from './shapes.ts'

test.each([
  { x: 0, y: 0, r: 20, wide: 0, high: 0 },
  { x: -7, y: 31, r: 4, wide: 90, high: 22 },
  { x: 512, y: -3, r: 60, wide: 40, high: 11 },
])('the box of a disc of $r with a name of $wide × $high px is the one around its corners', (named) => {
  expect(rectangleOf(boxOf(named))).toEqual(rectangle(cornersOf(named)))
})
