/**
 * When highlights or memos were made: their number for each day (of this place) on which there are some, by author or by quirk; for
 * each hour, where all lie within two days.
 *
 * Promises: days and hours are ascending. What has no time (0, as from files that tell none), or one that cannot be, is counted as undated.
 */
import { isDated, isWithinTwoDays, periodAfter, periodOfTime } from '../../src/model/rules/analysis/periods.ts'
import type { Db } from '../database/db.ts'
import type { Columns } from './columns/columns.ts'
import { parts } from './columns/columns.ts'
import type { Slices } from './slices.ts'

export interface TimelineAsked {
  of: 'highlights' | 'memos'
  /** Memos have no quirk. */
  by: 'author' | 'quirk'
  /** null: of every quirk; not read for memos. */
  quirkIds: readonly number[] | null
  /** Those with the most get a series of their own. */
  most: number
}

export interface Timeline {
  unit: 'hour' | 'day'
  /** When each of them begins, in ms since 1970. */
  begins: Float64Array
  /** For each a number for each series, and one for all the others together. */
  counts: Uint32Array
  /** Authors or ids of quirks, the most frequent first. */
  series: { key: string | number; total: number }[]
  /** How many are not in a series of their own. */
  others: number
  undated: number
}

/** What is counted: `each` calls with a time and what it is counted by; in slices. */
type Each = (visit: (time: number, by: number) => void) => Slices<void>

/** Needs authors and times. */
export function* highlightTimeline(columns: Columns, { by, quirkIds, most }: TimelineAsked): Slices<Timeline> {
  const wanted = new Uint8Array(columns.quirks.size).fill(quirkIds ? 0 : 1)
  for (const id of quirkIds ?? []) {
    const quirk = columns.quirks.known(id)
    if (quirk !== undefined) wanted[quirk] = 1
  }
  const each: Each = function* (visit) {
    for (const [from, to] of parts(columns)) {
      const { kernel, at, end } = columns
      const quirks = kernel.ints(at.quirks, end)
      const bys = by === 'quirk' ? quirks : kernel.ints(at.authors, end)
      const times = kernel.doubles(at.times, end)
      for (let group = from; group < to; group++) {
        const first = columns.offset(group)
        for (let row = first, last = first + columns.count(group); row < last; row++)
          if (wanted[quirks[row] as number] === 1) visit(times[row] as number, bys[row] as number)
      }
      yield
    }
  }
  const keyOf = (n: number) => (by === 'quirk' ? columns.quirks.at(n) : columns.authors.at(n))
  return yield* timeline(each, by === 'quirk' ? columns.quirks.size : columns.authors.size, keyOf, most)
}

export function* memoTimeline(db: Db, { most }: TimelineAsked): Slices<Timeline> {
  const authors: string[] = []
  const numbers = new Map<string, number>()
  const rows: { time: number; by: number }[] = []
  db.each('SELECT author, timestamp FROM memos', [], (row) => {
    const author = row.text(0)
    const known = numbers.get(author) ?? authors.push(author) - 1
    numbers.set(author, known)
    rows.push({ time: row.number(1), by: known })
  })
  const each: Each = function* (visit) {
    for (const { time, by } of rows) visit(time, by)
    yield
  }
  return yield* timeline(each, authors.length, (n) => authors[n] as string, most)
}

function* timeline(each: Each, size: number, keyOf: (by: number) => string | number, most: number): Slices<Timeline> {
  const totals = new Uint32Array(size)
  let [least, last, undated, all] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  yield* each((time, by) => {
    if (!isDated(time)) {
      undated += 1
      return
    }
    all += 1
    totals[by] = (totals[by] as number) + 1
    if (time < least) least = time
    if (time > last) last = time
  })
  const chosen = Array.from(totals.keys())
    .filter((by) => (totals[by] as number) > 0)
    .sort((a, b) => (totals[b] as number) - (totals[a] as number) || (keyOf(a) < keyOf(b) ? -1 : 1))
    .slice(0, most)
  const series = chosen.map((by) => ({ key: keyOf(by), total: totals[by] as number }))
  const others = all - series.reduce((sum, { total }) => sum + total, 0)
  if (all === 0)
    return { unit: 'day', begins: new Float64Array(0), counts: new Uint32Array(0), series, others, undated }

  const seats = new Uint32Array(size).fill(chosen.length)
  for (const [seat, by] of chosen.entries()) seats[by] = seat
  const unit = isWithinTwoDays(least, last) ? 'hour' : 'day'
  const begins = beginsBetween(least, last, unit)
  const width = chosen.length + 1
  const counts = new Uint32Array((begins.length - 1) * width)
  const usual = ((begins.at(-1) as number) - (begins[0] as number)) / (begins.length - 1)
  yield* each((time, by) => {
    if (!isDated(time)) return
    // Days are not equally long: one more or less.
    let period = Math.floor((time - (begins[0] as number)) / usual)
    while (time < (begins[period] as number)) period -= 1
    while (time >= (begins[period + 1] as number)) period += 1
    const at = period * width + (seats[by] as number)
    counts[at] = (counts[at] as number) + 1
  })
  return { unit, ...withoutEmpty(begins, counts, width), series, others, undated }
}

/** When each day or hour begins from that of the one time to that of the other, and the one after. */
function beginsBetween(from: number, to: number, unit: Timeline['unit']): number[] {
  const begins = [periodOfTime(from, unit)]
  while ((begins.at(-1) as number) <= to) begins.push(periodAfter(begins.at(-1) as number, unit))
  return begins
}

function withoutEmpty(
  begins: readonly number[],
  counts: Uint32Array,
  width: number,
): Pick<Timeline, 'begins' | 'counts'> {
  const some = Array.from({ length: begins.length - 1 }, (_, at) => at).filter((at) =>
    counts.subarray(at * width, (at + 1) * width).some((count) => count > 0),
  )
  const kept = new Uint32Array(some.length * width)
  for (const [n, at] of some.entries()) kept.set(counts.subarray(at * width, (at + 1) * width), n * width)
  return { begins: Float64Array.from(some, (at) => begins[at] as number), counts: kept }
}
