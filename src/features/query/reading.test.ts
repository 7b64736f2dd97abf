import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FilterClause } from '../../model/rules/analysis/filters.ts'
import { type Reading, readingOf } from './reading.ts'

interface Named {
  name: string
  clause: FilterClause
}

const written = (reading: Reading<Named>): string =>
  'one' in reading
    ? reading.one.name
    : reading.parts
        .map((part) => ('one' in part ? written(part) : `(${written(part)})`))
        .join(reading.clause === 'And' ? ' & ' : ' | ')

const filters = (text: string): Named[] =>
  text.split(' ').map((word) => ({ name: word.slice(-1), clause: word.startsWith('|') ? 'Or' : 'And' }))

test.each([
  ['a', 'a'],
  ['a &b', 'a & b'],
  ['|a &b', 'a & b'],
  ['a |b |c', 'a | b | c'],
  ['a |b &c', '(a | b) & c'],
  ['a &b |c', '(a & b) | c'],
  ['a &b |c |d &e', '((a & b) | c | d) & e'],
])('And and Or are read from the first to the last: %s is %s', (given, expected) => {
  const reading = readingOf(filters(given))
  expect(reading && written(reading)).toBe(expected)
})

test('none are no reading', () => {
  expect(readingOf([])).toBeNull()
})

test('the brackets say what the filters do (property)', () => {
  const holds = (reading: Reading<Named & { holds: boolean }>): boolean => {
    if ('one' in reading) return reading.one.holds
    return reading.clause === 'And' ? reading.parts.every(holds) : reading.parts.some(holds)
  }
  const filter = fc.record({
    name: fc.constant('x'),
    clause: fc.constantFrom<FilterClause>('And', 'Or'),
    holds: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(filter, { minLength: 1 }), (list) => {
      const [first, ...rest] = list
      const expected = rest.reduce(
        (all, one) => (one.clause === 'Or' ? all || one.holds : all && one.holds),
        first?.holds,
      )
      const reading = readingOf(list)
      expect(reading && holds(reading)).toBe(expected)
    }),
    { seed: 1 },
  )
})
