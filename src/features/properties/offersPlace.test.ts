import { expect, test } from 'vitest'
import { offersPlace } from './offersPlace.ts'

const window = { width: 1000, height: 600 }
const cell = (left: number, top: number, width = 150) => ({ left, right: left + width, top, bottom: top + 36 })

test.each([
  ['after the cell, from its upper edge', cell(200, 100), { left: 354, top: 100, height: 180 }],
  ['before it where there is no room after it', cell(800, 100), { left: 596, top: 100, height: 180 }],
  ['higher where it would go out of the window', cell(200, 560), { left: 354, top: 412, height: 180 }],
])('%s', (_, at, place) => {
  expect(offersPlace(at, { width: 200, height: 180 }, window)).toEqual(place)
})

test.each([
  ['below the cell where neither side has room', cell(40, 100, 300), { left: 40, top: 140, height: 240 }],
  ['above it where that is more', cell(40, 500, 300), { left: 40, top: 256, height: 240 }],
])('on a phone: %s', (_, at, place) => {
  expect(offersPlace(at, { width: 200, height: 900 }, { width: 380, height: 600 })).toEqual(place)
})
