/** The passages of highlights, by answer, ascending: those that overlap or touch are one. */
import type { Span } from '../../src/model/text/span.ts'
import type { Columns } from './columns/columns.ts'
import { joinSpan, viewsOf } from './overlaps/overlapsTogether.ts'
import type { Slices } from './slices.ts'

export interface PassagesOf {
  /** Of these quirks, in these sources; missing: of all. */
  quirkIds?: readonly number[] | undefined
  sourceIds?: readonly number[] | undefined
  /** Where the byte of a row says so. */
  kept: number
}

export function* passagesOf(columns: Columns, { quirkIds, sourceIds, kept }: PassagesOf): Slices<Map<number, Span[]>> {
  const isSought = new Uint8Array(columns.quirks.size).fill(quirkIds ? 0 : 1)
  for (const id of quirkIds ?? []) {
    const quirk = columns.quirks.known(id)
    if (quirk !== undefined) isSought[quirk] = 1
  }
  const sources = sourceIds && new Set(sourceIds)
  const passages = new Map<number, Span[]>()
  const { kernel, end } = columns
  let views = { ...viewsOf(columns), keeps: kernel.bytes(kept, end) }
  let room = kernel.sizes.rows
  for (const group of columns.inOrder()) {
    const { id, sourceId } = columns.place(group)
    if (sources && !sources.has(sourceId)) continue
    const { quirks, starts, ends, keeps } = views
    const spans: Span[] = []
    const first = columns.offset(group)
    const last = first + columns.count(group)
    for (let row = first; row < last; row++)
      if (keeps[row] === 1 && isSought[quirks[row] as number] === 1)
        joinSpan(spans, starts[row] as number, ends[row] as number)
    if (spans.length > 0) passages.set(id, spans)
    room -= last - first
    if (room > 0) continue
    room = kernel.sizes.rows
    yield
    views = { ...viewsOf(columns), keeps: kernel.bytes(kept, end) }
  }
  return passages
}
