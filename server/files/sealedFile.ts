/**
 * The file of a protected project: read into memory, and written from there. The sound of its recordings stays in the file; what was added in memory lies there
 * unsealed (`_media`), and is sealed as it is written.
 *
 * Promises: what is sealed lies on the disk as nothing else, also while it is written and in what SQLite puts beside the file; a file that is not
 * opened by its password is left as it is, and one that is written to is changed whole or not at all, and is nobody else's meanwhile.
 */
import { createHash, randomUUID } from 'node:crypto'
import { attempt, ok, problem, Refusal, type Result, refuse } from '../../src/model/problems.ts'
import { type AnyRow, columnsOf, type Key, keyOf, type Table, tables } from '../../src/model/schema.ts'
import { type KeyParts, keyPartsOf, newProjectKey } from '../../src/model/sealing/keys.ts'
import { protectionKeys } from '../../src/model/sealing/sealedForm.ts'
import { sealMediaAtOnce } from '../../src/model/sealing/sealedMedia.ts'
import { openRow, sealRow } from '../../src/model/sealing/sealedRows.ts'
import type { Unread } from '../../src/model/sealing/unread.ts'
import { protectionRows, unwrapKey, wrapKey } from '../../src/model/sealing/wraps.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db, Value } from '../../wasm/database/db.ts'
import { metaText, setMeta } from '../../wasm/database/meta.ts'
import { layoutVersion, serverSql } from '../../wasm/database/migrations/tables.ts'
import { readSound } from '../../wasm/database/projectReader.ts'
import { sqliteProblem } from './inspectFile.ts'
import { hasMedia, putMedia } from './media.ts'
import { beginProject, completeTexts, type ProjectFile, withSuffix } from './projectFile.ts'
import { writeWhole } from './writeWhole.ts'

/** What protects a project; both are of its file, and neither stands in what is in memory. */
export interface Protection {
  parts: KeyParts
  /** The preference `___db_hash`. */
  hash: string
}

/** A project without a file; what SQLite needs beside it is in memory too. Throws what `bring` refuses. */
export function memoryProject(bring: (db: Db) => void): ProjectFile {
  const db = openNode(':memory:')
  try {
    db.exec('PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF')
    beginProject(db, bring)
    return { db, path: '', uuid: metaText(db, 'uuid'), epoch: metaText(db, 'epoch'), isInMemory: true }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Puts a project that is in memory into a new file, protected by this password. Returns its path and the recovery code. `cost`: of a guess (`wraps.ts`). Problems: those of `writeWhole`. */
export function writeProtected(
  path: string,
  project: ProjectFile,
  password: string,
  cost?: number,
): Result<{ path: string; recovery: string }> {
  const key = newProjectKey()
  const { hash, recovery } = wrapKey(key, password, cost)
  const written = writeSealed(path, project.db, { parts: keyPartsOf(key), hash })
  return 'problem' in written ? written : ok({ path: written.ok, recovery })
}

/** The same by a key that is there. */
export function writeSealed(path: string, db: Db, protection: Protection): Result<string> {
  return writeWhole(withSuffix(path), false, (temporary) => {
    const file = openNode(temporary)
    try {
      file.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL')
      file.transaction(() => {
        file.exec(`${serverSql} PRAGMA user_version = ${layoutVersion};`)
        sealInto(file, db, protection)
      })
    } finally {
      file.close()
    }
  })
}

/** A protected project that was opened into memory. */
interface Opened {
  project: ProjectFile
  /** The values that do not open: signs stand for them (`unread.ts`). */
  unread: Unread
}

/** What an open protected file holds, in memory. `name`: of the file. Problems: those of `unwrapKey`. */
export function readProtected(name: string, file: Db, secret: string): Result<Opened> {
  const opened = unsealed(name, file, secret)
  return 'problem' in opened ? opened : ok({ project: opened.ok.project, unread: opened.ok.unread })
}

/** One that is worked on in memory, while its file is held. One of the two ends it. */
export interface OpenProtected extends Opened {
  /** What it is now is in the file then; what could not be opened stays there as it was. */
  keep(): void
  /** The file is as it was. */
  leave(): void
}

/** `path`: of a file that `inspectFile` takes. Problems: those of `readProtected`, projectLocked. */
export function openProtected(path: string, secret: string): Result<OpenProtected> {
  let file: Db | undefined
  const close = (ending: 'COMMIT' | 'ROLLBACK') => {
    file?.exec(ending)
    file?.close()
    file = undefined
  }
  try {
    const held = openNode(path)
    file = held
    held.exec(`PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;
PRAGMA synchronous = FULL; BEGIN EXCLUSIVE`)
    const opened = unsealed(path, held, secret)
    if ('problem' in opened) {
      close('ROLLBACK')
      return opened
    }
    const { project, unread, protection } = opened.ok
    return ok({
      project,
      unread,
      keep: () => {
        const changed = sealInto(held, project.db, protection)
        close(changed > 0 ? 'COMMIT' : 'ROLLBACK')
      },
      leave: () => {
        if (file) close('ROLLBACK')
        project.db.close()
      },
    })
  } catch (error) {
    file?.close()
    return problem(error instanceof Refusal ? error.problem : sqliteProblem(path, error))
  }
}

function unsealed(name: string, file: Db, secret: string): Result<Opened & { protection: Protection }> {
  const hash = file.one<{ value: string }>("SELECT value FROM preferences WHERE key = '___db_hash'")?.value ?? ''
  const key = unwrapKey(name, hash, secret)
  if ('problem' in key) return key
  const unread: Unread = new Map()
  const parts = { ...keyPartsOf(key.ok), unread }
  const project = readSealed(name, file, parts)
  return 'problem' in project ? project : ok({ project: project.ok, unread, protection: { parts, hash } })
}

/** What an open protected file holds, by its key. Problems: truncatedProject where a value does not open, unless `parts` takes note of those. */
export function readSealed(name: string, file: Db, parts: KeyParts): Result<ProjectFile> {
  // A file that was downloaded has none of its own.
  const uuid = file.one("SELECT 1 FROM sqlite_schema WHERE name = '_meta'") ? metaText(file, 'uuid') : ''
  return attempt(() => {
    const project = memoryProject((db) => {
      for (const table of tables)
        for (const row of rowsOf(file, table)) {
          if (isOwn(table, row)) continue
          put(db, table, openRow(parts, table, row) ?? refuse({ kind: 'truncatedProject', name }))
        }
      completeTexts(db)
    })
    if (uuid === '') return project
    setMeta(project.db, 'uuid', uuid)
    return { ...project, uuid }
  })
}

/** Sound that was added in memory goes into the file, sealed. Returns the hashes of what is sealed, by those that it had. */
function sealSounds(file: Db, db: Db, parts: KeyParts): ReadonlyMap<string, string> {
  const moved = new Map<string, string>()
  for (const { hash } of db.all<{ hash: string }>('SELECT DISTINCT hash FROM _media')) {
    const plain = readSound(db, hash)
    if (!plain) continue
    const sealed = sealMediaAtOnce(parts, plain)
    const sealedHash = createHash('sha256').update(sealed).digest('base64url')
    if (!hasMedia(file, sealedHash)) putMedia(file, sealedHash, sealed)
    moved.set(hash, sealedHash)
  }
  return moved
}

/** Makes the rows of the file those of `db`, sealed; call within a transaction. How many were not. */
function sealInto(file: Db, db: Db, { parts, hash }: Protection): number {
  let changed = 0
  file.exec(`${serverSql} PRAGMA user_version = ${layoutVersion};`)
  const moved = sealSounds(file, db, parts)
  const sealed = (table: Table, row: AnyRow): AnyRow => {
    const hash = table === 'recordings' ? moved.get(String(row.hash)) : undefined
    return sealRow(parts, table, hash === undefined ? row : { ...row, hash })
  }
  for (const table of tables) {
    const kept = new Set<Key>()
    const keep = (row: AnyRow) => {
      kept.add(row[keyOf(table)] as Key)
      if (isThere(file, table, row)) return
      put(file, table, row)
      changed += 1
    }
    for (const row of rowsOf(db, table)) if (!isOwn(table, row)) keep(sealed(table, row))
    if (table === 'preferences') for (const row of protectionRows(hash)) keep(row)
    for (const { key } of file.all<{ key: Key }>(`SELECT "${keyOf(table)}" AS key FROM "${table}"`))
      if (!kept.has(key)) changed += file.run(`DELETE FROM "${table}" WHERE "${keyOf(table)}" = ?`, [key])
  }
  if (changed === 0) return 0
  // Another history than the one before: its steps are nowhere, and what led to the one that ends here leads here no more.
  file.exec(`DELETE FROM _log; DELETE FROM _steps; DELETE FROM _step_quirks; DELETE FROM _clients; DELETE FROM _holders;
DELETE FROM _removed; DELETE FROM _versions WHERE size = 0; DELETE FROM answer_texts;`)
  const about = { uuid: metaText(db, 'uuid'), epoch: randomUUID(), head: 0 }
  for (const [key, value] of Object.entries(about)) setMeta(file, key, value)
  return changed
}

const isOwn = (table: Table, row: AnyRow): boolean => table === 'preferences' && protectionKeys.has(row.key)

/** A value that has not changed is sealed to the same bytes. */
function isThere(file: Db, table: Table, row: AnyRow): boolean {
  const stored = file.one<AnyRow>(`SELECT ${listOf(table)} FROM "${table}" WHERE "${keyOf(table)}" = ?`, [
    row[keyOf(table)] as Key,
  ])
  return stored !== undefined && columnsOf(table).every((column) => stored[column] === row[column])
}

function put(db: Db, table: Table, row: AnyRow): void {
  const columns = columnsOf(table)
  db.run(
    `INSERT OR REPLACE INTO "${table}" (${listOf(table)}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((column) => row[column] as Value),
  )
}

const listOf = (table: Table): string =>
  columnsOf(table)
    .map((column) => `"${column}"`)
    .join(', ')

/** A text may be large. */
const atOnce = (table: Table): number => (table === 'question_answers' ? 10 : 1000)

function* rowsOf(db: Db, table: Table): Generator<AnyRow> {
  // A file of an older program may lack it.
  if (!db.one("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [table])) return
  const key = keyOf(table)
  let after: Key | null = null
  for (;;) {
    const rows: AnyRow[] = db.all<AnyRow>(
      `SELECT ${listOf(table)} FROM "${table}" ${after === null ? '' : `WHERE "${key}" > ?`} ORDER BY "${key}" LIMIT ${atOnce(table)}`,
      after === null ? [] : [after],
    )
    yield* rows
    after = (rows.at(-1)?.[key] as Key | undefined) ?? null
    if (after === null) return
  }
}
