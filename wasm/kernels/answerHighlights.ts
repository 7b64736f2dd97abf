/**
 * Answers: which highlights lie on an answer, or touch a window of its text?
 *
 * Promises: in the order of the text, from the covering index, a row of the table looked up only for those that are
 * answered. A window shares at least one unit with each. The columns are as long as the answer and nobody else's: they
 * may be handed over.
 */
import type { PackedHighlights } from '../../src/model/packedHighlights.ts'
import type { Db } from '../database/db.ts'

const sql = `SELECT id, quirkId, start, length, author, timestamp FROM highlights
WHERE sourceId = ? AND questionId = ? AND start < ? AND start + length > ? ORDER BY start, length, quirkId, id`

/** `window`: half-open, in units of the plain text. */
export function answerHighlights(
  db: Db,
  place: { sourceId: number; questionId: number },
  window: { from: number; to: number } = { from: -1, to: Number.MAX_SAFE_INTEGER },
): PackedHighlights {
  let room = 256
  let count = 0
  let ids = new Float64Array(room)
  let quirkIds = new Float64Array(room)
  let starts = new Int32Array(room)
  let lengths = new Int32Array(room)
  let authors = new Int32Array(room)
  let timestamps = new Float64Array(room)
  const names: string[] = []
  const ordinals = new Map<string, number>()
  const resize = (size: number) => {
    room = size
    ids = resized(ids, new Float64Array(size))
    quirkIds = resized(quirkIds, new Float64Array(size))
    starts = resized(starts, new Int32Array(size))
    lengths = resized(lengths, new Int32Array(size))
    authors = resized(authors, new Int32Array(size))
    timestamps = resized(timestamps, new Float64Array(size))
  }
  const ordinalOf = (name: string): number => {
    const known = ordinals.get(name)
    if (known !== undefined) return known
    ordinals.set(name, names.length)
    return names.push(name) - 1
  }
  db.each(sql, [place.sourceId, place.questionId, window.to, window.from], (row) => {
    if (count === room) resize(room * 2)
    ids[count] = row.number(0)
    quirkIds[count] = row.number(1)
    starts[count] = row.number(2)
    lengths[count] = row.number(3)
    authors[count] = ordinalOf(row.text(4))
    timestamps[count] = row.number(5)
    count += 1
  })
  resize(count)
  return { ids, quirkIds, starts, lengths, authors, timestamps, names }
}

/** `into` with what fits of `column`. */
function resized<A extends Float64Array | Int32Array>(column: A, into: A): A {
  into.set(column.length > into.length ? column.subarray(0, into.length) : column)
  return into
}
