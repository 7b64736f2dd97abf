/** A database file, or memory, in Node: the server's projects, the command line, the tests. */
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Db, type Params, transactions } from '../db.ts'

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
  const exec = (sql: string) => database.exec(sql)
  return {
    run: (sql, params: Params = []) => Number(prepare(sql).run(...params).changes),
    all: <R>(sql: string, params: Params = []) => prepare(sql).all(...params) as R[],
    one: <R>(sql: string, params: Params = []) => prepare(sql).get(...params) as R | undefined,
    exec,
    transaction: transactions(exec),
    durability: (level) => exec(`PRAGMA synchronous = ${level}`),
    close: () => {
      statements.clear()
      database.close()
    },
  }
}
