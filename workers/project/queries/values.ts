/** Answers that are posted whole when they have changed. The text of an answer has a watch of its own (`live.ts`). */

import { windowRows } from '../../../src/model/limits.ts'
import type { QueryArgs, QueryValue, SourceRow, ValueQueryName } from '../../../src/model/queries.ts'
import type { Source } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/db.ts'
import type { Counts } from '../counts.ts'
import type { Touched } from '../touched.ts'

export interface ValueQuery<N extends ValueQueryName> {
  read(db: Db, args: QueryArgs<N>, counts: Counts): QueryValue<N>
  /** The value after a batch: `before` itself where nothing of it was touched, `'read'` where it is to be read again. */
  after(before: QueryValue<N>, touched: Touched, args: QueryArgs<N>, counts: Counts): QueryValue<N> | 'read'
}

const columns = 'id, title, icon, author, timestamp'
const withCount = (source: Source, counts: Counts): SourceRow => ({ ...source, highlights: counts.ofSource(source.id) })

/** Unicode case folding, which SQLite has for ASCII alone. */
const folded = (text: string): string => text.toLocaleLowerCase('und')

function sources(db: Db, args: QueryArgs<'sources'>, counts: Counts): QueryValue<'sources'> {
  const limit = Math.min(args.limit, windowRows)
  const sought = folded(args.search?.trim() ?? '')
  if (sought === '') {
    const rows = db.all<Source>(`SELECT ${columns} FROM sources ORDER BY id LIMIT ? OFFSET ?`, [limit, args.offset])
    return { total: counts.totals().sources, rows: rows.map((row) => withCount(row, counts)) }
  }
  const found = db
    .all<{ id: number; title: string }>('SELECT id, title FROM sources ORDER BY id')
    .filter((row) => folded(row.title).includes(sought))
  const shown = found
    .slice(args.offset, args.offset + limit)
    .flatMap(({ id }) => db.all<Source>(`SELECT ${columns} FROM sources WHERE id = ?`, [id]))
  return { total: found.length, rows: shown.map((row) => withCount(row, counts)) }
}

/** A source whose highlights have come or gone changes its number and nothing else. */
const counted = (row: SourceRow, { counted }: Touched, counts: Counts): SourceRow =>
  counted.sources.has(row.id) ? { ...row, highlights: counts.ofSource(row.id) } : row

export const valueQueries: { [N in Exclude<ValueQueryName, 'answer'>]: ValueQuery<N> } = {
  source: {
    read: (db, { sourceId }, counts) => {
      const source = db.one<Source>(`SELECT ${columns} FROM sources WHERE id = ?`, [sourceId])
      return source ? withCount(source, counts) : null
    },
    after: (before, touched, { sourceId }, counts) => {
      if (touched.rows.get('sources')?.has(sourceId)) return 'read'
      return before && counted(before, touched, counts)
    },
  },
  sources: {
    read: sources,
    after: (before, touched, _args, counts) => {
      if (touched.rows.has('sources')) return 'read'
      const rows = before.rows.map((row) => counted(row, touched, counts))
      return rows.some((row, i) => row !== before.rows[i]) ? { ...before, rows } : before
    },
  },
  totals: {
    read: (_db, _args, counts) => counts.totals(),
    after: (_before, _touched, _args, counts) => counts.totals(),
  },
}
