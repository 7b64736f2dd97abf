/**
 * The highlights of one answer: all at first, packed; then those that were touched, as rows. All again once the text has
 * changed, which moves most of them, and where so many were touched that one by one would cost more.
 */
import type { HighlightRow, Posted, QueryArgs } from '../../../src/model/queries.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { answerHighlights } from '../../../wasm/kernels/answerHighlights.ts'
import { placedAt, placeKey, type Touched } from '../live/touched.ts'

/** The most that go as rows: what a page puts between the others without laying all of them out anew. */
const few = 500

const sql = `SELECT id, quirkId, start, length, author, timestamp FROM highlights
WHERE id = ? AND sourceId = ? AND questionId = ?`

export const allHighlights = (db: Db, args: QueryArgs<'highlights'>): Posted<'highlights'> => ({
  packed: answerHighlights(db, args),
})

/** What differs after a batch, null where nothing of this answer was touched. */
export function touchedHighlights(
  db: Db,
  args: QueryArgs<'highlights'>,
  touched: Touched,
): Posted<'highlights'> | null {
  const ids = touched.placed.get(placedAt('highlights', args))
  if (touched.moved.has(placeKey(args)) || (ids?.size ?? 0) > few) return allHighlights(db, args)
  if (!ids) return null
  const put: HighlightRow[] = []
  const gone: number[] = []
  for (const id of ids) {
    const row = db.one<HighlightRow>(sql, [id, args.sourceId, args.questionId])
    if (row) put.push(row)
    else gone.push(id as number)
  }
  return { put, gone }
}
