/**
 * SQLite's WebAssembly build as a `Db`: the browser's copy over OPFS and databases in memory. It calls the C functions
 * themselves, because the package's own row interface is about ten times slower on many rows.
 */
import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { type Db, type Params, type RowReader, transactions, type Value } from '../db.ts'
import type { Cell } from '../statement.ts'
import { askWasm } from './askWasm.ts'

type Exports = Record<string, (...args: (number | bigint)[]) => number>

const row = 100
const done = 101
const type = { integer: 1, float: 2, text: 3, blob: 4 }
/** SQLite copies what is bound. */
const transient = -1

/** Of the memory that short values are bound from. */
const scratchBytes = 4096
/** Bytes of a text that is read, units of one that is written, one by one. */
const short = 12
const shortWritten = 64

interface Statement {
  pointer: number
  names: string[]
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The C functions by short names. */
function fastCalls(c: Exports) {
  type Call = (...args: number[]) => number
  const of = (name: string) => c[`sqlite3_${name}`] as Call
  return {
    step: of('step'),
    reset: of('reset'),
    clearBindings: of('clear_bindings'),
    bindNull: of('bind_null'),
    bindInt: of('bind_int'),
    bindInt64: of('bind_int64') as unknown as (statement: number, index: number, value: bigint) => number,
    bindDouble: of('bind_double'),
    bindText: of('bind_text'),
    bindBlob: of('bind_blob'),
    columnCount: of('column_count'),
    columnType: of('column_type'),
    columnDouble: of('column_double'),
    columnText: of('column_text'),
    columnBlob: of('column_blob'),
    columnBytes: of('column_bytes'),
  }
}

export interface WasmDb extends Db {
  /** The whole database as a file. */
  bytes(): Uint8Array<ArrayBuffer>
}

/** Wraps an open database of the package. */
export function wrapWasm(sqlite3: Sqlite3Static, database: Database): WasmDb {
  const wasm = sqlite3.wasm
  const c = (wasm as unknown as { exports: Exports }).exports
  const call = (name: string, ...args: (number | bigint)[]): number => {
    const fn = c[name]
    if (!fn) throw new Error(`SQLite has no ${name}`)
    return fn(...args)
  }
  const handle = database.pointer as unknown as number
  const statements = new Map<string, Statement>()
  /** Looked up once: these are called for every value and every row. */
  const calls = fastCalls(c)

  const fail = (sql: string): never => {
    // The name that the package's own errors give it.
    const resultCode = call('sqlite3_extended_errcode', handle)
    throw Object.assign(new Error(`${sqlite3.capi.sqlite3_errmsg(handle)} in ${sql.slice(0, 200)}`), { resultCode })
  }

  const prepare = (sql: string): Statement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    if (statements.size > 300) forget()
    const scope = wasm.scopedAllocPush()
    try {
      const text = wasm.scopedAllocCString(sql, false) as unknown as number
      const out = wasm.scopedAllocPtr(1) as unknown as number
      if (call('sqlite3_prepare_v2', handle, text, -1, out, 0) !== 0) fail(sql)
      const statement = { pointer: wasm.peekPtr(out) as unknown as number, names: [] }
      statements.set(sql, statement)
      return statement
    } finally {
      wasm.scopedAllocPop(scope)
    }
  }
  const forget = () => {
    for (const { pointer } of statements.values()) call('sqlite3_finalize', pointer)
    statements.clear()
  }

  /** Where short values are written to be bound; SQLite copies them. */
  const scratch = wasm.alloc(scratchBytes) as unknown as number
  const bindBytes = (statement: number, index: number, bytes: Uint8Array, name: 'bindText' | 'bindBlob') => {
    const pointer = bytes.length <= scratchBytes ? scratch : (wasm.alloc(bytes.length) as unknown as number)
    try {
      wasm.heap8u().set(bytes, pointer)
      return calls[name](statement, index, pointer, bytes.length, transient)
    } finally {
      if (pointer !== scratch) wasm.dealloc(pointer)
    }
  }
  /** Words of a few letters are most of what is read and written: the coder's call would cost more than they do. */
  const writeShort = (text: string): boolean => {
    const heap = wasm.heap8u()
    for (let i = 0; i < text.length; i += 1) {
      const unit = text.charCodeAt(i)
      if (unit > 0x7f) return false
      heap[scratch + i] = unit
    }
    return true
  }
  const readText = (pointer: number, length: number): string => {
    const heap = wasm.heap8u()
    if (length > short) return decoder.decode(heap.subarray(pointer, pointer + length))
    let text = ''
    for (let at = pointer; at < pointer + length; at += 1) {
      const byte = heap[at] as number
      if (byte > 0x7f) return decoder.decode(heap.subarray(pointer, pointer + length))
      text += String.fromCharCode(byte)
    }
    return text
  }

  const bindText = (statement: number, index: number, text: string): number => {
    if (text.length <= shortWritten && writeShort(text))
      return calls.bindText(statement, index, scratch, text.length, transient)
    if (text.length * 3 > scratchBytes) return bindBytes(statement, index, encoder.encode(text), 'bindText')
    const { written } = encoder.encodeInto(text, wasm.heap8u().subarray(scratch, scratch + scratchBytes))
    return calls.bindText(statement, index, scratch, written, transient)
  }
  const bind = (statement: number, index: number, value: Value): number => {
    if (typeof value === 'number') {
      if (!Number.isInteger(value)) return calls.bindDouble(statement, index, value)
      const small = value >= -0x80000000 && value <= 0x7fffffff
      return small ? calls.bindInt(statement, index, value) : calls.bindInt64(statement, index, BigInt(value))
    }
    if (typeof value === 'string') return bindText(statement, index, value)
    return value === null ? calls.bindNull(statement, index) : bindBytes(statement, index, value, 'bindBlob')
  }

  const column = (statement: number, index: number): Value => {
    switch (calls.columnType(statement, index)) {
      case type.integer:
      case type.float:
        return calls.columnDouble(statement, index)
      case type.text: {
        const pointer = calls.columnText(statement, index)
        return readText(pointer, calls.columnBytes(statement, index))
      }
      case type.blob: {
        const pointer = calls.columnBlob(statement, index)
        return wasm.heap8u().slice(pointer, pointer + calls.columnBytes(statement, index))
      }
      default:
        return null
    }
  }

  const cell = (statement: number, index: number): Cell => {
    const value = column(statement, index)
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    if (calls.columnType(statement, index) === type.float) return value
    const pointer = calls.columnText(statement, index)
    return decoder.decode(wasm.heap8u().subarray(pointer, pointer + calls.columnBytes(statement, index)))
  }

  /** Steps through `sql`, giving `each` the statement at each row; stops early when `each` returns false. */
  const step = (sql: string, params: Params, each: (statement: Statement) => boolean): void => {
    const statement = prepare(sql)
    const { pointer } = statement
    try {
      for (let i = 0; i < params.length; i += 1) if (bind(pointer, i + 1, params[i] as Value) !== 0) fail(sql)
      for (;;) {
        const code = calls.step(pointer)
        if (code === done) return
        if (code !== row) fail(sql)
        if (!each(statement)) return
      }
    } finally {
      calls.reset(pointer)
      calls.clearBindings(pointer)
    }
  }

  /** Read once for each statement; anew where a changed table has given it other columns. */
  const namesOf = (statement: Statement): string[] => {
    const count = calls.columnCount(statement.pointer)
    if (statement.names.length !== count)
      statement.names = Array.from(
        { length: count },
        (_, i) => sqlite3.capi.sqlite3_column_name(statement.pointer as never, i) as string,
      )
    return statement.names
  }

  const rows = <R>(sql: string, params: Params, most: number): R[] => {
    const found: R[] = []
    let names: string[] | undefined
    step(sql, params, (statement) => {
      names ??= namesOf(statement)
      const object: Record<string, Value> = {}
      for (let i = 0; i < names.length; i += 1) object[names[i] as string] = column(statement.pointer, i)
      found.push(object as R)
      return found.length < most
    })
    return found
  }

  /** The columns of the row that `at` stands on, each read by one call. */
  const readerOf = (at: { pointer: number }): RowReader => {
    const { columnDouble, columnText, columnBlob, columnBytes } = calls
    return {
      number: (index) => columnDouble(at.pointer, index),
      text: (index) => {
        const pointer = columnText(at.pointer, index)
        return readText(pointer, columnBytes(at.pointer, index))
      },
      bytes: (index) => {
        const pointer = columnBlob(at.pointer, index)
        return wasm.heap8u().subarray(pointer, pointer + columnBytes(at.pointer, index))
      },
    }
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
    each: (sql, params, body) => {
      const at = { pointer: 0 }
      const reader = readerOf(at)
      step(sql, params, ({ pointer }) => {
        at.pointer = pointer
        body(reader)
        return true
      })
    },
    exec,
    ask: (sql, asking) => askWasm(sqlite3, handle, cell, sql, asking),
    transaction: transactions(exec),
    durability: (level) => exec(`PRAGMA synchronous = ${level}`),
    bytes: () => sqlite3.capi.sqlite3_js_db_export(database),
    close: () => {
      forget()
      wasm.dealloc(scratch)
      database.close()
    },
  }
}
