/** Answers that are posted whole when they have changed. The text of an answer has a watch of its own (`live.ts`). */

import { windowRows } from '../../../src/model/limits.ts'
import type { QueryArgs, QueryValue, SourceRow, ValueQueryName } from '../../../src/model/queries.ts'
import type { Source, Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/db.ts'
import type { Counts } from '../counts.ts'

export interface ValueQuery<N extends ValueQueryName> {
  /** The tables whose rows it reads. */
  tables: readonly Table[]
  read(db: Db, args: QueryArgs<N>, counts: Counts): QueryValue<N>
}

const columns = 'id, title, icon, author, timestamp'
const withCount = (source: Source, counts: Counts): SourceRow => ({ ...source, highlights: counts.ofSource(source.id) })

/** Unicode case folding, which SQLite has for ASCII alone. */
const folded = (text: string): string => text.toLocaleLowerCase('und')

function sources(db: Db, args: QueryArgs<'sources'>, counts: Counts): QueryValue<'sources'> {
  const limit = Math.min(args.limit, windowRows)
  const sought = folded(args.search?.trim() ?? '')
  if (sought === '') {
    const total = db.one<{ n: number }>('SELECT COUNT(*) AS n FROM sources')?.n ?? 0
    const rows = db.all<Source>(`SELECT ${columns} FROM sources ORDER BY id LIMIT ? OFFSET ?`, [limit, args.offset])
    return { total, rows: rows.map((row) => withCount(row, counts)) }
  }
  const found = db
    .all<{ id: number; title: string }>('SELECT id, title FROM sources ORDER BY id')
    .filter((row) => folded(row.title).includes(sought))
  const shown = found
    .slice(args.offset, args.offset + limit)
    .flatMap(({ id }) => db.all<Source>(`SELECT ${columns} FROM sources WHERE id = ?`, [id]))
  return { total: found.length, rows: shown.map((row) => withCount(row, counts)) }
}

const countOf = (db: Db, table: string): number => db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`)?.n ?? 0

export const valueQueries: { [N in Exclude<ValueQueryName, 'answer'>]: ValueQuery<N> } = {
  source: {
    tables: ['sources', 'highlights'],
    read: (db, { sourceId }, counts) => {
      const source = db.one<Source>(`SELECT ${columns} FROM sources WHERE id = ?`, [sourceId])
      return source ? withCount(source, counts) : null
    },
  },
  sources: { tables: ['sources', 'highlights'], read: sources },
  totals: {
    tables: ['sources', 'quirks', 'highlights', 'memos'],
    read: (db) => ({
      sources: countOf(db, 'sources'),
      quirks: countOf(db, 'quirks'),
      highlights: countOf(db, 'highlights'),
      memos: countOf(db, 'memos'),
    }),
  },
}
