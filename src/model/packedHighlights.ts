/**
 * The highlights of one answer as columns: tens of thousands go to the page by transfer, without an object for each. What
 * answers with them is `wasm/kernels/answerHighlights.ts`.
 *
 * Promises: all columns are equally long and ascend by start, then length; positions are half-open, in UTF-16 units of the
 * answer's plain text.
 */
import type { HighlightRow } from './queries.ts'

export interface PackedHighlights {
  ids: Float64Array<ArrayBuffer>
  quirkIds: Float64Array<ArrayBuffer>
  starts: Int32Array<ArrayBuffer>
  lengths: Int32Array<ArrayBuffer>
  /** Where in `names` each one's author stands. */
  authors: Int32Array<ArrayBuffer>
  /** ms since 1970. */
  timestamps: Float64Array<ArrayBuffer>
  names: string[]
}

/** The highlight at a place of the columns. */
export const highlightAt = (packed: PackedHighlights, at: number): HighlightRow => ({
  id: packed.ids[at] as number,
  quirkId: packed.quirkIds[at] as number,
  start: packed.starts[at] as number,
  length: packed.lengths[at] as number,
  author: packed.names[packed.authors[at] as number] ?? '',
  timestamp: packed.timestamps[at] as number,
})

/** Rows as columns. They come in any order. */
export function packHighlights(rows: readonly HighlightRow[]): PackedHighlights {
  const ordered = rows.toSorted((a, b) => a.start - b.start || a.length - b.length || a.quirkId - b.quirkId)
  const names = [...new Set(rows.map(({ author }) => author))]
  const ordinals = new Map(names.map((name, ordinal) => [name, ordinal]))
  return {
    ids: Float64Array.from(ordered, ({ id }) => id),
    quirkIds: Float64Array.from(ordered, ({ quirkId }) => quirkId),
    starts: Int32Array.from(ordered, ({ start }) => start),
    lengths: Int32Array.from(ordered, ({ length }) => length),
    authors: Int32Array.from(ordered, ({ author }) => ordinals.get(author) ?? 0),
    timestamps: Float64Array.from(ordered, ({ timestamp }) => timestamp),
    names,
  }
}

/** The memory of a posted value that can be handed over instead of copied: that of its columns, where it is packed. */
export const buffersOf = (posted: object): ArrayBuffer[] =>
  'packed' in posted && typeof posted.packed === 'object' && posted.packed !== null
    ? Object.values(posted.packed).flatMap((column: unknown) =>
        ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
      )
    : []
