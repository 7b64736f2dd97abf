/** The rows and columns of quirks × values of a property, or × who speaks, in their order, and the same as lines of a file. */
import type { CsvCell } from '../../csv.ts'
import type { Crosstab } from '../../queries.ts'
import { type CountPlace, cellAt, weightAt } from './shares.ts'

export interface CrosstabRow {
  readonly id: number
  /** Never empty. */
  readonly title: string
  readonly color: string
  /** Its place in the counts. */
  readonly place: number
}

export interface CrosstabColumn {
  /** The value or speaker; null: what has none, undefined: the total. */
  readonly valueId: number | null | undefined
  readonly title: string
  readonly place: CountPlace
}

/** By the title of the quirk, or by the numbers of a column. */
export interface CrosstabOrder {
  /** `valueId` of the column; 'title': the quirk's. */
  by: 'title' | CrosstabColumn['valueId']
  descending: boolean
}

/** Who speaks, as they are given; of a property the values (`values`: by id), numbers by size and before texts, which stand as they are unless there is `compare`; then the sources without any, then the total. */
export function columnsOf(
  { valueIds, names }: Pick<Crosstab, 'valueIds' | 'names'>,
  values: ReadonlyMap<number, { value: string }>,
  words: { without: string; total: string },
  compare: ((a: string, b: string) => number) | null,
): CrosstabColumn[] {
  const columns = valueIds.map(
    (valueId, place): CrosstabColumn => ({
      valueId,
      title: names ? (names[place] ?? '') : (values.get(valueId)?.value ?? ''),
      place,
    }),
  )
  if (!names) columns.sort((a, b) => byNumber(a.title, b.title) || (compare?.(a.title, b.title) ?? 0))
  return [
    ...columns,
    { valueId: null, title: words.without, place: valueIds.length },
    { valueId: undefined, title: words.total, place: null },
  ]
}

/** Decimals and those below zero too, which a collator reads digit by digit. */
function byNumber(a: string, b: string): number {
  const [one, other] = [numberIn(a), numberIn(b)]
  return one === other ? 0 : one - other
}

/** Infinity: it is none. */
function numberIn(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number
}

/** Rows with equal numbers stay in the order of their titles. */
export function sortedRows(
  rows: readonly CrosstabRow[],
  columns: readonly CrosstabColumn[],
  table: Crosstab,
  { by, descending }: CrosstabOrder,
  compare: (a: string, b: string) => number,
): CrosstabRow[] {
  const turn = descending ? -1 : 1
  const byTitle = (a: CrosstabRow, b: CrosstabRow) => compare(a.title, b.title) || a.id - b.id
  if (by === 'title') return rows.toSorted((a, b) => byTitle(a, b) * turn)
  const column = columns.find(({ valueId }) => valueId === by)
  if (!column) return rows.toSorted(byTitle)
  const weights = rows.map((row) => weightAt(table, row.place, column.place))
  return Array.from(rows.keys())
    .sort((a, b) => ((weights[a] as number) - (weights[b] as number)) * turn || byTitle(rows[a]!, rows[b]!))
    .map((n) => rows[n]!)
}

/** Shares are numbers from 0 to 1. */
export function* crosstabLines(
  table: Crosstab,
  rows: readonly CrosstabRow[],
  columns: readonly CrosstabColumn[],
  words: { quirk: string; total: string },
): Generator<CsvCell[], void> {
  const cell = (row: CountPlace, column: CountPlace): CsvCell => {
    const value = cellAt(table, row, column)
    return Number.isNaN(value) ? '' : Math.round(value * 1e6) / 1e6
  }
  yield [words.quirk, ...columns.map(({ title }) => title)]
  for (const { title, place } of rows) yield [title, ...columns.map((column) => cell(place, column.place))]
  yield [words.total, ...columns.map((column) => cell(null, column.place))]
}
