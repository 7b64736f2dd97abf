import { expect, it } from 'vitest'
import { completed, offered, suggestions } from './suggestions.ts'

const property = (multiple: boolean, ...values: string[]) => ({
  multiple,
  values: values.map((value, id) => ({ id, value })),
  withComma: values.filter((value) => value.includes(',')),
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

it('means the first value that begins so, a complete one before it, and offers what was typed as a new one last', () => {
  const meant = (text: string, of: ReturnType<typeof property>) => {
    const { offers, meant } = offered(text, of)
    return [offers[meant]?.value, offers[meant]?.isNew, offers.at(-1)?.isNew ? offers.at(-1)?.value : null]
  }
  const one = property(false, 'Far north', 'Northern', 'North')
  expect(meant('', one)).toEqual([undefined, undefined, null])
  expect(meant('nor', one)).toEqual(['Northern', false, 'nor'])
  expect(meant(' NORTH ', one)).toEqual(['North', false, null])
  expect(meant('ort', one)).toEqual(['ort', true, 'ort'])
  const several = property(true, 'Rest', 'Food', 'Nurse, retired')
  expect(meant('Rest, fo', several)).toEqual(['Food', false, 'fo'])
  expect(meant('Rest, bees', several)).toEqual(['bees', true, 'bees'])
  expect(meant('Rest, ', several)).toEqual([undefined, undefined, null])
  expect(meant('Nurse, retired', several)).toEqual([undefined, undefined, null])
})
