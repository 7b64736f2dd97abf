import { expect, test } from 'vitest'
import { readable } from './readable.ts'

const shown = [7, 8, 9, 10, 11, 12, 13]

test('where there is room for each, each has its title', () => {
  expect(readable(shown, 1, -1)).toEqual(shown)
  expect(readable(shown, 1, 9)).toEqual(shown)
})

test('where cells are smaller every third has one, the same wherever is scrolled to', () => {
  expect(readable(shown, 3, -1)).toEqual([7, 10, 13])
  expect(readable(shown.slice(1), 3, -1)).toEqual([10, 13])
})

test('the one that is meant always has one, and none touches it', () => {
  expect(readable(shown, 3, 11)).toEqual([7, 11])
  expect(readable(shown, 3, 9)).toEqual([9, 13])
})
