/** Which rows are there, asked of many at once: one by one a large import would ask millions of times. */
import { type Key, keyOf, type Table } from '../../src/model/schema.ts'
import type { Db } from './db.ts'

/** Whether the table has a row under that key. */
export const hasRow = (db: Db, table: Table, key: Key): boolean =>
  db.one(`SELECT 1 FROM "${table}" WHERE "${keyOf(table)}" = ?`, [key]) !== undefined

/** So few are asked one by one, which needs no list. */
const few = 8

/** Those of the keys under which the table has a row. */
export function present(db: Db, table: Table, keys: Iterable<Key>): Set<Key> {
  const asked = [...keys]
  const key = keyOf(table)
  if (asked.length <= few) return new Set(asked.filter((id) => hasRow(db, table, id)))
  const found = new Set<Key>()
  const isText = typeof asked[0] === 'string'
  db.each(
    `SELECT "${key}" FROM "${table}" WHERE "${key}" IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(asked)],
    (row) => found.add(isText ? row.text(0) : row.number(0)),
  )
  return found
}
