/** Named versions of a project, kept privately in its file: who named which step, and, where it was small enough, the project of that time. */
import type { NamedVersion } from '../../src/model/history.ts'
import { longestTitle, mostBytesOfVersions } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/database/db.ts'

/** Versions of a project. */
const mostVersions = 200

type Named = Pick<NamedVersion, 'name' | 'author' | 'at' | 'seq'>

export const listVersions = (db: Db): NamedVersion[] =>
  db.all<NamedVersion & Record<string, never>>(
    'SELECT id, name, author, at, seq, size FROM _versions ORDER BY at DESC, id DESC',
  )

export const findVersion = (db: Db, id: number): NamedVersion =>
  listVersions(db).find((version) => version.id === id) ?? refuse({ kind: 'versionNotFound' })

/** Throws Refusal versionNameRequired, tooManyVersions, tooLong. */
export function addVersion(db: Db, { name, author, at, seq }: Named): NamedVersion {
  if (name === '') refuse({ kind: 'versionNameRequired' })
  if (name.length > longestTitle) refuse({ kind: 'tooLong', most: longestTitle })
  if (listVersions(db).length >= mostVersions) refuse({ kind: 'tooManyVersions', most: mostVersions })
  const last = db.one<{ id: number | null }>('SELECT MAX(id) AS id FROM _versions')?.id ?? 0
  // By the time: the state of one that is removed may still be on its way, and must not become that of the next.
  const id = Math.max(at, last + 1)
  db.run('INSERT INTO _versions (id, name, author, at, seq, size) VALUES (?, ?, ?, ?, ?, 0)', [
    id,
    name,
    author,
    at,
    seq,
  ])
  return findVersion(db, id)
}

export function removeVersion(db: Db, id: number): void {
  db.transaction(() => {
    db.run('DELETE FROM _versions WHERE id = ?', [id])
    db.run('DELETE FROM _version_parts WHERE version = ?', [id])
  })
}

/** Whether a state of so many bytes may be kept too. */
export const hasRoom = (db: Db, bytes: number): boolean =>
  bytes + (db.one<{ n: number | null }>('SELECT SUM(size) AS n FROM _versions')?.n ?? 0) <= mostBytesOfVersions

/** A part of a version's state; after the last one `size` says that it is whole. Each is a small transaction of its own. */
export const keepPart = (db: Db, id: number, n: number, bytes: Uint8Array): void => {
  db.run('INSERT INTO _version_parts (version, n, bytes) VALUES (?, ?, ?)', [id, n, bytes])
}
export const keptWhole = (db: Db, id: number, size: number): void => {
  db.run('UPDATE _versions SET size = ? WHERE id = ?', [size, id])
}
export const partOf = (db: Db, id: number, n: number): Uint8Array | null =>
  db.one<{ bytes: Uint8Array }>('SELECT bytes FROM _version_parts WHERE version = ? AND n = ?', [id, n])?.bytes ?? null

/** The log up to this step may go: the first version that needs it comes after. */
export const oldestNeeded = (db: Db): number =>
  db.one<{ seq: number | null }>('SELECT MIN(seq) AS seq FROM _versions WHERE size = 0')?.seq ?? Number.MAX_SAFE_INTEGER
