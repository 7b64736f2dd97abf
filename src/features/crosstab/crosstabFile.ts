import { type CsvCell, csvParts } from '../../model/csv.ts'
import type { PropertyCounts } from '../../model/queries.ts'
import type { CrosstabColumn, CrosstabRow } from './crosstabOf.ts'
import { type Counting, countAt, type Measure, type Place, shareAt } from './shares.ts'

export interface CrosstabAsked {
  counts: PropertyCounts
  rows: readonly CrosstabRow[]
  columns: readonly CrosstabColumn[]
  counting: Counting
  measure: Measure
  words: { quirk: string; total: string }
}

/** The table as it is shown, as CSV; shares are numbers from 0 to 1. Others have their turn in between. */
export async function crosstabFile(asked: CrosstabAsked): Promise<Blob> {
  const parts: string[] = []
  for (const part of csvParts(crosstabLines(asked))) {
    parts.push(part)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

export function* crosstabLines({
  counts,
  rows,
  columns,
  counting,
  measure,
  words,
}: CrosstabAsked): Generator<CsvCell[], void> {
  const cell = (row: Place, column: Place): CsvCell => {
    if (measure === 'count') return countAt(counts, counting, row, column)
    const share = shareAt(counts, counting, measure, row, column)
    return share === null ? '' : Math.round(share * 1e6) / 1e6
  }
  yield [words.quirk, ...columns.map(({ title }) => title)]
  for (const { title, place } of rows) yield [title, ...columns.map((column) => cell(place, column.place))]
  yield [words.total, ...columns.map((column) => cell(null, column.place))]
}
