/** How the windows of a live list fit together: which rows are known, which are asked for next, and how far a change has moved them. */
import type { QuoteRow } from '../../model/queries.ts'

export interface Kept {
  key: string
  total: number
  /** By index: those of the last windows. */
  rows: ReadonlyMap<number, QuoteRow>
  moved: number
}

export interface Told {
  key: string
  total: number
  offset: number
  rows: readonly QuoteRow[]
}

interface Wanted {
  key: string
  offset: number
  limit: number
  near?: { id: number; at: number }
}

/** Rows in one window, those beyond what is in sight that are wanted at least, and those kept at most. */
const size = 240
const margin = 50
const most = 1500

/**
 * What is known once a window has been told. Where the rows have changed, those in sight (`seen`, by index) say how far: all others are
 * forgotten. `lost`: a row in sight that is not among those told, and none of the others is; with `whatever` they are taken nevertheless.
 */
export function keepInStep(
  before: Kept | null,
  told: Told,
  [first, last]: readonly [number, number],
  whatever: boolean,
): Kept | { lost: { id: number; at: number } } {
  const fresh = new Map(told.rows.map((row, n) => [told.offset + n, row]))
  const { key, total } = told
  if (!before) return { key, total, rows: fresh, moved: 0 }
  const isSame = total === before.total && told.rows.every(({ id }, n) => isRow(before, told.offset + n, id))
  if (isSame) return { ...before, rows: trimmed(new Map([...before.rows, ...fresh])) }
  const placeOf = new Map(told.rows.map(({ id }, n) => [id, told.offset + n]))
  let lost: { id: number; at: number } | null = null
  for (let at = first; at <= last; at++) {
    const id = before.rows.get(at)?.id
    if (id === undefined) continue
    const now = placeOf.get(id)
    if (now !== undefined) return { key, total, rows: fresh, moved: before.moved + now - at }
    lost ??= { id, at }
  }
  if (lost && !whatever) return { lost }
  return { key, total, rows: fresh, moved: before.moved }
}

const isRow = ({ rows }: Kept, index: number, id: number): boolean => (rows.get(index)?.id ?? id) === id

const trimmed = (rows: Map<number, QuoteRow>): Map<number, QuoteRow> => {
  for (const index of rows.keys()) {
    if (rows.size <= most) break
    rows.delete(index)
  }
  return rows
}

/** The window to be asked for, with what is in sight in its middle; the one before where that still has all that is near. */
export function windowFor(before: Wanted | null, { key, total }: Kept, first: number, last: number): Wanted | null {
  if (before && before.key !== key) return before
  const from = Math.max(0, first - margin)
  const to = Math.min(total, last + margin)
  if (before && from >= before.offset && to <= before.offset + before.limit) return before
  const middle = Math.round((first + last) / 2)
  return { key, offset: Math.max(0, middle - size / 2), limit: size }
}
