import { expect, test } from 'vitest'
import { firstProperty } from './firstProperty.ts'

const opens = (...values: number[]) =>
  firstProperty(
    values.map((_, at) => ({ id: at + 1 })),
    (id) => values[id - 1] ?? 0,
  )?.id

test('the table opens on the first property that divides: neither on one with a single value nor on a name of each source', () => {
  expect(opens(1, 40, 3, 2)).toBe(3)
  expect(opens(12)).toBe(1)
})

test('where none divides, on one that has any value, else on the first, if there is one', () => {
  expect(opens(0, 13)).toBe(2)
  expect(opens(0, 0)).toBe(1)
  expect(opens()).toBeUndefined()
})
