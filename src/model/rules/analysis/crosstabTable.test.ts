import { expect, test } from 'vitest'
import { finish } from '../../../../fixtures/testing/drawnKernels.ts'
import type { Crosstab, PropertyCounts } from '../../queries.ts'
import { columnsOf, crosstabLines, sortedRows } from './crosstabTable.ts'
import { type Counting, cellsOf, type Measure } from './shares.ts'

const compare = (a: string, b: string) => a.localeCompare(b)
const values = new Map([
  [7, { id: 7, keyId: 1, value: 'Town' }],
  [8, { id: 8, keyId: 1, value: 'Shore' }],
])
const numbers = (...list: number[]) => Uint32Array.from(list)
/** Two quirks; columns Town, Shore, without. */
const counts: PropertyCounts = {
  quirkIds: [1, 2],
  valueIds: [7, 8],
  highlights: numbers(4, 0, 0, 1, 2, 1),
  sources: numbers(2, 0, 0, 1, 1, 1),
  rowHighlights: numbers(4, 4),
  rowSources: numbers(2, 3),
  columnHighlights: numbers(5, 2, 1),
  columnSources: numbers(2, 1, 1),
  sourcesOfValue: numbers(2, 1, 3),
  total: { highlights: 8, sources: 6, codedSources: 4 },
  left: 0,
}
const rows = [
  { id: 1, title: 'Zeal', color: '#d90a1a', place: 0 },
  { id: 2, title: '=Fear', color: '#d90a1a', place: 1 },
]
const columns = columnsOf({ ...counts, names: null }, values, { without: 'No value', total: 'Total' }, compare)
const tableOf = (counting: Counting, measure: Measure): Crosstab => ({
  ...counts,
  ...{ keyId: 1, names: null, counting, measure, cells: finish(cellsOf(counts, counting, measure)) },
})
const table = tableOf('highlights', 'count')
const order = (by: 'title' | number | null | undefined, descending: boolean) =>
  sortedRows(rows, columns, table, { by, descending }, compare).map(({ title }) => title)

test('values in order, numbers by size and texts as the language has them or in the order of their property, then the sources without any, then the total', () => {
  expect(columns.map(({ title }) => title)).toEqual(['Shore', 'Town', 'No value', 'Total'])
  const met = ['34', 'unknown', '41', '29', '1.25', '-3', '100', '1.5', 'Elsewhere']
  const named = new Map(met.map((value, id) => [id, { id, keyId: 1, value }]))
  const asked = { names: null, valueIds: [...named.keys()] }
  const titles = columnsOf(asked, named, { without: 'No value', total: 'Total' }, compare).map(({ title }) => title)
  const sorted = ['-3', '1.25', '1.5', '29', '34', '41', '100', 'Elsewhere', 'unknown']
  expect(titles).toEqual([...sorted, 'No value', 'Total'])
  const scale = columnsOf({ ...counts, names: null }, values, { without: 'No value', total: 'Total' }, null).map(
    ({ title }) => title,
  )
  expect(scale).toEqual(['Town', 'Shore', 'No value', 'Total'])
})

test('who speaks, as they are given, then nobody, then the total', () => {
  const names = ['Zoe', 'Ana']
  const titles = columnsOf({ valueIds: [4, 2], names }, new Map(), { without: 'Nobody', total: 'Total' }, compare)
  expect(titles.map(({ valueId, title }) => [valueId, title])).toEqual([
    [4, 'Zoe'],
    [2, 'Ana'],
    [null, 'Nobody'],
    [undefined, 'Total'],
  ])
})

test('rows by a column, by the total (equals by their titles), by title', () => {
  expect(order(7, true)).toEqual(['Zeal', '=Fear'])
  expect(order(8, true)).toEqual(['=Fear', 'Zeal'])
  expect(order(null, false)).toEqual(['Zeal', '=Fear'])
  expect(order(undefined, true)).toEqual(['=Fear', 'Zeal'])
  expect(order('title', true)).toEqual(['Zeal', '=Fear'])
})

test('the file has what is shown, shares as numbers', () => {
  const words = { quirk: 'Quirk', total: 'Total' }
  expect([...crosstabLines(table, rows, columns, words)]).toEqual([
    ['Quirk', 'Shore', 'Town', 'No value', 'Total'],
    ['Zeal', 0, 4, 0, 4],
    ['=Fear', 2, 1, 1, 4],
    ['Total', 2, 5, 1, 8],
  ])
  const shares = [...crosstabLines(tableOf('sources', 'column'), rows, columns, words)]
  expect(shares[1]).toEqual(['Zeal', 0, 1, 0, 0.333333])
})
