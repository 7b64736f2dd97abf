/** A database in memory on SQLite's WebAssembly build: where there is no OPFS (a private window), and in the tests. */
import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { type WasmDb, wrapWasm } from './sqliteWasm.ts'

let loading: Promise<Sqlite3Static> | undefined
let said: unknown

/** The module, loaded once; its own OPFS drivers stay off (their start takes seconds where OPFS is refused). */
export function loadSqlite(): Promise<Sqlite3Static> {
  ;(globalThis as { sqlite3ApiConfig?: unknown }).sqlite3ApiConfig = {
    disable: { vfs: { opfs: true, 'opfs-wl': true } },
    // SQLite's own errors tell that a write failed, not why: the device's error comes this way alone.
    error: (...what: unknown[]) => {
      said = what.find((each) => each instanceof Error) ?? said
    },
  }
  loading ??= sqlite3InitModule()
  return loading
}

/** The last error of the device beneath SQLite that nobody has taken yet; undefined where there was none. */
export function takeDeviceError(): unknown {
  const last = said
  said = undefined
  return last
}

/** Empty, or holding the database that `bytes` are the file of. */
export async function openMemory(bytes?: Uint8Array): Promise<WasmDb> {
  if (!bytes) {
    const sqlite3 = await loadSqlite()
    return wrapWasm(sqlite3, new sqlite3.oo1.DB(':memory:'))
  }
  const whole = async function* () {
    yield bytes
  }
  return readIntoMemory(whole(), bytes.length, bytes.length)
}

/**
 * Reads the file of a database of `size` bytes straight to where SQLite will use it: it is in memory once. `room`, at least
 * `size`: how far it may grow before all of it has to move.
 */
export async function readIntoMemory(chunks: AsyncIterable<Uint8Array>, size: number, room: number): Promise<WasmDb> {
  const sqlite3 = await loadSqlite()
  const { wasm, capi } = sqlite3
  const pointer = wasm.alloc(room) as unknown as number
  let at = 0
  try {
    for await (const chunk of chunks) {
      if (at + chunk.length > size) throw new Error('more bytes came than were announced')
      wasm.heap8u().set(chunk, pointer + at)
      at += chunk.length
    }
    if (at < size) throw new Error('fewer bytes came than were announced')
  } catch (error) {
    wasm.dealloc(pointer)
    throw error
  }
  const database = new sqlite3.oo1.DB(':memory:')
  const { SQLITE_DESERIALIZE_FREEONCLOSE: free, SQLITE_DESERIALIZE_RESIZEABLE: resizeable } = capi
  database.checkRc(capi.sqlite3_deserialize(database, 'main', pointer, size, room, free | resizeable))
  return wrapWasm(sqlite3, database)
}
