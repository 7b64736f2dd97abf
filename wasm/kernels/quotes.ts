/**
 * Windows of the highlights, in any order: what lists of quotes are read from. The rows are chosen and sorted by the columns, stably over
 * their place in the project, and kept until something changes; the window's ids are looked up in the database by whoever asks.
 */
import type { QuoteOrder } from '../../src/model/queries.ts'
import type { Filter } from '../../src/model/rules/filters.ts'
import type { Db } from '../db.ts'
import { type Columns, parts } from './columns.ts'
import { filterHighlights } from './filterAnswers.ts'
import { type Hold, holding } from './kernel.ts'
import type { Slices } from './slices.ts'
import { type RowKey, secondWord, sortRows } from './sortRows.ts'

export interface QuotesAsked {
  /** null: of every quirk. */
  quirkIds: readonly number[] | null
  filters: readonly Filter[]
  order: QuoteOrder
  descending: boolean
  offset: number
  limit: number
}

export interface Quotes {
  /** The ids of a window, and how many highlights there are in all. Orders by author and date need the columns' authors. */
  window(asked: QuotesAsked): Slices<{ total: number; ids: number[] }>
  /** Something has changed: what was sorted is not to be read any more. */
  forget(): void
}

const titles = new Intl.Collator(undefined, { numeric: true })

export function openQuotes(columns: Columns, db: Db): Quotes {
  const { kernel, at } = columns
  let sorted: { what: string; rows: Int32Array } | null = null

  function* rowsOf({ filters, quirkIds, order, descending }: QuotesAsked): Slices<Int32Array> {
    const held = holding(kernel)
    try {
      const kept = filters.length > 0 ? held.take((yield* filterHighlights(columns, db, filters)).pointer) : 0
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
    return ranks(columns.quirks.size, (quirk) => names.get(columns.quirks.at(quirk)) ?? '')
  }

  return {
    *window(asked) {
      const { offset, limit, ...rest } = asked
      const what = JSON.stringify(rest)
      if (sorted?.what !== what) sorted = { what, rows: yield* rowsOf(asked) }
      const { rows } = sorted
      const ids = Array.from(rows.subarray(offset, offset + limit), (row) => columns.row(row).id)
      return { total: rows.length, ids }
    },
    forget: () => {
      sorted = null
    },
  }
}

/** Where each of `count` names stands among all. */
function ranks(count: number, name: (n: number) => string): Uint32Array {
  const order = Array.from({ length: count }, (_, n) => n).sort((a, b) => titles.compare(name(a), name(b)))
  const rank = new Uint32Array(count)
  for (const [place, n] of order.entries()) {
    const before = order[place - 1]
    // The same name is the same rank: their rows stay in the order of the texts.
    rank[n] = before !== undefined && titles.compare(name(before), name(n)) === 0 ? (rank[before] as number) : place
  }
  return rank
}
