import { expect, it } from 'vitest'
import { completed, suggestions } from './suggestions.ts'

const property = (multiple: boolean, ...values: string[]) => ({
  multiple,
  values: values.map((value, id) => ({ id, value })),
})

it('offers values that begin so before those that contain it, in any case', () => {
  const one = property(false, 'North', 'Far north', 'South')
  expect(suggestions('', one)).toEqual(['North', 'Far north', 'South'])
  expect(suggestions('nor', one)).toEqual(['North', 'Far north'])
  expect(suggestions('x', one)).toEqual([])
})

it('offers for the last of several, without those that are there', () => {
  const several = property(true, 'Rest', 'Food', 'Company')
  expect(suggestions('rest, ', several)).toEqual(['Food', 'Company'])
  expect(suggestions('Rest, fo', several)).toEqual(['Food'])
  expect(completed('Rest, fo', true, 'Food')).toBe('Rest, Food')
  expect(completed('a, b', false, 'Food')).toBe('Food')
})
