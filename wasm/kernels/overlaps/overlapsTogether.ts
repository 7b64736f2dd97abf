/**
 * Where the highlights of two, three and more quirks lie on the same words: the stretches that each of them covers, as long as possible.
 * Highlights of one quirk that overlap or touch count as one stretch.
 */
import type { Span } from '../../../src/model/text/span.ts'
import { type AnswerPlace, inPlaceOrder } from '../answers.ts'
import { type Columns, parts } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'

export interface Together extends Span {
  place: AnswerPlace
}

export function* overlapsTogether(columns: Columns, quirkIds: readonly number[]): Slices<Together[]> {
  const sought = [...new Set(quirkIds)].map((id) => columns.quirks.known(id))
  const found: Together[] = []
  if (sought.length === 0 || sought.includes(undefined)) return found
  /** The place of each quirk among those sought, -1 for all others. */
  const seats = new Int32Array(columns.quirks.size).fill(-1)
  for (const [seat, quirk] of sought.entries()) seats[quirk as number] = seat
  for (const [from, to] of parts(columns)) {
    const { quirks, starts, ends } = viewsOf(columns)
    for (let group = from; group < to; group++) {
      const spans: Span[][] = sought.map(() => [])
      const first = columns.offset(group)
      for (let row = first, last = first + columns.count(group); row < last; row++) {
        const seat = seats[quirks[row] as number] as number
        if (seat >= 0) joinSpan(spans[seat] as Span[], starts[row] as number, ends[row] as number)
      }
      if (spans.some((mine) => mine.length === 0)) continue
      for (const span of spans.reduce(intersection)) found.push({ ...span, place: columns.place(group) })
    }
    yield
  }
  return found.sort((a, b) => inPlaceOrder(a.place, b.place) || a.start - b.start)
}

/** Good until memory grows. */
export const viewsOf = ({ kernel, at, end }: Columns) => ({
  quirks: kernel.ints(at.quirks, end),
  starts: kernel.ints(at.starts, end),
  ends: kernel.ints(at.ends, end),
})

/** Adds [start, end) to spans that are ascending and apart; it does not begin before the last of them. An empty one is nothing. */
export function joinSpan(spans: Span[], start: number, end: number): void {
  if (start === end) return
  const last = spans.at(-1)
  if (last && start <= last.start + last.length) last.length = Math.max(last.length, end - last.start)
  else spans.push({ start, length: end - start })
}

function intersection(a: readonly Span[], b: readonly Span[]): Span[] {
  const common: Span[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    const [one, other] = [a[i] as Span, b[j] as Span]
    const start = Math.max(one.start, other.start)
    const end = Math.min(one.start + one.length, other.start + other.length)
    if (start < end) common.push({ start, length: end - start })
    if (one.start + one.length < other.start + other.length) i += 1
    else j += 1
  }
  return common
}
