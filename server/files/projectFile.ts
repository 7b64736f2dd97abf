/**
 * The .qrk files of projects: made, opened, written elsewhere. Runs in a storage thread.
 *
 * Promises: an existing file is never overwritten unless that was asked for; a file that cannot be opened is left as it is;
 * what is written elsewhere appears whole or not at all, and stays through a power cut.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { isColour, soundColour } from '../../src/model/palette.ts'
import { attempt, ok, problem, Refusal, type Result, refuse } from '../../src/model/problems.ts'
import { cloudVersion, databaseVersion, firstQuestionId, singleQuestionPreference } from '../../src/model/schema.ts'
import { areWraps, protectionRows } from '../../src/model/sealing/wraps.ts'
import { readHtml } from '../../src/model/text/richText.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { layoutVersion, serverSql } from '../../wasm/database/migrations/tables.ts'
import { backUpFirst, isFolderName } from './backupFiles.ts'
import { identify, type Noted } from './identity.ts'
import { type Inspected, inspectFile, sqliteProblem } from './inspectFile.ts'
import { writeWhole } from './writeWhole.ts'

/** An open file, locked for everybody else. */
export interface ProjectFile {
  db: Db
  path: string
  uuid: string
  epoch: string
  /** It has no file, since nothing of it may lie on a disk: it is of a protected one (`sealedFile.ts`). */
  isInMemory?: true
  /** Its words are sealed (`src/model/sealing`), and nobody here has the key. */
  isProtected?: true
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false

export const suffix = '.qrk'
export const withSuffix = (path: string): string => (extname(path).toLowerCase() === suffix ? path : path + suffix)

/** Makes a new project with what `bring` puts into its empty tables, none of which is sealed, and opens it. `protection`: of a protected one. Problems: fileExists, folderNotFound, noPermission, projectLocked, and what `bring` refuses. */
export function createProject(
  path: string,
  overwrite: boolean,
  bring: (db: Db) => void = () => {},
  protection?: string,
): Result<ProjectFile> {
  const written = writeProject(path, overwrite, (db) => {
    bring(db)
    if (protection !== undefined) writeProtection(db, protection)
  })
  return 'problem' in written
    ? written
    : openFile(written.ok, { path: written.ok, isCache: false }, (db) => ({
        uuid: metaText(db, 'uuid'),
        epoch: metaText(db, 'epoch'),
        ...(protection !== undefined && { isProtected: true as const }),
      }))
}

/** Says of a project that has just been made that its words are sealed, and by what its key is wrapped (`___db_hash`). */
export function writeProtection(db: Db, hash: string): void {
  for (const { key, value } of protectionRows(hash))
    db.run('INSERT INTO preferences (key, value) VALUES (?, ?)', [key, value])
}

/**
 * The password of the project at `path` stays where `other`, the same project as it once was, takes its place: one that was changed opens nothing
 * again. A file that cannot be read any more keeps nothing.
 */
export function keepProtection(path: string, other: string): void {
  const now = readProtection(path)
  if (now === null || !areWraps(now)) return
  const db = openNode(other)
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL')
    db.run("UPDATE preferences SET value = ? WHERE key = '___db_hash' AND value <> ?", [now, now])
  } finally {
    db.close()
  }
}

function readProtection(path: string): string | null {
  if (!existsSync(path)) return null
  let db: Db | undefined
  try {
    db = openNode(path)
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON')
    return db.one<{ value: string }>("SELECT value FROM preferences WHERE key = '___db_hash'")?.value ?? null
  } catch {
    return null
  } finally {
    db?.close()
  }
}

/** As `createProject`, and leaves it closed. Returns its path. */
export function writeProject(path: string, overwrite: boolean, bring: (db: Db) => void): Result<string> {
  const wanted = withSuffix(resolve(path))
  return writeWhole(wanted, overwrite, (temporary) => {
    const db = openNode(temporary)
    try {
      // What is refused is rolled back, if only to say why.
      db.exec('PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL')
      beginProject(db, bring)
    } finally {
      db.close()
    }
  })
}

/** Makes a new project of an empty database. */
export function beginProject(db: Db, bring: (db: Db) => void): void {
  db.transaction(() => {
    db.exec(serverSql)
    bring(db)
    fill(db)
    setMeta(db, 'uuid', randomUUID())
    setMeta(db, 'epoch', randomUUID())
    setMeta(db, 'head', 0)
  })
}

export interface OpenOptions {
  /** Where the project of `path` is worked on: a copy of its file. */
  at?: string
  /** The folder of automatic backups; left out, the one before a migration lies beside the file. */
  backups?: string
  /** It is what another place keeps of the project, brought into a file: its identity is known there, and what changes in it is recorded. */
  isCache?: boolean
  /** One that is protected by a password is opened as it is, its words sealed. */
  takesProtected?: boolean
  /** What `inspectFile` has just said of it: to ask again reads all of the file once more. */
  inspected?: Inspected
}

/** Opens an existing project. Problems: those of `inspectFile`. */
export function openProject(
  path: string,
  known: readonly Noted[],
  { at, backups, isCache = false, takesProtected = false, inspected: given }: OpenOptions = {},
): Result<ProjectFile> {
  const found = at === undefined ? attempt(() => real(path)) : ok(path)
  if ('problem' in found) return found
  const file = at ?? found.ok
  const inspected = given ? ok(given) : inspectFile(file, { takesProtected })
  if ('problem' in inspected) return inspected
  const { isProtected } = inspected.ok
  const opening = { path: found.ok, isCache }
  return openFile(file, opening, (db) => {
    const older = inspected.ok.version < layoutVersion
    const own = db.all(`SELECT 1 FROM sqlite_schema WHERE name IN ('_meta', '_log')`).length === 2
    let identity = own ? identityOf(db, found.ok, known, isCache) : null
    // The private tables of an older layout are brought to this one; the file as it was is kept, where it is not kept elsewhere.
    if (identity && !isCache && (older || inspected.ok.lacks)) {
      const { before, now } = identity
      if (backups !== undefined && isFolderName(now.uuid)) backUpFirst(db, join(backups, now.uuid), before)
      else copyBeside(db, found.ok)
    }
    return db.transaction(() => {
      db.exec(serverSql)
      identity ??= identityOf(db, found.ok, known, isCache)
      const { before, now } = identity
      if (older || before.uuid === '') fill(db)
      for (const key of ['uuid', 'epoch'] as const) if (now[key] !== before[key]) setMeta(db, key, now[key])
      if (isProtected) completeSealedTexts(db)
      else completeTexts(db)
      // Copies in browsers, which know the colours, go on with a history that goes on.
      if (now.epoch !== before.epoch) mendColours(db)
      return { ...now, ...(isProtected && { isProtected }) }
    })
  })
}

/** Which project the file has been, and which it is from now on. */
function identityOf(db: Db, path: string, known: readonly Noted[], isCache: boolean) {
  const before = { path, uuid: metaText(db, 'uuid'), epoch: metaText(db, 'epoch'), head: metaNumber(db, 'head') }
  if (isCache) return { before, now: before }
  return { before, now: identify({ ...before, hashAt: (seq) => hashOfEntry(db, seq) }, known, isFile) }
}

/** The path by which a file is known, whatever links lead to it. Throws Refusal fileNotFound. */
function real(path: string): string {
  try {
    return realpathSync(resolve(path))
  } catch {
    return refuse({ kind: 'fileNotFound', name: path })
  }
}

/** `file`: what is opened; `path`: by which it is known. */
function openFile(
  file: string,
  { path, isCache }: { path: string; isCache: boolean },
  prepare: (db: Db) => Pick<ProjectFile, 'uuid' | 'epoch' | 'isProtected'>,
): Result<ProjectFile> {
  let db: Db | undefined
  try {
    db = openNode(file)
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isCache ? 'OFF' : 'FULL'}; PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY`)
    const open = db
    if (isCache) open.record?.()
    return ok({ db, path, ...prepare(open) })
  } catch (error) {
    db?.close()
    return problem(error instanceof Refusal ? error.problem : sqliteProblem(path, error))
  }
}

/** What a new project holds. */
function fill(db: Db): void {
  db.exec(serverSql)
  db.exec(`PRAGMA user_version = ${layoutVersion}`)
  if (!db.one('SELECT 1 FROM questions LIMIT 1'))
    db.run('INSERT INTO questions (id, question, questionOrder) VALUES (?, ?, ?)', [firstQuestionId, '', 0])
  const single = db.one<{ n: number }>('SELECT COUNT(*) AS n FROM questions')?.n === 1 ? '1' : '0'
  const preferences = {
    ___db_version: String(databaseVersion),
    ___cloud_version: String(cloudVersion),
    ___db_encrypted: '0',
    [singleQuestionPreference]: single,
  }
  for (const [key, value] of Object.entries(preferences))
    db.run('INSERT OR IGNORE INTO preferences (key, value) VALUES (?, ?)', [key, value])
}

/** Answers that came without their plain text: from a file that another program has written, or that was sealed. */
export function completeTexts(db: Db): void {
  const missing = db.all<{ id: number }>(
    'SELECT id FROM question_answers a WHERE NOT EXISTS (SELECT 1 FROM answer_texts t WHERE t.answerId = a.id AND t.text IS NOT NULL)',
  )
  // One text in memory at a time: all of them may be more than fits.
  for (const { id } of missing) {
    const answer = db.one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [id])?.answer ?? ''
    const { rich, canonical } = readHtml(answer)
    if (canonical !== answer) db.run('UPDATE question_answers SET answer = ? WHERE id = ?', [canonical, id])
    db.run(
      `INSERT INTO answer_texts (answerId, version, text) VALUES (?, 1, ?)
ON CONFLICT (answerId) DO UPDATE SET version = version + 1, text = excluded.text`,
      [id, rich.text],
    )
  }
}

/** The same of texts that are sealed: nobody here knows more of them than that they are there. */
function completeSealedTexts(db: Db): void {
  db.exec(`INSERT INTO answer_texts (answerId, version, text) SELECT id, 1, '' FROM question_answers WHERE true
ON CONFLICT (answerId) DO UPDATE SET version = version + 1, text = excluded.text WHERE text IS NULL`)
}

/** Of quirks from a file that another program has written. */
function mendColours(db: Db): void {
  const all = db.all<{ id: number; color: string }>('SELECT id, color FROM quirks')
  for (const { id, color } of all)
    if (!isColour(color)) db.run('UPDATE quirks SET color = ? WHERE id = ?', [soundColour(color, id), id])
}

/** A hash of the log's entry `seq`; empty where there is none. */
export function hashOfEntry(db: Db, seq: number): string {
  const entry = db.one('SELECT seq, client, n, i, author, at, operations FROM _log WHERE seq = ?', [seq])
  return entry ? createHash('sha256').update(JSON.stringify(entry)).digest('base64url') : ''
}

/** A copy beside the project at `path`, under a name that says when; returns its path. Throws Refusal. */
export const copyBeside = (db: Db, path: string): string => copyTo(db, backupPath(path), false)

/** A copy at `path`; returns its real path. Throws Refusal. */
export function copyTo(db: Db, path: string, overwrite: boolean): string {
  const written = writeWhole(path, overwrite, (temporary) => db.run('VACUUM INTO ?', [temporary]))
  return 'problem' in written ? refuse(written.problem) : written.ok
}

export function backupPath(path: string): string {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', ' ')
  const name = basename(path, extname(path))
  for (let n = 1; ; n += 1) {
    const free = join(dirname(path), `${name} backup ${time}${n > 1 ? ` (${n})` : ''}${suffix}`)
    if (!existsSync(free)) return free
  }
}
