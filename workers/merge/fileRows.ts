/** The rows of a project's file, of which only the bytes are known, and its sounds. */
import { joined } from '../../src/model/joined.ts'
import { mergedProjects } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import type { LooseRows, ProjectRows } from '../../src/model/projectRows.ts'
import { soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { columnsOf, type Table, tables } from '../../src/model/schema.ts'
import { mediaHash } from '../../src/model/sealing/sealedMedia.ts'
import { wrapsIn } from '../../src/model/sealing/sealedProject.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { hashesIn } from '../../src/model/sound/media.ts'
import { openMemory } from '../../wasm/database/boot/memory.ts'
import type { Db } from '../../wasm/database/db.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'

export interface FileRows {
  rows: ProjectRows
  /** How the key is wrapped of a project that is protected, whose sounds are sealed; null: it is not. */
  wraps: string | null
  /** As they lie in it, by the hashes of its recordings. */
  sounds: ReadonlyMap<string, Blob>
}

/** `room`, `secret`, `unread`: as of `soundRows`. Throws Refusal: those of `soundRows`, fileTypeNotSupported, truncatedProject. */
export async function fileRows(
  name: string,
  bytes: Uint8Array,
  room: number,
  secret: string | null = null,
  unread: Unread = new Map(),
): Promise<FileRows> {
  if (/\.json$/i.test(name)) {
    const given = parsed(name, bytes)
    return { ...readRows(name, given, room, secret, unread), sounds: new Map() }
  }
  if (/\.qrk$/i.test(name)) return databaseRows(name, bytes, room, secret, unread)
  return refuse({ kind: 'fileTypeNotSupported', name })
}

function readRows(name: string, given: unknown, room: number, secret: string | null, unread: Unread) {
  const rows = soundRows(name, given, { room, secret, unread })
  return { rows, wraps: wrapsIn((given as LooseRows).preferences) }
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
): Promise<FileRows> {
  if (bytes.length < 100 || new TextDecoder().decode(bytes.subarray(0, header.length)) !== header)
    refuse({ kind: 'notAProject', name })
  const own = bytes.slice()
  // Both version numbers of https://sqlite.org/fileformat.html: a database with a log beside it cannot be opened in memory.
  own.fill(1, 18, 20)
  const db = await openMemory(own)
  try {
    const read = readRows(name, readTables(name, db, bytes.length, room), room, secret, unread)
    return { ...read, sounds: await soundsIn(db, hashesIn(read.rows.recordings)) }
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

/** Those that are what their hashes say. The browser keeps them, on its disk where they are large: one of them is in memory at a time. */
async function soundsIn(db: Db, hashes: Iterable<string>): Promise<Map<string, Blob>> {
  const sounds = new Map<string, Blob>()
  if (!db.one("SELECT 1 FROM sqlite_schema WHERE name = '_media'")) return sounds
  for (const hash of hashes) {
    const parts = db.all<{ bytes: Uint8Array }>('SELECT bytes FROM _media WHERE hash = ? ORDER BY n', [hash])
    const bytes = joined(parts.map((part) => part.bytes))
    if ((await mediaHash(bytes, async () => {})) === hash) sounds.set(hash, new Blob([bytes]))
  }
  return sounds
}
