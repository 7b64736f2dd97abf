/**
 * A project to be read only: the file stays byte for byte as it is, and nobody may change it meanwhile. Several may read at
 * once; one that a server has open is `projectLocked`. Where its file is not for SQLite (`server/working`), a copy of it is read.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { attempt, isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { columnsOf, keyOf, tables } from '../../src/model/schema.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { calledBy } from '../base/calledBy.ts'
import { inspectFile, sqliteProblem } from '../files/inspectFile.ts'
import { bringFile } from '../files/placeFile.ts'
import { withSuffix } from '../files/projectFile.ts'
import { readProtected } from '../files/sealedFile.ts'
import { placeOf, type System, thisSystem } from './folderPlace.ts'
import { openReach } from './reach.ts'

/** `name`: of the file; `db`: the project, in which signs stand for them. */
export type OnUnread = (name: string, db: Db, unread: Unread) => void

export interface ReadOptions {
  system?: System
  /** The password of a protected project, asked for where one is met; null: there is none to be had. It is read from memory then. */
  password?: (() => Promise<Result<string | null>>) | undefined
  /** Told of the values of a protected project that do not open, before it is read. */
  onUnread?: OnUnread | undefined
  /** A protected project is read as it is: its rows and numbers, not its words. */
  takesSealed?: boolean
}

/** Gives `body` the project, and closes it. Problems: those of `inspectFile` and `readProtected`, folderNotAnswering. */
export async function readProject<T>(
  name: string,
  folder: string,
  body: (db: Db) => T,
  { system = thisSystem(), ...options }: ReadOptions = {},
): Promise<Result<Awaited<T>>> {
  const asked = resolve(folder, name)
  if (!(await openReach(system).answers(asked))) return problem({ kind: 'folderNotAnswering', name: dirname(asked) })
  const path = pathOf(name, folder)
  if (!existsSync(path) || !placeOf(path, system)) return readFile(path, body, options)
  const own = mkdtempSync(join(tmpdir(), 'thicket-command-'))
  try {
    const at = join(own, basename(path))
    const brought = attempt(() => bringFile({ from: path, to: at }))
    if (isProblem(brought)) return brought
    const read = await readFile(at, body, options)
    return isProblem(read) ? problem(calledBy(path, read.problem)) : read
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function readFile<T>(
  path: string,
  body: (db: Db) => T,
  { password, onUnread, takesSealed = false }: Omit<ReadOptions, 'system'>,
): Promise<Result<Awaited<T>>> {
  const inspected = inspectFile(path, { takesProtected: takesSealed || password !== undefined })
  if (isProblem(inspected)) return inspected
  const opened = openToRead(path)
  if (isProblem(opened)) return opened
  const read =
    inspected.ok.isProtected && !takesSealed
      ? await openSealed(path, opened.ok, { password, onUnread })
      : ok({ db: opened.ok })
  if (isProblem(read)) return read
  try {
    return ok(await body(read.ok.db))
  } finally {
    read.ok.db.close()
  }
}

/** The project of an open protected file, in memory; the file is closed. */
async function openSealed(
  path: string,
  file: Db,
  { password, onUnread }: Pick<ReadOptions, 'password' | 'onUnread'>,
): Promise<Result<{ db: Db }>> {
  try {
    const given = await password?.()
    if (given && isProblem(given)) return given
    const secret = given?.ok ?? null
    if (secret === null) return problem({ kind: 'protectedProject', name: path })
    const read = readProtected(path, file, secret)
    if (isProblem(read)) return read
    const { project, unread } = read.ok
    if (unread.size > 0) onUnread?.(basename(path), project.db, unread)
    return ok(project)
  } finally {
    file.close()
  }
}

/** `.qrk` may be left out. */
export function pathOf(name: string, folder: string): string {
  const path = resolve(folder, name)
  return existsSync(path) ? path : withSuffix(path)
}

function openToRead(path: string): Result<Db> {
  const real = realpathSync(path)
  // A log that a killed server has left would be brought into the file by closing it, unless it is opened for reading only;
  // without one, that would leave an empty log behind.
  const readOnly = (statSync(`${real}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const hadIndex = existsSync(`${real}-shm`)
  let db: Db | undefined
  try {
    db = openNode(real, { readOnly })
    db.exec(
      'PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY',
    )
    db.exec('BEGIN')
    standIn(db)
    const open = db
    return ok({
      ...open,
      close: () => {
        open.close()
        if (readOnly && !hadIndex) rmSync(`${real}-shm`, { force: true })
      },
    })
  } catch (error) {
    db?.close()
    return problem(sqliteProblem(path, error))
  }
}

/** Empty tables in memory for those that a file of another program need not have. */
function standIn(db: Db): void {
  const there = new Set(db.all<{ name: string }>('SELECT name FROM main.sqlite_schema').map(({ name }) => name))
  const missing = [
    ...tables.map((table) => ({ table: table as string, columns: columnsOf(table), key: keyOf(table) })),
    { table: 'answer_texts', columns: ['answerId', 'version', 'text'], key: 'answerId' },
    { table: '_meta', columns: ['key', 'value'], key: 'key' },
  ].filter(({ table }) => !there.has(table))
  if (missing.length === 0) return
  db.exec('PRAGMA query_only = OFF')
  for (const { table, columns, key } of missing)
    db.exec(`CREATE TEMP TABLE "${table}" (${columns.map((name) => `"${name}"${name === key ? ' PRIMARY KEY' : ''}`)})`)
  db.exec('PRAGMA query_only = ON')
}
