import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { filterFields } from '../../model/rules/analysis/filters.ts'
import { askedLabel, type FilterQuirk, fieldsOf } from './filterWords.ts'

const quirks = new Map<number, FilterQuirk>([
  [1, { title: 'Methods', colour: '#336699', holdsOthers: true }],
  [2, { title: 'Doubt', colour: '#336699', holdsOthers: false }],
])
const asked = (value: number, alone?: true) =>
  askedLabel(t, { id: 1, field: 'quirk', operator: '=', value, clause: 'And', ...(alone && { alone }) }, quirks)

test('what is asked says whether nested quirks count, where there are some', () => {
  expect(asked(1)).toBe('Methods with its nested quirks')
  expect(asked(1, true)).toBe('Methods alone')
  expect(asked(2)).toBe('Doubt')
})

test('every field is offered once, under what it asks for', () => {
  expect([...fieldsOf.values()].flat().sort()).toEqual([...filterFields].sort())
})
