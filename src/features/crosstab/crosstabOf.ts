import type { PropertyCounts } from '../../model/queries.ts'
import type { Row } from '../../model/schema.ts'
import { type Counting, type Measure, type Place, weightAt, widthOf } from './shares.ts'

export interface CrosstabRow {
  readonly id: number
  /** Never empty. */
  readonly title: string
  readonly color: string
  /** Its place in the counts. */
  readonly place: number
}

export interface CrosstabColumn {
  /** The value; null: sources without any, undefined: the total. */
  readonly valueId: number | null | undefined
  readonly title: string
  readonly place: Place
}

/** By the title of the quirk, or by the numbers of a column. */
export interface CrosstabOrder {
  /** `valueId` of the column; 'title': the quirk's. */
  by: 'title' | CrosstabColumn['valueId']
  descending: boolean
}

/** The values in the order in which they are offered, then the sources without any, then the total. */
export function columnsOf(
  counts: PropertyCounts,
  key: Row<'source_metadata_keys'>,
  values: ReadonlyMap<number | string, Row<'source_metadata_values'>>,
  words: { without: string; total: string },
  compare: (a: string, b: string) => number,
): CrosstabColumn[] {
  const columns = counts.valueIds.map(
    (valueId, place): CrosstabColumn => ({ valueId, title: values.get(valueId)?.value ?? '', place }),
  )
  if (key.sortValuesAlphabetically) columns.sort((a, b) => compare(a.title, b.title))
  return [
    ...columns,
    { valueId: null, title: words.without, place: widthOf(counts) - 1 },
    { valueId: undefined, title: words.total, place: null },
  ]
}

/** Rows with equal numbers stay in the order of their titles. */
export function sortedRows(
  rows: readonly CrosstabRow[],
  columns: readonly CrosstabColumn[],
  counts: PropertyCounts,
  { counting, measure }: { counting: Counting; measure: Measure },
  { by, descending }: CrosstabOrder,
  compare: (a: string, b: string) => number,
): CrosstabRow[] {
  const turn = descending ? -1 : 1
  const byTitle = (a: CrosstabRow, b: CrosstabRow) => compare(a.title, b.title) || a.id - b.id
  if (by === 'title') return rows.toSorted((a, b) => byTitle(a, b) * turn)
  const column = columns.find(({ valueId }) => valueId === by)
  if (!column) return rows.toSorted(byTitle)
  const weights = rows.map((row) => weightAt(counts, counting, measure, row.place, column.place))
  return Array.from(rows.keys())
    .sort((a, b) => ((weights[a] as number) - (weights[b] as number)) * turn || byTitle(rows[a]!, rows[b]!))
    .map((n) => rows[n]!)
}
