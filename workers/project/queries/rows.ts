/** Keyed lists: each says how its rows are read, all at first and then those that were touched. */
import type { QueryArgs, QueryRow, RowsQueryName } from '../../../src/model/queries.ts'
import { columnsOf, type Key, keyOf, type Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Counts } from '../live/counts.ts'
import { placedAt, placeKey, type Touched } from '../live/touched.ts'

export interface RowsQuery<N extends RowsQueryName> {
  table: Table
  /** Every row that the arguments ask for. */
  all(db: Db, args: QueryArgs<N>, counts: Counts): QueryRow<N>[]
  /** The row with this key, if the arguments ask for it. */
  one(db: Db, args: QueryArgs<N>, key: Key, counts: Counts): QueryRow<N> | undefined
  /** The rows that may differ; `all`: so much has changed that all is read again. */
  touched(touched: Touched, args: QueryArgs<N>): Iterable<Key> | 'all' | undefined
}

/** A whole table, or its rows under a condition. */
function ofTable<N extends RowsQueryName>(
  table: Table,
  where?: { sql: string; params: (args: QueryArgs<N>) => (number | null)[] },
): RowsQuery<N> {
  const list = columnsOf(table)
    .map((column) => `"${column}"`)
    .join(', ')
  const sql = `SELECT ${list} FROM "${table}" WHERE ${where ? where.sql : '1'}`
  const oneSql = `${sql} AND "${keyOf(table)}" = ?`
  const params = (args: QueryArgs<N>) => where?.params(args) ?? []
  return {
    table,
    all: (db, args) => db.all<QueryRow<N>>(sql, params(args)),
    one: (db, args, id) => db.one<QueryRow<N>>(oneSql, [...params(args), id]),
    touched: (touched) => touched.rows.get(table),
  }
}

const quirkTable = ofTable<'quirks'>('quirks')

export const rowsQueries: { [N in RowsQueryName]: RowsQuery<N> } = {
  quirks: {
    table: 'quirks',
    all: (db, args, counts) =>
      quirkTable.all(db, args, counts).map((quirk) => ({ ...quirk, highlights: counts.ofQuirk(quirk.id) })),
    one: (db, args, key, counts) => {
      const quirk = quirkTable.one(db, args, key, counts)
      return quirk && { ...quirk, highlights: counts.ofQuirk(quirk.id) }
    },
    touched: ({ rows, counted }) => new Set([...(rows.get('quirks') ?? []), ...counted.quirks]),
  },
  questions: ofTable('questions'),
  groups: ofTable('groups'),
  groupQuirks: ofTable('group_quirks'),
  shortcutKeys: ofTable('quirk_shortcut_keys'),
  preferences: ofTable('preferences'),
  propertyKeys: ofTable('source_metadata_keys'),
  chatMessages: ofTable('chat_messages'),
  recordings: ofTable('recordings', {
    sql: 'sourceId = coalesce(?, sourceId) AND questionId = coalesce(?, questionId)',
    params: (args) => ('sourceId' in args ? [args.sourceId, args.questionId] : [null, null]),
  }),
  memos: {
    ...ofTable('memos', {
      sql: 'sourceId = ? AND questionId = ?',
      params: (args) => [args.sourceId, args.questionId],
    }),
    touched: ({ moved, placed }, args) => (moved.has(placeKey(args)) ? 'all' : placed.get(placedAt('memos', args))),
  },
}
