import { describe, expect, test } from 'vitest'
import { addFilter, askInstead, criteriaOf, newQuery, type QueryDraft } from '../../state/queryDraft.ts'
import { twoQuirks } from './twoQuirks.ts'

type Asked = [field: string, value: string | number | null, clause?: 'And' | 'Or', operator?: '=' | '!=']

function queryOf(...asked: Asked[]): QueryDraft {
  const query = newQuery()
  for (const [field, value, clause = 'And', operator = '='] of asked) {
    addFilter(query, field)
    Object.assign(query.filters.at(-1) ?? {}, { value, clause, operator })
  }
  return query
}
const found = (...asked: Asked[]) => twoQuirks(queryOf(...asked).filters)?.map(({ value }) => value) ?? null

describe('two quirks of one highlight', () => {
  test('are asked for with “and” between them, whatever else is', () => {
    expect(found(['quirk', 1], ['quirk', 2])).toEqual([1, 2])
    expect(found(['quirk', 1], ['question', 'Why'], ['quirk', 1], ['quirk', 2], ['quirk', 3])).toEqual([1, 2])
  })

  test('are not, with “or”, with “is not”, as the same one, or unsaid', () => {
    expect(found(['quirk', 1], ['quirk', 2, 'Or'])).toBeNull()
    expect(found(['quirk', 1], ['question', 'Why', 'Or'], ['quirk', 2])).toBeNull()
    expect(found(['quirk', 1], ['quirk', 2, 'And', '!='])).toBeNull()
    expect(found(['quirk', 1], ['quirk', 1])).toBeNull()
    expect(found(['quirk', 1], ['quirk', null])).toBeNull()
    expect(found(['quirk', 1], ['overlaps', 2])).toBeNull()
    expect(found(['quirk', 1, 'Or'], ['quirk', null, 'Or'], ['quirk', 2])).toEqual([1, 2])
  })

  test('are asked for otherwise: the quirk stays, with or without those in it', () => {
    const query = queryOf(['quirk', 1], ['quirk', 2])
    const second = query.filters[1]!
    second.alone = true
    askInstead(second, 'overlaps')
    expect(twoQuirks(query.filters)).toBeNull()
    expect(criteriaOf(query).filters[1]).toEqual({
      field: 'overlaps',
      operator: '=',
      value: 2,
      clause: 'And',
      alone: true,
    })
  })
})
