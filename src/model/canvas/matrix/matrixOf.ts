import type { OverlapTable } from '../../queries.ts'

export type MatrixOrder = 'count' | 'title' | 'similar'

/** What stands beside a row and above a column. */
export interface MatrixQuirk {
  readonly id: number
  readonly title: string
  /** `#rrggbb`. */
  readonly color: string
}

/** The table in an order: a row or column number stands for a quirk. */
export interface Matrix<Q extends MatrixQuirk = MatrixQuirk> {
  readonly quirks: readonly Q[]
  /** Calls `take` for each overlap of a row's quirk, in no order. */
  each(row: number, take: (column: number, count: number) => void): void
  /** 0 where they do not overlap. */
  count(row: number, column: number): number
  readonly highest: number
}

/** What a quirk looks like that is gone meanwhile. */
export const goneColour = '#666872'

/** `gone`: in the place of a quirk that is gone meanwhile. */
export function matrixOf<Q extends MatrixQuirk>(
  table: OverlapTable,
  quirks: ReadonlyMap<number, Q>,
  order: MatrixOrder,
  compare: (a: string, b: string) => number,
  gone: (id: number) => Q,
): Matrix<Q> {
  const { quirkIds, starts, others, counts, highest } = table
  const known = quirkIds.map((id) => quirks.get(id) ?? gone(id))
  const places = placesIn(table, known, order, compare)
  const rows = new Int32Array(places.length)
  for (const [row, place] of places.entries()) rows[place] = row
  const each: Matrix['each'] = (row, take) => {
    const place = places[row] as number
    for (let at = starts[place] as number, last = starts[place + 1] as number; at < last; at++)
      take(rows[others[at] as number] as number, counts[at] as number)
  }
  return {
    quirks: Array.from(places, (place) => known[place] as Q),
    each,
    count: (row, column) => {
      const [place, sought] = [places[row] as number, places[column] as number]
      for (let at = starts[place] as number, last = starts[place + 1] as number; at < last; at++)
        if (others[at] === sought) return counts[at] as number
      return 0
    },
    highest,
  }
}

/** By row. The table has them by their overlaps. */
function placesIn(
  { similar }: OverlapTable,
  known: readonly MatrixQuirk[],
  order: MatrixOrder,
  compare: (a: string, b: string) => number,
): Uint32Array {
  if (order === 'similar' && similar.length === known.length) return similar
  const places = Uint32Array.from(known.keys())
  if (order !== 'title') return places
  return places.sort((a, b) => compare(known[a]?.title ?? '', known[b]?.title ?? '') || a - b)
}
