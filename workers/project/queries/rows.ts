/** Keyed lists: each says how its rows are read, all at first and then those that were touched. */
import type { QueryArgs, QueryRow, RowsQueryName } from '../../../src/model/queries.ts'
import { columnsOf, type Key, keyOf, type Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/db.ts'
import type { Counts } from '../counts.ts'
import { placeKey, type Touched } from '../touched.ts'

export interface RowsQuery<N extends RowsQueryName> {
  table: Table
  /** Every row that the arguments ask for. */
  all(db: Db, args: QueryArgs<N>, counts: Counts): QueryRow<N>[]
  /** The row with this key, if the arguments ask for it. */
  one(db: Db, args: QueryArgs<N>, key: Key, counts: Counts): QueryRow<N> | undefined
  /** Whether so much has changed that all is read again. */
  again?(touched: Touched, args: QueryArgs<N>): boolean
}

/** A whole table, or its rows under a condition. */
function ofTable<N extends RowsQueryName>(
  table: Table,
  columns: readonly string[] = columnsOf(table),
  where?: { sql: string; params: (args: QueryArgs<N>) => number[] },
): RowsQuery<N> {
  const list = columns.map((column) => `"${column}"`).join(', ')
  const key = keyOf(table)
  const condition = where ? where.sql : '1'
  const params = (args: QueryArgs<N>) => where?.params(args) ?? []
  return {
    table,
    all: (db, args) => db.all<QueryRow<N>>(`SELECT ${list} FROM "${table}" WHERE ${condition}`, params(args)),
    one: (db, args, id) =>
      db.one<QueryRow<N>>(`SELECT ${list} FROM "${table}" WHERE ${condition} AND "${key}" = ?`, [...params(args), id]),
  }
}

const atAnswer = {
  sql: 'sourceId = ? AND questionId = ?',
  params: (args: { sourceId: number; questionId: number }) => [args.sourceId, args.questionId],
}
const moves = (touched: Touched, args: { sourceId: number; questionId: number }) => touched.moved.has(placeKey(args))

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
  },
  questions: ofTable('questions'),
  groups: ofTable('groups'),
  groupQuirks: ofTable('group_quirks'),
  shortcutKeys: ofTable('quirk_shortcut_keys'),
  preferences: ofTable('preferences'),
  propertyKeys: ofTable('source_metadata_keys'),
  propertyValues: ofTable('source_metadata_values'),
  sourceProperties: ofTable('source_metadatas', undefined, { sql: 'sourceId = ?', params: (args) => [args.sourceId] }),
  chatMessages: ofTable('chat_messages'),
  highlights: {
    ...ofTable('highlights', ['id', 'quirkId', 'start', 'length', 'author', 'timestamp'], atAnswer),
    again: moves,
  },
  memos: { ...ofTable('memos', undefined, atAnswer), again: moves },
}
