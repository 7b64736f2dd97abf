import { expect, test } from 'vitest'
import { type Box, freeTop } from './freeTop.ts'

const box = (left: number, top: number, width: number, height: number): Box => {
  return { left, top, right: left + width, bottom: top + height }
}
const toast = box(400, 16, 400, 50)
const place = (...keep: Box[]) => freeTop(toast, keep, 800)

test('stays at the top where nothing is in the way', () => {
  expect(place()).toBe(16)
  expect(place(box(0, 0, 56, 800), box(900, 16, 100, 38), box(400, 90, 400, 300))).toBe(16)
})

test('goes under what is in the way, and on from there', () => {
  expect(place(box(700, 16, 100, 38))).toBe(62)
  expect(place(box(500, 100, 100, 38), box(700, 16, 100, 38))).toBe(146)
  expect(place(box(700, 16, 100, 38), box(500, 130, 100, 38))).toBe(62)
})

test('has no place where all is in use', () => {
  expect(place(box(0, 0, 1200, 780))).toBeNull()
})
