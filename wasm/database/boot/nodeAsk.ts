/** A typed statement on Node's SQLite. It cannot be stopped within a step: for the command line and the tests, where nobody else waits. */
import { constants, type DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { type Asked, type Asking, beginsAsReading, type Cell, isNothing, mayDo } from '../statement.ts'

export function askNode(database: DatabaseSync, sql: string, asking: Asking): Asked {
  if (!beginsAsReading(sql)) return { end: 'refused' }
  database.setAuthorizer((code, first, second) =>
    mayDo(code, first, second) ? constants.SQLITE_OK : constants.SQLITE_DENY,
  )
  try {
    const statement = database.prepare(sql)
    if (!isNothing(sql.slice(sql.indexOf(statement.sourceSQL) + statement.sourceSQL.length))) return { end: 'refused' }
    statement.setReturnArrays(true)
    statement.setReadBigInts(true)
    asking.columns(statement.columns().map(({ name }) => name))
    for (const row of statement.iterate()) {
      if (asking.stop()) return { end: 'stopped' }
      if (!asking.row((row as unknown as SQLOutputValue[]).map(cellOf))) return { end: 'enough' }
    }
    return { end: 'all' }
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error
    return { end: 'wrong', words: error.message, at: null }
  } finally {
    database.setAuthorizer(null)
  }
}

function cellOf(value: SQLOutputValue): Cell {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
