/**
 * Windows of the highlights, in any order: what lists of quotes are read from. The rows are chosen and sorted by the columns, stably over
 * their place in the project, and kept until something changes; the window's ids are looked up in the database by whoever asks.
 */
import type { QuoteOrder } from '../../../src/model/queries.ts'
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import type { Db } from '../../database/db.ts'
import { type Columns, parts } from '../columns/columns.ts'
import type { Passing } from '../filters/passing.ts'
import type { Sought } from '../filters/touchedByText.ts'
import { type Hold, holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { type RowKey, secondWord, sortRows } from './sortRows.ts'

export interface QuotesAsked {
  /** null: of every quirk. */
  quirkIds: readonly number[] | null
  filters: readonly Filter[]
  /** Missing or empty: whatever it says. */
  text?: string
  order: QuoteOrder
  descending: boolean
  offset: number
  limit: number
  /** A highlight that stood at `at`: the window goes along with it to where it stands now. */
  near?: { id: number; at: number }
}

/** A question for all of them at once. */
export type AllQuotesAsked = Omit<QuotesAsked, 'offset' | 'limit' | 'near'>

export interface QuotesWindow {
  total: number
  /** Of the first one. */
  offset: number
  ids: number[]
}

export interface Quotes {
  /**
   * The ids of a window, and how many highlights there are in all. Orders by author and date need the columns' authors; a text the texts.
   */
  window(asked: QuotesAsked, sought: Sought | null): Slices<QuotesWindow>
  /** The ids of all, in their order. */
  ids(asked: AllQuotesAsked, sought: Sought | null): Slices<Float64Array>
  /** Something has changed: what was sorted is not to be read any more. */
  forget(): void
}

const titles = new Intl.Collator(undefined, { numeric: true })

export function openQuotes(columns: Columns, db: Db, passing: Passing): Quotes {
  const { kernel, at } = columns
  let sorted: { what: string; rows: Int32Array } | null = null

  function* rowsOf(asked: AllQuotesAsked, sought: Sought | null): Slices<Int32Array> {
    const { filters, quirkIds, order, descending } = asked
    const held = holding(kernel)
    try {
      const asks = filters.length > 0 || sought
      const kept = asks ? held.take((yield* passing.of(filters, sought)).pointer) : 0
      const chosen = quirkIds ? chosenQuirks(held, quirkIds) : 0
      const groups = held.reserve(columns.groupCount * 4)
      const rows = held.reserve(columns.size * 4)
      kernel.ints(groups, columns.groupCount).set(columns.inOrder())
      yield
      let count = 0
      for (const [from, to] of parts(columns)) {
        const { offsets, counts, quirks } = at
        count += kernel.calls.gather(groups, offsets, counts, from, to, quirks, chosen, kept, rows + count * 4)
        yield
      }
      if (order !== 'place') yield* sortRows(kernel, rows, count, keysOf(order, descending))
      const found = kernel.ints(rows, count).slice()
      return order === 'place' && descending ? found.reverse() : found
    } finally {
      held.free()
    }
  }

  function chosenQuirks(held: Hold, quirkIds: readonly number[]): number {
    const pointer = held.reserve(columns.quirks.size + 16)
    const bytes = kernel.bytes(pointer, columns.quirks.size).fill(0)
    for (const id of quirkIds) {
      const quirk = columns.quirks.known(id)
      if (quirk !== undefined) bytes[quirk] = 1
    }
    return pointer
  }

  function* sortedRows(asked: AllQuotesAsked, sought: Sought | null): Slices<Int32Array> {
    const what = JSON.stringify(asked)
    if (sorted?.what !== what) sorted = { what, rows: yield* rowsOf(asked, sought) }
    return sorted.rows
  }

  /** How many places further a highlight stands; 0 where it is none of these any more. */
  function* movedBy(rows: Int32Array, { id, at: before }: { id: number; at: number }): Slices<number> {
    const row = rows[before]
    if (row !== undefined && columns.row(row).id === id) return 0
    for (const [from, to] of stretches(rows.length)) {
      const ids = kernel.doubles(at.ids, columns.end)
      for (let n = from; n < to; n++) if (ids[rows[n] as number] === id) return n - before
      yield
    }
    return 0
  }

  /** [from, to) of as many rows as are worked through at once. */
  function* stretches(count: number): Generator<[number, number]> {
    for (let from = 0; from < count; from += kernel.sizes.rows) yield [from, Math.min(count, from + kernel.sizes.rows)]
  }

  /** What rows are sorted by; turned round for `descending`, so that equals stay in the order of the texts. */
  function keysOf(order: Exclude<QuoteOrder, 'place'>, descending: boolean): RowKey[] {
    const turned = (key: number) => (descending ? 0xffffffff - key : key)
    const ints = (pointer: number) => kernel.ints(pointer, columns.end)
    if (order === 'date') return [dateKey((time) => turned(time >>> 0)), dateKey((time) => turned(secondWord(time)))]
    if (order === 'length')
      return [
        () => {
          const [starts, ends] = [ints(at.starts), ints(at.ends)]
          return (row) => turned((ends[row] as number) - (starts[row] as number))
        },
      ]
    const rank = order === 'author' ? authorRanks() : quirkRanks()
    return [
      () => {
        const values = ints(order === 'author' ? at.authors : at.quirks)
        return (row) => turned(rank[values[row] as number] as number)
      },
    ]
  }

  const dateKey =
    (key: (time: number) => number): RowKey =>
    () => {
      const times = kernel.doubles(at.times, columns.end)
      return (row) => key(times[row] as number)
    }

  const authorRanks = () => ranks(columns.authors.size, (author) => columns.authors.at(author))

  function quirkRanks(): Uint32Array {
    const names = new Map(
      db.all<{ id: number; title: string }>('SELECT id, title FROM quirks').map(({ id, title }) => [id, title]),
    )
    const { quirks } = columns
    // Of two that are called alike each keeps its highlights together.
    return ranks(
      quirks.size,
      (quirk) => names.get(quirks.at(quirk)) ?? '',
      (a, b) => quirks.at(a) - quirks.at(b),
    )
  }

  return {
    *window({ offset: from, limit, near, ...asked }, sought) {
      const rows = yield* sortedRows(asked, sought)
      const moved = near ? yield* movedBy(rows, near) : 0
      const offset = Math.max(0, from + moved)
      const ids = Array.from(rows.subarray(offset, offset + limit), (row) => columns.row(row).id)
      return { total: rows.length, offset, ids }
    },
    *ids(asked, sought) {
      const rows = yield* sortedRows(asked, sought)
      const ids = new Float64Array(rows.length)
      for (const [from, to] of stretches(rows.length)) {
        const all = kernel.doubles(at.ids, columns.end)
        for (let n = from; n < to; n++) ids[n] = all[rows[n] as number] as number
        yield
      }
      return ids
    },
    forget: () => {
      sorted = null
    },
  }
}

/** Where each of `count` names stands among all; `apart`: the order of those with the same name, 0 where they are one. */
function ranks(count: number, name: (n: number) => string, apart = (_a: number, _b: number) => 0): Uint32Array {
  const compare = (a: number, b: number) => titles.compare(name(a), name(b)) || apart(a, b)
  const order = Array.from({ length: count }, (_, n) => n).sort(compare)
  const rank = new Uint32Array(count)
  for (const [place, n] of order.entries()) {
    const before = order[place - 1]
    // The same name is the same rank: their rows stay in the order of the texts.
    rank[n] = before !== undefined && compare(before, n) === 0 ? (rank[before] as number) : place
  }
  return rank
}
