import { expect, test } from 'vitest'
import { none } from '../../schema.ts'
import { queryKey, queryTitleProblem, readQueries, writtenQuery } from './savedQueries.ts'

const filter = { field: 'group', operator: '=', value: 'Good', clause: 'And' } as const
const query = { title: 'Mine', textSearch: 'trust', filters: [filter], selectedQuirkId: 7 }

test('what is written is read again, by title', () => {
  const rows = [
    { key: queryKey(5), value: writtenQuery(query) },
    { key: queryKey(2), value: writtenQuery({ ...query, title: 'A' }) },
    { key: 'stopList', value: '[]' },
  ]
  expect(readQueries(rows)).toEqual([
    { ...query, id: 2, title: 'A' },
    { ...query, id: 5 },
  ])
})

test('what is asked of quirks is read again as it was written', () => {
  const filters = [
    { field: 'quirk', operator: '=', value: 7, clause: 'And', alone: true },
    { field: 'sourceQuirk', operator: '!=', value: 8, clause: 'And' },
  ] as const
  const value = writtenQuery({ ...query, filters: [...filters] })
  expect(readQueries([{ key: queryKey(5), value }])[0]?.filters).toEqual(filters)
})

test.each([
  'no JSON',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...query, title: ' ' }),
  JSON.stringify({ ...query, title: 7 }),
  JSON.stringify({ ...query, textSearch: 7 }),
  JSON.stringify({ ...query, filters: 'all' }),
  JSON.stringify({ ...query, filters: [{ ...filter, operator: '<' }] }),
  JSON.stringify({ ...query, filters: Array.from({ length: 101 }, () => filter) }),
])('%s is no query', (value) => {
  expect(readQueries([{ key: queryKey(1), value }])).toEqual([])
})

test.each(['query:', 'query:x', 'query:01', 'query:1.5', 'queries'])('a preference %s is none of a query', (key) => {
  expect(readQueries([{ key, value: writtenQuery(query) }])).toEqual([])
})

test('what others have left out is the usual', () => {
  expect(readQueries([{ key: queryKey(1), value: '{"title":"Mine"}' }])).toEqual([
    { id: 1, title: 'Mine', textSearch: '', filters: [], selectedQuirkId: none },
  ])
})

test('a title is needed, and not one that another query has', () => {
  expect(queryTitleProblem(' ', [])).toEqual({ kind: 'queryTitleRequired' })
  expect(queryTitleProblem(' Mine ', [query])).toEqual({ kind: 'queryExists', name: 'Mine' })
  expect(queryTitleProblem('mine', [query])).toBeNull()
})
