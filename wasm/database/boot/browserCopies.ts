/**
 * The copies of projects in a browser's private file system: one pool of handles per project, one database in it at a
 * time. To be used under a Web Lock only: a second opener of the pool would fail, and could lose the database.
 *
 * Promises: those of `Copies`. Where the browser has no such file system (a private window), or lacks what the pool needs of it, the copy is
 * in memory, and `kept` says so.
 */
import type { SAHPoolUtil, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { joined } from '../../../src/model/joined.ts'
import { Refusal } from '../../../src/model/problems.ts'
import type { Copies } from '../copies.ts'
import type { Db } from '../db.ts'
import { getMeta, setMeta } from '../meta.ts'
import { toThisLayout } from '../migrations/copyLayouts.ts'
import { loadSqlite, readIntoMemory, takeDeviceError } from './memory.ts'
import { wrapWasm } from './sqliteWasm.ts'

/** Handles of a worker that has just gone may be held for a moment. In ms. */
const retries = [50, 100, 200, 400, 800, 800]
/** What a copy needs beside itself, for what is written before it is moved into place, in bytes. */
const spare = 16e6
/** SQLite's memory ends at 2 GiB; beside the copy, which may grow there, it needs some to work with. In bytes. */
const mostInMemory = 1.2e9
const mostGrown = 1.6e9

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6)

/** `key` names the copy: server, account and project. */
export async function openCopies(key: string): Promise<Copies> {
  const sqlite3 = await loadSqlite()
  const pool = await installPool(sqlite3, key)
  return pool ? inPool(sqlite3, pool, await folderOf(key)) : inMemory()
}

/** null where the browser has no private file system for this page. Throws where it has one that cannot be opened. */
async function installPool(sqlite3: Sqlite3Static, key: string): Promise<SAHPoolUtil | null> {
  if (!(await hasFileSystem())) return null
  for (const wait of [...retries, null]) {
    try {
      const pool = await sqlite3.installOpfsSAHPoolVfs(poolOptions(key))
      // This worker has had it before, and has let go of it.
      return pool.isPaused() ? await pool.unpauseVfs() : pool
    } catch (error) {
      if (wait === null || isQuota(error)) throw error
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
  if (!('locks' in navigator) || !hasSyncAccess()) return false
  try {
    await navigator.storage.getDirectory()
    return true
  } catch {
    return false
  }
}

/** Some browsers have the file system and not the handles that write to it at once. */
const hasSyncAccess = (): boolean =>
  typeof FileSystemFileHandle === 'function' && 'createSyncAccessHandle' in FileSystemFileHandle.prototype

/** Where the pool of `key` lies. Asked for once: after a clearing, Chromium 156 gives a worker that asks again no sound place. */
async function folderOf(key: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return (await root.getDirectoryHandle('thicket')).getDirectoryHandle(key)
}

/** False only where what was in it is surely gone: a browser that cannot say just now proves nothing. */
async function isThere(folder: FileSystemDirectoryHandle): Promise<boolean> {
  try {
    return !(await folder.keys().next()).done
  } catch (error) {
    return !(error instanceof DOMException && error.name === 'NotFoundError')
  }
}

/** Not every browser with the file system tells what it may hold. */
const estimate = async (): Promise<StorageEstimate> => {
  try {
    return (await navigator.storage.estimate?.()) ?? {}
  } catch {
    return {}
  }
}

const isQuota = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError'

/** The result codes of SQLite that tell of the medium and not of the statement: the low byte is the family. */
const code = { noMemory: 7, io: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26, ioNoMemory: 3082 } as const
const broken: ReadonlySet<number> = new Set([code.io, code.corrupt, code.cannotOpen, code.notADatabase])

function failure(error: unknown): 'full' | 'lost' | null {
  const device = takeDeviceError()
  if (isQuota(error)) return 'full'
  const { resultCode } = (error ?? {}) as { resultCode?: unknown }
  if (typeof resultCode !== 'number') return null
  if (resultCode === code.full || resultCode === code.noMemory || resultCode === code.ioNoMemory) return 'full'
  if (!broken.has(resultCode & 0xff)) return null
  return isQuota(device) ? 'full' : 'lost'
}

const numberOf = (name: string): number => Number(/^\/copy-(\d+)\.db$/.exec(name)?.[1] ?? -1)

function inPool(sqlite3: Sqlite3Static, pool: SAHPoolUtil, folder: FileSystemDirectoryHandle): Copies {
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
      'PRAGMA locking_mode = exclusive; PRAGMA journal_mode = wal; PRAGMA synchronous = full; PRAGMA cache_size = -65536; PRAGMA temp_store = memory; PRAGMA foreign_keys = off;',
    )
    return db
  }
  /** The newest that is whole; null: a fresh snapshot takes its place. */
  const newest = (): Db | null => {
    for (const name of copies()) {
      try {
        const db = openFile(name)
        if (getMeta(db, 'settled')) return db
        db.close()
      } catch {
        // Not whole: the one before it.
      }
    }
    return null
  }
  const drop = (names: readonly string[]) => {
    for (const name of names) pool.unlink(name)
  }

  return {
    kept: async () => ((await navigator.storage.persisted?.().catch(() => false)) ? 'persistent' : 'evictable'),
    open: async () => {
      const db = newest()
      try {
        if (db) toThisLayout(db)
      } catch (error) {
        db?.close()
        throw error
      }
      return db
    },
    room: async (size) => {
      const { quota, usage } = await estimate()
      if (size === null || quota === undefined || usage === undefined || usage + size + spare <= quota) return null
      return { kind: 'noRoom', needed: megabytes(size + spare), free: megabytes(Math.max(0, quota - usage)) }
    },
    replace: async (chunks, size = null) => {
      const old = pool.getFileNames()
      const name = `/copy-${Math.max(0, ...copies().map(numberOf)) + 1}.db`
      const iterator = chunks[Symbol.asyncIterator]()
      let written = 0
      let given = 0
      try {
        await pool.reserveMinimumCapacity(old.length + 4)
        // What the pool cannot write it throws away.
        await pool.importDb(name, async () => {
          written += given
          const { done, value } = await iterator.next()
          given = value?.length ?? 0
          return done ? undefined : value
        })
      } catch (error) {
        await iterator.return?.()
        // A browser may also write a part and say nothing.
        const isShort = error instanceof Error && error.message.startsWith('Expected to write')
        if (failure(error) !== 'full' && !isShort) throw error
        throw new Refusal({ kind: 'noRoom', needed: megabytes((size ?? written) + spare), free: megabytes(written) })
      }
      const db = openFile(name)
      older = old
      return db
    },
    settle: (db) => {
      setMeta(db, 'settled', 1)
      drop(older)
      older = []
    },
    there: () => isThere(folder),
    failure,
    letGo: () => void pool.pauseVfs(),
    remove: async () => {
      // Chromium 156 does not survive the closing of a handle whose file was cleared: those go with the worker.
      if (await isThere(folder)) await pool.removeVfs()
    },
  }
}

function inMemory(): Copies {
  let held = 0
  let coming = 0
  return {
    kept: async () => 'memory',
    open: async () => null,
    room: async (size) => {
      if (size === null || held + size <= mostInMemory) return null
      return { kind: 'tooLargeForMemory', size: megabytes(size), most: megabytes(mostInMemory - held) }
    },
    replace: async (chunks, size = null) => {
      const whole = size === null ? await gather(chunks) : chunks
      coming = size ?? (whole as Uint8Array).length
      // What is written next must not move the whole.
      const room = Math.min(coming * 1.25 + spare, Math.max(coming, mostGrown - held))
      try {
        return await readIntoMemory(whole instanceof Uint8Array ? once(whole) : whole, coming, Math.ceil(room))
      } catch (error) {
        if (!(error instanceof Error && error.name === 'WasmAllocError')) throw error
        throw new Refusal({ kind: 'tooLargeForMemory', size: megabytes(coming), most: megabytes(mostInMemory - held) })
      }
    },
    settle: () => {
      held = coming
    },
    there: async () => true,
    failure,
    letGo: () => {},
    remove: async () => {},
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(chunk.slice())
  return joined(parts)
}
