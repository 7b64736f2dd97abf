/**
 * SQLite's WebAssembly build as a `Db`: the browser's copy over OPFS and databases in memory. It calls the C functions
 * themselves, because the package's own row interface is about ten times slower on many rows.
 */
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { type Db, type Params, transactions, type Value } from '../db.ts'

type Exports = Record<string, (...args: (number | bigint)[]) => number>

const row = 100
const done = 101
const type = { integer: 1, float: 2, text: 3, blob: 4 }
/** SQLite copies what is bound. */
const transient = -1

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Wraps an open database of the package. */
export function wrapWasm(sqlite3: Sqlite3Static, database: Database): Db {
  const wasm = sqlite3.wasm
  const c = (wasm as unknown as { exports: Exports }).exports
  const call = (name: string, ...args: (number | bigint)[]): number => {
    const fn = c[name]
    if (!fn) throw new Error(`SQLite has no ${name}`)
    return fn(...args)
  }
  const handle = database.pointer as unknown as number
  const statements = new Map<string, number>()

  const fail = (sql: string): never => {
    throw new Error(`${sqlite3.capi.sqlite3_errmsg(handle)} in ${sql.slice(0, 200)}`)
  }

  const prepare = (sql: string): number => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    if (statements.size > 300) forget()
    const scope = wasm.scopedAllocPush()
    try {
      const text = wasm.scopedAllocCString(sql, false) as unknown as number
      const out = wasm.scopedAllocPtr(1) as unknown as number
      if (call('sqlite3_prepare_v2', handle, text, -1, out, 0) !== 0) fail(sql)
      const statement = wasm.peekPtr(out) as unknown as number
      statements.set(sql, statement)
      return statement
    } finally {
      wasm.scopedAllocPop(scope)
    }
  }
  const forget = () => {
    for (const statement of statements.values()) call('sqlite3_finalize', statement)
    statements.clear()
  }

  const bindBytes = (statement: number, index: number, bytes: Uint8Array, name: string) => {
    const pointer = wasm.alloc(Math.max(1, bytes.length)) as unknown as number
    try {
      wasm.heap8u().set(bytes, pointer)
      return call(name, statement, index, pointer, bytes.length, transient)
    } finally {
      wasm.dealloc(pointer)
    }
  }
  const bind = (statement: number, index: number, value: Value): number => {
    if (value === null) return call('sqlite3_bind_null', statement, index)
    if (typeof value === 'string') return bindBytes(statement, index, encoder.encode(value), 'sqlite3_bind_text')
    if (typeof value !== 'number') return bindBytes(statement, index, value, 'sqlite3_bind_blob')
    if (!Number.isInteger(value)) return call('sqlite3_bind_double', statement, index, value)
    const small = value >= -0x80000000 && value <= 0x7fffffff
    return small
      ? call('sqlite3_bind_int', statement, index, value)
      : call('sqlite3_bind_int64', statement, index, BigInt(value))
  }

  const column = (statement: number, index: number): Value => {
    switch (call('sqlite3_column_type', statement, index)) {
      case type.integer:
      case type.float:
        return call('sqlite3_column_double', statement, index)
      case type.text: {
        const pointer = call('sqlite3_column_text', statement, index)
        return decoder.decode(wasm.heap8u().subarray(pointer, pointer + call('sqlite3_column_bytes', statement, index)))
      }
      case type.blob: {
        const pointer = call('sqlite3_column_blob', statement, index)
        return wasm.heap8u().slice(pointer, pointer + call('sqlite3_column_bytes', statement, index))
      }
      default:
        return null
    }
  }

  /** Steps through `sql`, giving each row's statement to `each`; stops early when `each` returns false. */
  const step = (sql: string, params: Params, each: (statement: number) => boolean): void => {
    const statement = prepare(sql)
    try {
      params.forEach((value, i) => {
        if (bind(statement, i + 1, value) !== 0) fail(sql)
      })
      for (;;) {
        const code = call('sqlite3_step', statement)
        if (code === done) return
        if (code !== row) fail(sql)
        if (!each(statement)) return
      }
    } finally {
      call('sqlite3_reset', statement)
      call('sqlite3_clear_bindings', statement)
    }
  }

  const namesOf = (statement: number): string[] =>
    Array.from(
      { length: call('sqlite3_column_count', statement) },
      (_, i) => sqlite3.capi.sqlite3_column_name(statement as never, i) as string,
    )

  const rows = <R>(sql: string, params: Params, most: number): R[] => {
    const found: R[] = []
    let names: string[] | undefined
    step(sql, params, (statement) => {
      names ??= namesOf(statement)
      const object: Record<string, Value> = {}
      for (let i = 0; i < names.length; i += 1) object[names[i] as string] = column(statement, i)
      found.push(object as R)
      return found.length < most
    })
    return found
  }

  const exec = (sql: string) => {
    database.exec(sql)
  }
  return {
    run: (sql, params = []) => {
      step(sql, params, () => true)
      return call('sqlite3_changes', handle)
    },
    all: (sql, params = []) => rows(sql, params, Number.POSITIVE_INFINITY),
    one: <R>(sql: string, params: Params = []) => rows<R>(sql, params, 1)[0],
    exec,
    transaction: transactions(exec),
    durability: (level) => exec(`PRAGMA synchronous = ${level}`),
    bytes: () => sqlite3.capi.sqlite3_js_db_export(database),
    close: () => {
      forget()
      database.close()
    },
  }
}
