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

/** A statement that gives values in the order of their columns, and what these are called. */
interface Listed {
  statement: StatementSync
  names: string[]
}

type MakeRow = (values: readonly Value[]) => Record<string, Value>
const makers = new Map<string, MakeRow>()

/**
 * Makes an object of a row with these columns. The objects that Node makes of rows are dictionaries: each look at a property of one takes ten times as long, and they take
 * more memory. Objects of a literal are of one shape.
 */
function rowOf(names: readonly string[]): MakeRow {
  const literal = names.map((name, at) => `${JSON.stringify(name)}: values[${at}]`).join()
  const known = makers.get(literal)
  if (known) return known
  const make = new Function('values', `return {${literal}}`) as MakeRow
  if (makers.size > 1000) makers.clear()
  makers.set(literal, make)
  return make
}

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
  const lists = new Map<string, Listed>()
  const prepareList = (sql: string): Listed => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return { statement, names: statement.columns().map(({ name }) => name) }
  }
  const keepList = (sql: string, list: Listed) => {
    if (lists.size > 300) lists.clear()
    lists.set(sql, list)
  }
  const exec = (sql: string) => database.exec(sql)
  let recorder: Recorder | undefined
  const each = (sql: string, params: Params, body: (row: RowReader) => void) => {
    // Those that are kept give objects; these are taken out while they are read, for `body` may ask the same.
    const list = lists.get(sql) ?? prepareList(sql)
    lists.delete(sql)
    let values: Value[] = []
    const row: RowReader = {
      number: (column) => values[column] as number,
      text: (column) => values[column] as string,
      bytes: (column) => values[column] as Uint8Array,
    }
    for (const found of list.statement.iterate(...params)) {
      values = found as unknown as Value[]
      body(row)
    }
    keepList(sql, list)
  }
  const all = <R>(sql: string, params: Params): R[] => {
    const list = lists.get(sql) ?? prepareList(sql)
    const rows = list.statement.all(...params) as unknown as Value[][]
    // SQLite prepares it anew where the tables have changed since, and `*` may be other columns then.
    if (rows[0] && rows[0].length !== list.names.length) list.names = list.statement.columns().map(({ name }) => name)
    keepList(sql, list)
    return rows.map(rowOf(list.names)) as R[]
  }
  return {
    run: (sql, params: Params = []) => {
      const changed = Number(prepare(sql).run(...params).changes)
      recorder?.changed(changed)
      return changed
    },
    all: <R>(sql: string, params: Params = []) => all<R>(sql, params),
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
