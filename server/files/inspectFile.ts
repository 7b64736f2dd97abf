/**
 * Is this file a project that this server may open? Every answer but yes is a Problem, and leaves the file as it was.
 *
 * Promises: nothing of the file is run: it may hold tables and indexes that we know, without expressions, and nothing else.
 */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { attempt, type Problem, problem, type Result, refuse } from '../../src/model/problems.ts'
import { columnsOf, databaseVersion, isTable } from '../../src/model/schema.ts'
import { isProtected, wasProtected } from '../../src/model/sealing/sealedForm.ts'
import { layoutVersion, serverSql } from '../../wasm/database/migrations/tables.ts'
import { discard } from '../base/unfinished.ts'

/** The private layout of the file; 0: none yet. `lacks`: a table or an index of ours is not in it. */
export interface Inspected {
  version: number
  lacks: boolean
  isProtected: boolean
}

/** What SQLite puts beside a database, after its name. */
export const logEnds = ['-wal', '-shm', '-journal'] as const

interface Inspecting {
  /** A file that somebody has sent, which nobody else has open; nothing is written to it or beside it. */
  foreign?: boolean
  /** One that is protected by a password is taken too. */
  takesProtected?: boolean
}

export function inspectFile(
  path: string,
  { foreign = false, takesProtected = false }: Inspecting = {},
): Result<Inspected> {
  const reach = attempt(() => checkReach(path))
  if ('problem' in reach) return reach
  // A log of a server that was killed: opened for reading only, since closing would bring it into the file.
  const readOnly = foreign || sizeOf(`${path}-wal`) > 0
  const hadIndex = existsSync(`${path}-shm`)
  let database: DatabaseSync | undefined
  try {
    database = foreign ? openForeign(path) : openCarefully(path, readOnly)
    if (!readOnly) database.exec('PRAGMA locking_mode = EXCLUSIVE')
    const open = database
    return attempt(() => {
      const inspected = inspectDatabase(path, open, takesProtected)
      if ((foreign || !readOnly) && isCut(path, open)) refuse({ kind: 'truncatedProject', name: path })
      return inspected
    })
  } catch (error) {
    return problem(sqliteProblem(path, error))
  } finally {
    database?.close()
    if (readOnly && !foreign && !hadIndex) discard(`${path}-shm`)
  }
}

function openCarefully(path: string | URL, readOnly: boolean): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly,
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: false,
  })
  database.enableDefensive(true)
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0')
  return database
}

/** To read a file that somebody has sent: as it is on the disk, without locks and without a log beside it. */
export function openForeign(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return openCarefully(url, true)
}

/**
 * Whether somebody has the file open by SQLite and writes to it, or may. Where the file system knows no locks nobody does. A log that a program
 * has left which was killed is brought into the file.
 */
export function isHeld(path: string): boolean {
  const log = existsSync(`${path}-wal`)
  // Without its log nobody has it open; to ask would only make one.
  if (!log && isWal(path)) return false
  let database: DatabaseSync | undefined
  try {
    database = openCarefully(path, !log)
    // Beside a log whoever reads is in nobody's way: only who wants all of it learns of others.
    database.exec(log ? 'PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK' : 'SELECT 1 FROM sqlite_schema')
    return false
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    return errcode !== undefined && [5, 6].includes(errcode & 0xff)
  } finally {
    database?.close()
  }
}

/** Brings into the file at `path` what a program that was killed has left in a log beside it. Throws what SQLite says: then both are as they were. */
export function settleLog(path: string): void {
  if (!['-wal', '-journal'].some((end) => sizeOf(path + end) > 0)) return
  let database: DatabaseSync | undefined
  try {
    database = openCarefully(path, false)
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
    if (busy === 1) throw Object.assign(new Error('database is locked'), { errcode: sqliteBusy })
  } catch (error) {
    // What SQLite cannot read has nothing in its log that anybody could.
    if (![sqliteCorrupt, notADatabase].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)) throw error
  } finally {
    database?.close()
  }
}

const sqliteBusy = 5
const sqliteCorrupt = 11
const notADatabase = 26

/** By the format's version for writing, https://sqlite.org/fileformat.html; not for a file that this process has open by SQLite. */
function isWal(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(20)
    return readSync(file, bytes) === 20 && bytes[18] === 2
  } finally {
    closeSync(file)
  }
}

/** SQLite takes a last page that is there in part for a whole one. */
function isCut(path: string, database: DatabaseSync): boolean {
  const pragma = (name: string) => Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
  return statSync(path).size < pragma('page_count') * pragma('page_size')
}

/** The problem behind what SQLite or the system says when a project's file is opened; other errors are thrown on. */
export function sqliteProblem(name: string, error: unknown): Problem {
  const { errcode, code } = error as { errcode?: number; code?: string }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { kind: 'noPermission', name }
  if (code === 'ENOENT') return { kind: 'fileNotFound', name }
  switch (errcode === undefined ? undefined : errcode & 0xff) {
    case 5: // busy
    case 6: // locked
      return { kind: 'projectLocked', name }
    case 8: // read only
    case 14: // cannot open
    case 3: // permission
      return { kind: 'noPermission', name }
    case 11: // corrupt
      return { kind: 'truncatedProject', name }
    case 26: // not a database
      return { kind: 'notAProject', name }
    default:
      throw error
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? -1
/** Nothing here opens the file: closing it would give up the locks that this process may hold on it (POSIX). */
function checkReach(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) refuse({ kind: 'fileNotFound', name: path })
  if (!found?.isFile()) refuse({ kind: 'notAProject', name: path })
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    accessSync(dirname(path), constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    refuse({ kind: 'noPermission', name: path })
  }
}

interface SchemaEntry {
  type: string
  name: string
  tbl_name: string
  sql: string | null
}

function inspectDatabase(path: string, database: DatabaseSync, takesProtected: boolean): Inspected {
  const entries = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all() as unknown as SchemaEntry[]
  const version = (database.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  const preferences = preferencesOf(database, entries)
  const publicVersion = Number(preferences.get('___db_version') ?? databaseVersion)
  // A newer project may hold what we do not know: its version is asked first.
  if (isProject(entries) && version > layoutVersion) refuse({ kind: 'newerProject', name: path, version })
  if (isProject(entries) && publicVersion > databaseVersion)
    refuse({ kind: 'newerProject', name: path, version: publicVersion })
  if (!isProject(entries) || publicVersion !== databaseVersion) refuse({ kind: 'notAProject', name: path })
  if (entries.some((entry) => !isOurs(entry))) refuse({ kind: 'notAProject', name: path })
  for (const { type, name } of entries) if (type === 'table') checkColumns(path, database, name)
  const isSealed = isProtected(preferences.get('___db_encrypted'), preferences.get('___db_hash'))
  if (isSealed && !takesProtected) refuse({ kind: 'protectedProject', name: path })
  const check = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
  if (check.quick_check !== 'ok') refuse({ kind: 'truncatedProject', name: path })
  // Opened as a plain one it would show letters that nobody can read, and take plain ones beside them.
  if (!isSealed && wasProtected(firstAnswer(database, entries))) refuse({ kind: 'truncatedProject', name: path })
  const there = new Set(entries.map(({ name }) => name))
  return {
    version,
    isProtected: isSealed,
    lacks: [...ours.values()].some(({ name, sql }) => sql !== null && !there.has(name)),
  }
}

const isProject = (entries: readonly SchemaEntry[]): boolean =>
  ['sources', 'quirks', 'highlights', 'preferences'].every((table) =>
    entries.some(({ type, name }) => type === 'table' && name === table),
  )

function preferencesOf(database: DatabaseSync, entries: readonly SchemaEntry[]): Map<string, string> {
  const sound = entries.some((entry) => entry.name === 'preferences' && entry.type === 'table' && isOurs(entry))
  if (!sound) return new Map()
  const rows = database.prepare(`SELECT key, value FROM preferences WHERE key >= '___' AND key < '\`'`).all()
  return new Map(rows.map((row) => [String(row.key), String(row.value)]))
}

function firstAnswer(database: DatabaseSync, entries: readonly SchemaEntry[]): unknown {
  const isThere = entries.some(({ type, name }) => type === 'table' && name === 'question_answers')
  return isThere ? database.prepare('SELECT answer FROM question_answers LIMIT 1').get()?.answer : undefined
}

const ours = ourEntries()
function ourEntries(): Map<string, SchemaEntry> {
  const database = new DatabaseSync(':memory:')
  database.exec(serverSql)
  const entries = database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all() as unknown as SchemaEntry[]
  database.close()
  return new Map(entries.map((entry) => [entry.name, entry]))
}

const squeezed = (sql: string | null): string => (sql ?? '').replace(/\s+/g, ' ')
/** No parentheses but the ones around the columns, hence no expression. */
const plainTable = /^CREATE TABLE ["\w]+ ?\([\w\s",]*\)( WITHOUT ROWID| STRICT)?$/i

function isOurs(entry: SchemaEntry): boolean {
  if (/^sqlite_(autoindex_|stat[14]$)/.test(entry.name)) return true
  const known = ours.get(entry.name)
  if (!known || known.type !== entry.type || known.tbl_name !== entry.tbl_name) return false
  const sql = squeezed(entry.sql)
  return sql === squeezed(known.sql) || (entry.type === 'table' && isTable(entry.name) && plainTable.test(sql))
}

function checkColumns(path: string, database: DatabaseSync, table: string): void {
  if (!isTable(table)) return
  const columns = database.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table)
  const names = new Set(columns.map((column) => String(column.name)))
  const expected = columnsOf(table)
  if (names.size !== expected.length || !expected.every((column) => names.has(column)))
    refuse({ kind: 'notAProject', name: path })
}
