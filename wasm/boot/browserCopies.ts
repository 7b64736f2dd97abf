/**
 * The copies of projects in a browser's private file system: one pool of handles per project, one database in it at a
 * time. To be used under a Web Lock only: a second opener of the pool would fail, and could lose the database.
 *
 * Promises: a new copy is written beside the old one and takes its place once `settle` says that it holds everything; what
 * is interrupted before that leaves the old one. Where the browser has no such file system (a private window), the copy is in memory, and `stored` says so.
 */
import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { Db } from '../db.ts'
import { getMeta, setMeta } from '../meta.ts'
import { layoutVersion } from '../migrations/tables.ts'
import { loadSqlite, openMemory } from './memory.ts'
import { wrapWasm } from './sqliteWasm.ts'

export interface Copies {
  readonly stored: 'device' | 'memory'
  open(): Promise<Db | null>
  replace(chunks: AsyncIterable<Uint8Array>): Promise<Db>
  settle(db: Db): void
  remove(): Promise<void>
}

/** Handles of a worker that has just gone may be held for a moment. In ms. */
const retries = [50, 100, 200, 400, 800, 800]

/** `key` names the copy: server, account and project. */
export async function openCopies(key: string): Promise<Copies> {
  const sqlite3 = await loadSqlite()
  const pool = await installPool(sqlite3, key)
  return pool ? inPool(sqlite3, pool) : inMemory()
}

/** null where the browser has no private file system for this page. Throws where it has one that cannot be opened. */
async function installPool(sqlite3: Sqlite3Static, key: string): Promise<SAHPoolUtil | null> {
  if (!(await hasFileSystem())) return null
  for (const wait of [...retries, null]) {
    try {
      return await sqlite3.installOpfsSAHPoolVfs(poolOptions(key))
    } catch (error) {
      if (wait === null) throw error
      await new Promise<void>((resolve) => setTimeout(resolve, wait))
    }
  }
  return null
}

type PoolOptions = Parameters<Sqlite3Static['installOpfsSAHPoolVfs']>[0]
/** The package's types lack the last option, which lets a failed installation be tried again. */
const poolOptions = (key: string): PoolOptions & { forceReinitIfPreviouslyFailed: true } => ({
  name: `thicket-${key}`,
  directory: `/thicket/${key}`,
  initialCapacity: 6,
  // Else a pool that cannot be opened at once is deleted with what is in it.
  preserveOnInitFailure: true,
  forceReinitIfPreviouslyFailed: true,
})

async function hasFileSystem(): Promise<boolean> {
  try {
    await navigator.storage.getDirectory()
    return true
  } catch {
    return false
  }
}

const numberOf = (name: string): number => Number(/^\/copy-(\d+)\.db$/.exec(name)?.[1] ?? -1)

function inPool(sqlite3: Sqlite3Static, pool: SAHPoolUtil): Copies {
  const copies = () =>
    pool
      .getFileNames()
      .filter((name) => numberOf(name) >= 0)
      .toSorted((a, b) => numberOf(b) - numberOf(a))

  /** The files that the copy being written takes the place of. */
  let older: readonly string[] = []
  const openFile = (name: string): Db => {
    const db = wrapWasm(sqlite3, new pool.OpfsSAHPoolDb(name))
    // Exclusive locking before anything else: without shared memory, that is what makes WAL possible here.
    db.exec(
      'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full; PRAGMA cache_size = -65536; PRAGMA temp_store = memory;',
    )
    return db
  }
  const drop = (names: readonly string[]) => {
    for (const name of names) pool.unlink(name)
  }

  return {
    stored: 'device',
    open: async () => {
      for (const name of copies()) {
        try {
          const db = openFile(name)
          if (
            db.one<{ user_version: number }>('PRAGMA user_version')?.user_version === layoutVersion &&
            getMeta(db, 'settled')
          )
            return db
          db.close()
        } catch {
          // Not whole: the one before it, or a fresh snapshot, takes its place.
        }
      }
      return null
    },
    replace: async (chunks) => {
      const old = pool.getFileNames()
      const name = `/copy-${Math.max(0, ...copies().map(numberOf)) + 1}.db`
      await pool.reserveMinimumCapacity(old.length + 4)
      const iterator = chunks[Symbol.asyncIterator]()
      await pool.importDb(name, async () => {
        const { done, value } = await iterator.next()
        return done ? undefined : value
      })
      const db = openFile(name)
      older = old
      return db
    },
    settle: (db) => {
      setMeta(db, 'settled', 1)
      drop(older)
      older = []
    },
    remove: async () => {
      await pool.removeVfs()
    },
  }
}

function inMemory(): Copies {
  return {
    stored: 'memory',
    open: async () => null,
    settle: () => {},
    replace: async (chunks) => openMemory(await gather(chunks)),
    remove: async () => {},
  }
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk)
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
