import { expect, test } from 'vitest'
import { areStored } from './tidyPlaces.ts'

test('places of a tidying are stored once the rows have any of them, whoever has moved another since', () => {
  const places = [
    { quirkId: 1, x: 10, y: 20 },
    { quirkId: 2, x: 30, y: 40 },
  ]
  const before = new Map([
    [1, { x: 0, y: 20 }],
    [2, { x: 0, y: 40 }],
  ])
  expect(areStored(places, before)).toBe(false)
  expect(areStored(places, new Map([...before, [2, { x: 30, y: 40 }]]))).toBe(true)
  expect(areStored(places, new Map())).toBe(false)
  expect(areStored([], before)).toBe(false)
})
