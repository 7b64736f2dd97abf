import { expect, test } from 'vitest'
import { openHeld } from './held.ts'

const words = (from: number, to: number) => ({ name: 7, from, length: to - from })
const holding = (id: number, from: number, to: number) => ({
  ...{ answerId: 1, name: 7, from, to, id },
  table: 'highlights' as const,
})
const given = (id: number, from: number, to: number) => ({ table: 'highlights', id, from, to })

test('of words that have come back and gone again in part, that part is remembered as it went the last time', () => {
  const held = openHeld()
  held.note([words(0, 10)], [holding(1, 0, 10)])
  held.note([words(4, 6)], [holding(2, 4, 6)])
  expect(held.givenWith(1, [{ ...words(0, 10), at: 100 }])).toEqual([
    given(1, 100, 104),
    given(1, 106, 110),
    given(2, 104, 106),
  ])
})

test('words are remembered where all of them went under the name', () => {
  const held = openHeld()
  held.note([words(0, 4), words(6, 10)], [])
  const remembers = (from: number, to: number) => held.remembers([{ ...words(from, to), at: 0 }])
  expect([remembers(1, 3), remembers(6, 10), remembers(3, 7), remembers(0, 11)]).toEqual([true, true, false, false])
  expect(held.remembers([])).toBe(false)
})
