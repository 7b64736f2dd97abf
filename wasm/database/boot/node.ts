/** A database file, or memory, in Node: the server's projects, the command line, the tests. */
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Db, type Params, type RowReader, transactions, type Value } from '../db.ts'
import { askNode } from './nodeAsk.ts'
import { type Recorder, recordChanges, takeChanges } from './nodeChanges.ts'

/** Of a copy, between which the database does other things: a megabyte of the usual pages. */
const pagesAtOnce = 64
const mostTries = 200
/** ms */
const pause = 10

/** `path` ':memory:' gives one in memory. Throws what SQLite says where the file cannot be opened. */
export function openNode(path: string, options: { readOnly?: boolean } = {}): Db {
  const database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, enableForeignKeyConstraints: false })
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    if (statements.size > 300) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  const lists = new Map<string, StatementSync>()
  const prepareList = (sql: string): StatementSync => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  const exec = (sql: string) => database.exec(sql)
  let recorder: Recorder | undefined
  const each = (sql: string, params: Params, body: (row: RowReader) => void) => {
    // Those that are kept give objects; these are taken out while they are read, for `body` may ask the same.
    const statement = lists.get(sql) ?? prepareList(sql)
    lists.delete(sql)
    let values: Value[] = []
    const row: RowReader = {
      number: (column) => values[column] as number,
      text: (column) => values[column] as string,
      bytes: (column) => values[column] as Uint8Array,
    }
    for (const found of statement.iterate(...params)) {
      values = found as unknown as Value[]
      body(row)
    }
    if (lists.size > 50) lists.clear()
    lists.set(sql, statement)
  }
  return {
    run: (sql, params: Params = []) => {
      const changed = Number(prepare(sql).run(...params).changes)
      recorder?.changed(changed)
      return changed
    },
    all: <R>(sql: string, params: Params = []) => prepare(sql).all(...params) as R[],
    one: <R>(sql: string, params: Params = []) => prepare(sql).get(...params) as R | undefined,
    each,
    exec,
    ask: (sql, asking) => askNode(database, sql, asking),
    transaction: transactions((sql) => void prepare(sql).run()),
    durability: (level) => exec(`PRAGMA synchronous = ${level}`),
    copyTo: async (to) => {
      for (let tries = 1; ; tries += 1)
        try {
          await backup(database, to, { rate: pagesAtOnce })
          return
        } catch (error) {
          // Node gives up where a transaction is open as the copy begins, though SQLite would only have it wait; its error has no code then.
          if (tries === mostTries || !/not an error/.test(String(error))) throw error
          await new Promise((resolve) => setTimeout(resolve, pause))
        }
    },
    record: () => {
      recorder ??= recordChanges(database)
    },
    changes: () => recorder?.changes() ?? null,
    take: (changeset) => void takeChanges(database, changeset),
    close: () => {
      statements.clear()
      lists.clear()
      database.close()
    },
  }
}
