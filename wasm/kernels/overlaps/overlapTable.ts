/**
 * The matrix of overlaps as a view draws it: of some quirks, without the pairs below a threshold, the quirks with the most overlaps alone, and
 * on demand in an order in which quirks that overlap much stand together.
 */
import type { OverlapTable } from '../../../src/model/queries.ts'
import type { Slices } from '../slices.ts'
import type { OverlapMatrix } from './overlapCounts.ts'
import { similarOrder } from './similarOrder.ts'

export interface OverlapTableAsked {
  /** Of these quirks with each other; null: of all. */
  quirkIds: readonly number[] | null
  /** Pairs with fewer overlaps are left out. */
  least: number
  /** So many quirks at most: those with the most overlaps. */
  most: number
  /** Whether `similar` is wanted. */
  similar: boolean
}

/** Pairs worked through at once. */
const slice = 100_000

export function* overlapTable(matrix: OverlapMatrix, asked: OverlapTableAsked): Slices<OverlapTable> {
  const { pairs, quirkIds: all } = matrix
  const isAsked = askedFor(all, asked.quirkIds)
  const sums = new Uint32Array(all.length)
  for (let at = 0; at < pairs.length; at += 3) {
    const [one, other, count] = [pairs[at] as number, pairs[at + 1] as number, pairs[at + 2] as number]
    if (at % (3 * slice) === 0) yield
    if (count < asked.least || isAsked[one] === 0 || isAsked[other] === 0) continue
    sums[one] = (sums[one] as number) + count
    sums[other] = (sums[other] as number) + count
  }
  const overlapping = Array.from(all.keys())
    .filter((index) => (sums[index] as number) > 0)
    .sort((a, b) => (sums[b] as number) - (sums[a] as number) || a - b)
  const shown = overlapping.slice(0, asked.most)
  const places = new Int32Array(all.length).fill(-1)
  for (const [place, index] of shown.entries()) places[index] = place
  const table: OverlapTable = {
    quirkIds: shown.map((index) => all[index] as number),
    totals: Uint32Array.from(shown, (index) => sums[index] as number),
    ...(yield* entriesOf(pairs, places, shown.length, asked.least)),
    similar: new Uint32Array(),
    overlapping: overlapping.length,
  }
  if (asked.similar) table.similar = yield* similarOrder(table)
  return table
}

function askedFor(all: readonly number[], quirkIds: readonly number[] | null): Uint8Array {
  if (quirkIds === null) return new Uint8Array(all.length).fill(1)
  const asked = new Set(quirkIds)
  return Uint8Array.from(all, (id) => (asked.has(id) ? 1 : 0))
}

type Entries = Pick<OverlapTable, 'starts' | 'others' | 'counts' | 'highest'>

/** Each pair twice, once for each of its places. */
function* entriesOf(pairs: Uint32Array, places: Int32Array, size: number, least: number): Slices<Entries> {
  const starts = new Uint32Array(size + 1)
  function* each(take: (one: number, other: number, count: number) => void): Slices<void> {
    for (let at = 0; at < pairs.length; at += 3) {
      if (at % (3 * slice) === 0) yield
      const [one, other] = [places[pairs[at] as number] as number, places[pairs[at + 1] as number] as number]
      const count = pairs[at + 2] as number
      if (one >= 0 && other >= 0 && count >= least) take(one, other, count)
    }
  }
  let highest = 0
  yield* each((one, other, count) => {
    starts[one + 1] = (starts[one + 1] as number) + 1
    starts[other + 1] = (starts[other + 1] as number) + 1
    if (count > highest) highest = count
  })
  for (let place = 0; place < size; place++)
    starts[place + 1] = (starts[place] as number) + (starts[place + 1] as number)
  const others = new Uint32Array(starts[size] as number)
  const counts = new Uint32Array(others.length)
  const next = starts.slice()
  const put = (place: number, other: number, count: number) => {
    const at = next[place] as number
    others[at] = other
    counts[at] = count
    next[place] = at + 1
  }
  yield* each((one, other, count) => {
    put(one, other, count)
    put(other, one, count)
  })
  return { starts, others, counts, highest }
}
