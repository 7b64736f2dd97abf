/** The files of backups: in a folder of each project's own, each with a note beside it, without which it is none. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup, BackupReason } from '../../src/model/history.ts'
import { ok, problem, Refusal, type Result } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/database/db.ts'
import { storageFailed } from '../base/failures.ts'
import { hashOf } from '../base/hashOf.ts'
import { syncFolder, writeWhole } from './writeWhole.ts'

export interface NotedBackup extends Backup {
  /** Of its bytes. */
  hash: string
  epoch: string
  /** When it was put in the place of the project last. */
  chosen?: number
}

/** What of one is known before its file has been looked at; `epoch` left out: the one that the file has. */
export type NewBackup = Omit<NotedBackup, 'hash' | 'size' | 'seq' | 'epoch'> & { epoch?: string }

/** What backups take, and which of them must not go: known without waiting, at several nodes as of some seconds ago. */
export interface BackupNotes {
  /** The newest first. */
  of(uuid: string): readonly BackupNote[]
  /** Unless it was put in the place of the project meanwhile. */
  remove(uuid: string, backup: BackupNote): void
  /** Those of the project are others now. */
  changed(uuid: string): void
}
export type BackupNote = Pick<NotedBackup, 'id' | 'at' | 'size' | 'chosen'>

/** Where several nodes have the backups of their projects. */
export interface SharedBackups {
  readonly notes: BackupNotes
  /** The newest first. */
  list(uuid: string): Promise<NotedBackup[]>
  /** By which this node has the project now; null: it has not. */
  lease(uuid: string): number | null
  /** Keeps the file at `path`, which was copied while the node had that lease, and does away with those that are not kept beside it. */
  put(uuid: string, backup: NotedBackup, path: string, lease: number | null): Promise<'kept' | 'elsewhere' | 'gone'>
  /** Writes the file of one to a new file at `path`. */
  write(uuid: string, id: string, path: string): Promise<'written' | 'none' | 'damaged'>
  /** When it was put in the place of the project. */
  note(uuid: string, backup: NotedBackup): Promise<void>
}

/** Another for every ms: a file that took an earlier one's name would lie beside a note that is not its own. */
export const backupId = (at: number, reason: BackupReason): string =>
  `${new Date(at).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-')}-${reason}`

/** Those in `folder` whose file is there, the newest first. */
export function readBackups(folder: string): NotedBackup[] {
  const names = new Set(namesIn(folder))
  return [...names]
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readNote(join(folder, name)))
    .filter(({ id }) => names.has(`${id}.qrk`))
    .toSorted((a, b) => b.at - a.at)
}

/** From here on it is one, power cut or not. */
export function noteBackup(folder: string, backup: NotedBackup): void {
  writeFileSync(join(folder, `${backup.id}.json`), JSON.stringify(backup), { mode: 0o600, flush: true })
  syncFolder(folder)
}

/** What is noted of one that stays one, power cut or not. */
export function noteAgain(folder: string, backup: NotedBackup): Result<void> {
  const note = JSON.stringify(backup)
  const part = join(folder, `${backup.id}.part-note`)
  try {
    writeFileSync(part, note, { mode: 0o600, flush: true })
    renameSync(part, join(folder, `${backup.id}.json`))
    syncFolder(folder)
    return ok(undefined)
  } catch (error) {
    return problem(storageFailed(error))
  }
}

/** Takes away all but `kept`, and what a server that was killed has left. Nobody makes a backup in this folder meanwhile. */
export function tidyBackups(folder: string, kept: ReadonlySet<string>): void {
  for (const name of namesIn(folder)) {
    const [, id, end] = /^(.+?)(\.json|\.qrk|\.part(?:-\w+)?)$/.exec(name) ?? []
    if (id && end && (end.startsWith('.part') || !kept.has(id))) rmSync(join(folder, name), { force: true })
  }
}

/** It is none any more before its file goes. */
function removeBackup(folder: string, id: string): void {
  for (const end of ['.json', '.qrk']) rmSync(join(folder, id + end), { force: true })
}

/** Of the backups in `folder`, by uuid: what was read of their notes. */
export function notesIn(folder: string): BackupNotes {
  const known = new Map<string, NotedBackup[]>()
  const folderOf = (uuid: string) => join(folder, uuid)
  return {
    of: (uuid) => {
      const list = known.get(uuid) ?? (isFolderName(uuid) ? readBackups(folderOf(uuid)) : [])
      known.set(uuid, list)
      return list
    },
    remove: (uuid, { id }) => {
      removeBackup(folderOf(uuid), id)
      known.delete(uuid)
    },
    changed: (uuid) => void known.delete(uuid),
  }
}

/** A backup of what the thread has open, made at once: before the file is changed as a whole. Throws Refusal, and then nothing is to be changed. */
export function backUpFirst(db: Db, folder: string, project: { epoch: string; head: number }): void {
  const at = Date.now()
  const id = backupId(at, 'migration')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const written = writeWhole(join(folder, `${id}.qrk`), true, (temporary) => db.run('VACUUM INTO ?', [temporary]))
    if ('problem' in written) throw new Refusal(written.problem)
    const { size } = statSync(written.ok)
    const { head: seq, epoch } = project
    noteBackup(folder, { id, at, size, reason: 'migration', seq, hash: hashOf(written.ok), epoch })
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(storageFailed(error))
  }
}

/** A uuid comes from a file: it names a folder only where it is one name. */
export const isFolderName = (uuid: string): boolean => /^[\w-]{1,80}$/.test(uuid)

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function readNote(path: string): NotedBackup[] {
  try {
    return [JSON.parse(readFileSync(path, 'utf8')) as NotedBackup]
  } catch {
    // Cut off by a full disk: what it was about is no backup.
    return []
  }
}
