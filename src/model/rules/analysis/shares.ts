/**
 * What stands in a cell of quirks × values: a count, or its share of the row, the column or all.
 *
 * Of highlights the base is the highlights, each once: of the row its quirk's, of the column those in sources with the value. Of sources: of
 * the row those with the quirk, of the column all that have the value, coded or not, and all sources there are. So of a property with
 * several values a source, the shares of a row may come to more than one.
 */
import type { Crosstab, PropertyCounts } from '../../queries.ts'

export const countings = ['highlights', 'sources'] as const
export type Counting = (typeof countings)[number]
export const measures = ['count', 'row', 'column', 'total'] as const
export type Measure = (typeof measures)[number]

/** A row or column number of the counts; null: the total. The last column has the sources without a value. */
export type CountPlace = number | null

export const widthOf = ({ valueIds }: Pick<PropertyCounts, 'valueIds'>): number => valueIds.length + 1

export function countAt(counts: PropertyCounts, counting: Counting, row: CountPlace, column: CountPlace): number {
  const isOfSources = counting === 'sources'
  if (row === null && column === null) return isOfSources ? counts.total.codedSources : counts.total.highlights
  if (row === null) return at(isOfSources ? counts.columnSources : counts.columnHighlights, column)
  if (column === null) return at(isOfSources ? counts.rowSources : counts.rowHighlights, row)
  return at(isOfSources ? counts.sources : counts.highlights, row * widthOf(counts) + column)
}

/** 0 to 1; null where there is nothing to have a share of. */
export function shareAt(
  counts: PropertyCounts,
  counting: Counting,
  measure: Exclude<Measure, 'count'>,
  row: CountPlace,
  column: CountPlace,
): number | null {
  const base = baseOf(counts, counting, measure, row, column)
  return base === 0 ? null : countAt(counts, counting, row, column) / base
}

function baseOf(
  counts: PropertyCounts,
  counting: Counting,
  measure: Exclude<Measure, 'count'>,
  row: CountPlace,
  column: CountPlace,
): number {
  if (measure === 'row') return countAt(counts, counting, row, null)
  if (counting === 'highlights') return countAt(counts, counting, null, measure === 'column' ? column : null)
  return measure === 'column' && column !== null ? at(counts.sourcesOfValue, column) : counts.total.sources
}

/** All cells, row by row: the last row and the last of each row are totals. NaN: there is nothing to have a share of. Others have their turn in between. */
export function* cellsOf(
  counts: PropertyCounts,
  counting: Counting,
  measure: Measure,
): Generator<undefined, Float64Array, undefined> {
  const rows: CountPlace[] = [...counts.quirkIds.keys(), null]
  const columns: CountPlace[] = [...Array(widthOf(counts)).keys(), null]
  const cells = new Float64Array(rows.length * columns.length)
  let at = 0
  for (const row of rows) {
    for (const column of columns) {
      cells[at] =
        measure === 'count'
          ? countAt(counts, counting, row, column)
          : (shareAt(counts, counting, measure, row, column) ?? Number.NaN)
      at += 1
    }
    yield
  }
  return cells
}

export function cellAt({ cells, quirkIds, valueIds }: Crosstab, row: CountPlace, column: CountPlace): number {
  const width = valueIds.length + 2
  return cells[(row ?? quirkIds.length) * width + (column ?? width - 1)] ?? Number.NaN
}

/** The number that a cell is sorted and shaded by. */
export const weightAt = (table: Crosstab, row: CountPlace, column: CountPlace): number =>
  cellAt(table, row, column) || 0

const at = (table: Uint32Array, place: CountPlace): number => table[place ?? 0] ?? 0
