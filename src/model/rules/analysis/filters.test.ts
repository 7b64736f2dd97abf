import { describe, expect, test } from 'vitest'
import {
  type Filter,
  filterFields,
  filterOperators,
  isFilterField,
  operatorsOf,
  periodOf,
  propertyField,
  readFilters,
} from './filters.ts'

const filter = (field: string, operator: string, value: string | number): Filter =>
  ({ field, operator, value, clause: 'And' }) as Filter

describe('filters as they come from outside', () => {
  test('strings allow only = and !=; highlightDate and quirkDate use comparison', () => {
    for (const field of [...filterFields, 'Age'])
      for (const operator of filterOperators) {
        const dates = field === 'highlightDate' || field === 'quirkDate'
        const read = readFilters([filter(field, operator, dates ? '2026-01-31' : 'x')])
        expect('ok' in read, `${field} ${operator}`).toBe(dates || operator === '=' || operator === '!=')
      }
    expect(operatorsOf('highlightDate')).toHaveLength(6)
  })

  test('a clause is And where none is given, whatever its case', () => {
    const given = [
      { field: 'group', operator: '=', value: 'x' },
      { field: 'group', operator: '=', value: 'x', clause: 'or' },
      { field: 'group', operator: '=', value: 'x', clause: 'AND' },
    ]
    const read = readFilters(given)
    expect('ok' in read && read.ok.map(({ clause }) => clause)).toEqual(['And', 'Or', 'And'])
  })

  test('a quirk is asked for by its id or its title, with what is nested under it or alone', () => {
    const asked = (more: object) => readFilters([{ field: 'overlaps', operator: '!=', value: 7, ...more }])
    const plain = { field: 'overlaps', operator: '!=', value: 7, clause: 'And' }
    expect(asked({})).toEqual({ ok: [plain] })
    expect(asked({ alone: false })).toEqual({ ok: [plain] })
    expect(asked({ alone: true })).toEqual({ ok: [{ ...plain, alone: true }] })
    expect(asked({ value: 'Trust' })).toEqual({ ok: [{ ...plain, value: 'Trust' }] })
    // Of another field it says nothing.
    expect(asked({ field: 'group', alone: true })).toEqual({ ok: [{ ...plain, field: 'group' }] })
  })

  test.each([
    [{}, 'a list'],
    ['[]', 'a list'],
    [null, 'a list'],
    [[null], 'a field'],
    [[{ field: '', operator: '=', value: 'x' }], 'a field'],
    [[{ field: 'group', operator: '~', value: 'x' }], 'group takes = !='],
    [[{ field: 'group', operator: '=' }], 'a value'],
    [[{ field: 'group', operator: '=', value: ['x'] }], 'a value'],
    [[{ field: 'group', operator: '=', value: 'x', clause: 'xor' }], 'And or Or'],
    [[{ field: 'quirk', operator: '>', value: 7 }], 'quirk takes = !='],
    [[{ field: 'quirk', operator: '=', value: 1.5 }], 'the id or the title'],
    [[{ field: 'quirk', operator: '=', value: 7, alone: 'yes' }], 'true or false'],
    [[{ field: 'quirkDate', operator: '=', value: '2026-02-30' }], 'a day'],
    [[{ field: 'quirkDate', operator: '=', value: '2026-13-01' }], 'a day'],
    [[{ field: 'quirkDate', operator: '=', value: 'yesterday' }], 'a day'],
    [[{ field: 'quirkDate', operator: '=', value: 1.5 }], 'a day'],
    [[{ field: 'quirkDate', operator: '=', value: Number.NaN }], 'a day'],
  ])('%j is a problem that says: %s', (given, said) => {
    expect(readFilters(given)).toEqual({ problem: { kind: 'badFilter', detail: expect.stringContaining(said) } })
  })
})

test('a property that bears the name of a field can be asked for all the same', () => {
  for (const field of filterFields) {
    expect(isFilterField(propertyField(field))).toBe(false)
    expect(propertyField(field).toLowerCase()).toBe(field.toLowerCase())
  }
  expect(propertyField('Age')).toBe('Age')
})

describe('the times of a filter', () => {
  const [from, to] = [new Date(2026, 2, 28).getTime(), new Date(2026, 2, 29).getTime()]
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

  test.each([
    ['=', from, to],
    ['!=', from, to],
    ['>', to, most],
    ['>=', from, most],
    ['<', least, from],
    ['<=', least, to],
  ])('a day, as the calendar of this place has it: %s', (operator, first, last) => {
    expect(periodOf(filter('quirkDate', operator, '2026-03-28'))).toEqual({ from: first, to: last })
  })

  test.each([
    ['=', 1000, 1001],
    ['>', 1001, most],
    ['>=', 1000, most],
    ['<', least, 1000],
    ['<=', least, 1001],
  ])('a millisecond: %s', (operator, first, last) => {
    expect(periodOf(filter('highlightDate', operator, 1000))).toEqual({ from: first, to: last })
  })

  test('a year of two digits is that year', () => {
    expect(new Date(periodOf(filter('quirkDate', '=', '0099-01-01'))?.from ?? 0).getFullYear()).toBe(99)
  })
})
