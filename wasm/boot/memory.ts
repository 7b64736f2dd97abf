/** A database in memory on SQLite's WebAssembly build: where there is no OPFS (a private window), and in the tests. */
import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Db } from '../db.ts'
import { wrapWasm } from './sqliteWasm.ts'

let loading: Promise<Sqlite3Static> | undefined

/** The module, loaded once; its own OPFS drivers stay off (their start takes seconds where OPFS is refused). */
export function loadSqlite(): Promise<Sqlite3Static> {
  ;(globalThis as { sqlite3ApiConfig?: unknown }).sqlite3ApiConfig = {
    disable: { vfs: { opfs: true, 'opfs-wl': true } },
  }
  loading ??= sqlite3InitModule()
  return loading
}

/** Empty, or holding the database that `bytes` are the file of. */
export async function openMemory(bytes?: Uint8Array): Promise<Db> {
  const sqlite3 = await loadSqlite()
  const database = new sqlite3.oo1.DB(':memory:')
  if (bytes) {
    const pointer = sqlite3.wasm.allocFromTypedArray(bytes)
    const { SQLITE_DESERIALIZE_FREEONCLOSE: free, SQLITE_DESERIALIZE_RESIZEABLE: resizeable } = sqlite3.capi
    database.checkRc(
      sqlite3.capi.sqlite3_deserialize(database, 'main', pointer, bytes.length, bytes.length, free | resizeable),
    )
  }
  return wrapWasm(sqlite3, database)
}
