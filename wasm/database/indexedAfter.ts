/**
 * Many rows of a table at once without its indexes, which are made anew afterwards: sorting all entries takes a third of the time that it
 * takes to find the place of each. Worth it where most of the table comes or goes; within the transaction of the rows.
 */
import type { Table } from '../../src/model/schema.ts'
import type { Db } from './db.ts'
import { schemaOf } from './schemaOf.ts'

/** Fewer are not worth the change of the schema, after which every statement is prepared anew. */
const least = 5000

/** Runs `body`, which inserts or deletes about `rows` rows of the table and looks for none but by their keys. Where it throws, the transaction around puts the indexes back. */
export function indexedAfter<T>(db: Db, table: Table, rows: number, body: () => T): T {
  const most = Math.ceil(1.5 * rows)
  if (rows < least || countUpTo(db, table, most) >= most) return body()
  const schema = schemaOf(db, table)
  const indexes = indexesOf(db, table, schema)
  for (const { name } of indexes) db.exec(`DROP INDEX ${schema}."${name}"`)
  const result = body()
  for (const { sql } of indexes) db.exec(sql)
  return result
}

const countUpTo = (db: Db, table: Table, most: number): number =>
  db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM (SELECT 1 FROM "${table}" LIMIT ?)`, [most])?.n ?? 0

const indexesOf = (db: Db, table: Table, schema: string): { name: string; sql: string }[] =>
  db.all(`SELECT name, sql FROM ${schema}.sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`, [
    table,
  ])
