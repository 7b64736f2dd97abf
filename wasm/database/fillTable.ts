/** Many rows into a table of a project that is being made: nobody looks at it before it is whole, and nothing of it is journaled. */
import { type AnyRow, columnsOf, type Table } from '../../src/model/schema.ts'
import type { Db, Value } from './db.ts'
import { indexedAfter } from './indexedAfter.ts'

/** So many rows go in with one statement: calling it costs more than what SQLite then does with a row. */
const atOnce = 40

/** Rows with the columns of the schema, each under a key of its own that the table does not have. Call within a transaction. */
export const fillTable = (db: Db, table: Table, rows: readonly AnyRow[]): void =>
  indexedAfter(db, table, rows.length, () => insertAll(db, table, columnsOf(table), rows))

/** The plain texts of answers, each in its first version. */
export const fillTexts = (db: Db, texts: readonly { answerId: number; text: string }[]): void =>
  insertAll(
    db,
    'answer_texts',
    ['answerId', 'version', 'text'],
    texts.map(({ answerId, text }) => ({ answerId, version: 1, text })),
  )

function insertAll(db: Db, table: string, columns: readonly string[], rows: readonly AnyRow[]): void {
  const into = `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES `
  const places = `(${columns.map(() => '?').join(', ')})`
  for (let from = 0; from < rows.length; ) {
    const count = rows.length - from < atOnce ? 1 : atOnce
    const values: Value[] = []
    for (let at = from; at < from + count; at += 1)
      for (const column of columns) values.push((rows[at] as AnyRow)[column] as Value)
    db.run(into + Array<string>(count).fill(places).join(', '), values)
    from += count
  }
}
