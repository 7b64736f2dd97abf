import { expect, test } from 'vitest'
import { coveredBelow } from './onScreenKeyboard.ts'

test('what a keyboard covers of the page is what is below the part that is seen', () => {
  expect(coveredBelow(844, { height: 844, offsetTop: 0, scale: 1 })).toBe(0)
  expect(coveredBelow(844, { height: 508.4, offsetTop: 0, scale: 1 })).toBe(336)
  // The browser has moved what is seen down to the field that is written in.
  expect(coveredBelow(844, { height: 508, offsetTop: 200, scale: 1 })).toBe(136)
})

test('who comes nearer with two fingers has no keyboard for that', () => {
  expect(coveredBelow(844, { height: 422, offsetTop: 100, scale: 2 })).toBe(0)
})

test('a page that has become smaller for it is not made smaller twice', () => {
  expect(coveredBelow(508, { height: 508, offsetTop: 0, scale: 1 })).toBe(0)
  expect(coveredBelow(508, { height: 510, offsetTop: 0, scale: 1 })).toBe(0)
})
