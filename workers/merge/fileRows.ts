/** The rows of a project's file, of which only the bytes are known. */
import { mergedProjects } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { columnsOf, type Table, tables } from '../../src/model/schema.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { openMemory } from '../../wasm/database/boot/memory.ts'
import type { Db } from '../../wasm/database/db.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'

/** `room`, `secret`, `unread`: as of `soundRows`. Throws Refusal: those of `soundRows`, fileTypeNotSupported, truncatedProject. */
export function fileRows(
  name: string,
  bytes: Uint8Array,
  room: number,
  secret: string | null = null,
  unread: Unread = new Map(),
): ProjectRows | Promise<ProjectRows> {
  if (/\.json$/i.test(name)) return soundRows(name, parsed(name, bytes), room, secret, unread)
  if (/\.qrk$/i.test(name)) return databaseRows(name, bytes, room, secret, unread)
  return refuse({ kind: 'fileTypeNotSupported', name })
}

function parsed(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return refuse({ kind: 'notAProject', name })
  }
}

const header = 'SQLite format 3\0'
/** Tables without which a database is none of a project. */
const needed = ['sources', 'quirks', 'highlights', 'preferences'] as const satisfies readonly Table[]

async function databaseRows(
  name: string,
  bytes: Uint8Array,
  room: number,
  secret: string | null,
  unread: Unread,
): Promise<ProjectRows> {
  if (bytes.length < 100 || new TextDecoder().decode(bytes.subarray(0, header.length)) !== header)
    refuse({ kind: 'notAProject', name })
  const own = bytes.slice()
  // Both version numbers of https://sqlite.org/fileformat.html: a database with a log beside it cannot be opened in memory.
  own.fill(1, 18, 20)
  const db = await openMemory(own)
  try {
    return soundRows(name, readTables(name, db, bytes.length, room), room, secret, unread)
  } finally {
    db.close()
  }
}

function readTables(name: string, db: Db, size: number, room: number): unknown {
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
    const pragma = (what: string) => Number(Object.values(db.one(`PRAGMA ${what}`) ?? {})[0])
    const isWhole = size >= pragma('page_count') * pragma('page_size')
    const there = db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map((row) => row.name)
    if (!needed.every((table) => there.includes(table))) return null
    const version = pragma('user_version')
    if (version > layoutVersion) refuse({ kind: 'newerProject', name, version })
    if (!isWhole || db.one<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check !== 'ok')
      refuse({ kind: 'truncatedProject', name })
    const known = tables.filter((table) => there.includes(table))
    const counted = (table: Table) => db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM "${table}"`)?.n ?? 0
    if (known.reduce((sum, table) => sum + counted(table), 0) > room)
      refuse({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
    const columns = (table: Table) => columnsOf(table).map((column) => `"${column}"`)
    return Object.fromEntries(known.map((table) => [table, db.all(`SELECT ${columns(table)} FROM "${table}"`)]))
  } catch (error) {
    if (typeof (error as { resultCode?: unknown }).resultCode !== 'number') throw error
    // In SQLite's words: a page that is no page, a column that is not there.
    return refuse({ kind: 'truncatedProject', name })
  }
}
