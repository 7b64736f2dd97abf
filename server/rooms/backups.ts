/**
 * Automatic backups: whole copies of the files of projects in a folder of the server's own, made while the rooms go on. One a project is worked
 * on at most each hour, one when it is closed after changes, one before something is put in its place. `keptBackups.ts` says which stay.
 *
 * Promises: a backup that is on the list was sound and on the disk when it was made; one whose bytes have changed since is not restored; one
 * that cannot be made harms nothing and is said. However many are due at once, one is made at a time, and the hourly ones leave the machine to
 * those who work.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup, BackupList, BackupReason } from '../../src/model/history.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { backupEvery } from '../../src/model/rules/projects/keptBackups.ts'
import { ofOwnFile, storageFailed } from '../base/failures.ts'
import { fewAtOnce } from '../base/turns/fewAtOnce.ts'
import { discard } from '../base/unfinished.ts'
import { backupId, isFolderName, type NotedBackup, noteAgain, readBackups } from '../files/backupFiles.ts'
import { logEnds } from '../files/inspectFile.ts'
import type { BackupSpace } from '../host.ts'
import { runTask } from '../tasks/runTask.ts'
import type { StoredProject } from './storage.ts'

export interface Backups {
  /** Of those of all projects. */
  readonly folder: string
  list(uuid: string): BackupList
  folderOf(uuid: string): string
  /** Makes one now. Problems: storageFailed, projectNotFound (it was deleted meanwhile). */
  make(stored: StoredProject, reason: BackupReason): Promise<Result<Backup>>
  /** Steps were taken. */
  changed(stored: StoredProject, head: number): void
  /** Nobody uses the project any more. */
  closing(stored: StoredProject, head: number): Promise<void>
  /** The file of a backup, whose bytes are those that were written, when it was made and after which step. Problems: backupNotFound, backupDamaged. */
  find(uuid: string, id: string): Promise<Result<{ path: string; at: number; seq: number }>>
  /** It is put in the place of the project: of those that were, the last is kept. Problems: backupNotFound, storageFailed. */
  chosen(uuid: string, id: string): Result<void>
  /** The project is gone for good. */
  forget(uuid: string): void
  /** Waits for those that are being made. */
  end(): Promise<void>
}

export interface BackupOptions {
  /** Of the backups of all projects, by uuid. */
  folder: string
  /** Where their room is bounded. */
  room?: BackupSpace | undefined
  /** What kept one from being made. */
  warn: (error: unknown) => void
  now?: () => number
  every?: number
}

/** ms after the change that makes one due: what is being done now belongs together. */
const rest = 10_000

export function openBackups({ folder, room, warn, now = Date.now, every = backupEvery }: BackupOptions): Backups {
  const failures = new Map<string, NonNullable<BackupList['failed']>>()
  const timers = new Map<string, NodeJS.Timeout>()
  /** By project: the backup that is being made. */
  const making = new Map<string, Promise<Result<Backup>>>()
  /** Projects that were deleted while one was made. */
  const gone = new Set<string>()
  let ended = false
  const inTurn = fewAtOnce(1)
  const due = openDue((stored) => make(stored, 'time'))
  const folderOf = (uuid: string) => join(folder, uuid)

  const read = (uuid: string): NotedBackup[] => (isFolderName(uuid) ? readBackups(folderOf(uuid)) : [])

  const write = async (stored: StoredProject, reason: BackupReason): Promise<Result<Backup>> => {
    const { uuid, epoch } = stored
    // The server stops: what has not begun by now is not made.
    if (ended || gone.has(uuid)) return problem({ kind: 'projectNotFound', name: uuid })
    // What is there is not given up for the want of room.
    const refused = reason === 'before' ? null : (room?.refuses(uuid) ?? null)
    if (refused) return problem(refused)
    const path = folderOf(uuid)
    let at = now()
    while (existsSync(join(path, `${backupId(at, reason)}.qrk`))) at += 1
    const id = backupId(at, reason)
    const part = join(path, `${id}.part`)
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 })
      rmSync(part, { force: true })
      const copied = await stored.ask('copy', { path: part })
      if (isProblem(copied)) return copied
      return await runTask(
        { do: 'keep', folder: path, part, backup: { id, at, reason, epoch } },
        (error) => void (gone.has(uuid) || warn(error)),
      )
    } catch (error) {
      return problem(storageFailed(error))
    } finally {
      for (const end of ['', ...logEnds]) discard(part + end)
    }
  }

  const make = (stored: StoredProject, reason: BackupReason): Promise<Result<Backup>> => {
    const { uuid } = stored
    const before = making.get(uuid)
    // What has begun may lack what was done since: whoever asks for one now gets one of now.
    if (before && !['before', 'hand'].includes(reason)) return before
    clearTimeout(timers.get(uuid))
    timers.delete(uuid)
    const made = (before ?? Promise.resolve())
      .then(() => inTurn(() => write(stored, reason), { isUrgent: reason === 'before' }))
      .then((result) => {
        if (gone.has(uuid)) {
          rmSync(folderOf(uuid), { recursive: true, force: true })
          return problem({ kind: 'projectNotFound', name: uuid })
        }
        // One that is gone needs none.
        if (isProblem(result) && !ended && result.problem.kind !== 'projectNotFound') {
          const found = ofOwnFile(result.problem, warn)
          const detail = 'detail' in found ? String(found.detail) : found.kind
          failures.set(uuid, { at: now(), detail, problem: found })
          // That is its owner's to know.
          if (found.kind !== 'quotaExceeded') warn(new Error(`no backup of project ${uuid}: ${detail}`))
        } else if (!isProblem(result)) {
          failures.delete(uuid)
          room?.changed(uuid)
        }
        return result
      })
      .finally(() => {
        if (making.get(uuid) !== made) return
        making.delete(uuid)
        gone.delete(uuid)
      })
    making.set(uuid, made)
    return made
  }

  const isBehind = ({ uuid, epoch }: StoredProject, head: number): boolean => {
    const last = read(uuid)[0]
    return head > 0 && (last?.seq !== head || last.epoch !== epoch)
  }

  return {
    folder,
    list: (uuid) => {
      const failed = failures.get(uuid)
      return {
        backups: read(uuid).map(({ hash: _, epoch: __, chosen: ___, ...backup }) => backup),
        ...(failed && { failed }),
      }
    },
    folderOf,
    make,
    changed: (stored, head) => {
      if (ended || timers.has(stored.uuid) || making.has(stored.uuid) || due.has(stored.uuid)) return
      const last = Math.max(read(stored.uuid)[0]?.at ?? 0, failures.get(stored.uuid)?.at ?? 0)
      const wait = Math.max(rest, Math.min(every, last + every - now()))
      const timer = setTimeout(() => {
        timers.delete(stored.uuid)
        if (isBehind(stored, head)) due.add(stored)
      }, wait)
      timer.unref()
      timers.set(stored.uuid, timer)
    },
    closing: async (stored, head) => {
      clearTimeout(timers.get(stored.uuid))
      timers.delete(stored.uuid)
      due.delete(stored.uuid)
      if (isBehind(stored, head)) await make(stored, 'close')
    },
    find: async (uuid, id) => {
      const backup = read(uuid).find((each) => each.id === id)
      if (!backup) return problem({ kind: 'backupNotFound' })
      const path = join(folderOf(uuid), `${backup.id}.qrk`)
      const found = await runTask({ do: 'hash', path }, warn)
      if (isProblem(found)) return found
      return found.ok.hash === backup.hash
        ? ok({ path, at: backup.at, seq: backup.seq })
        : problem({ kind: 'backupDamaged' })
    },
    chosen: (uuid, id) => {
      const backup = read(uuid).find((each) => each.id === id)
      if (!backup) return problem({ kind: 'backupNotFound' })
      const noted = noteAgain(folderOf(uuid), { ...backup, chosen: now() })
      room?.changed(uuid)
      return noted
    },
    forget: (uuid) => {
      clearTimeout(timers.get(uuid))
      timers.delete(uuid)
      failures.delete(uuid)
      due.delete(uuid)
      if (making.has(uuid)) gone.add(uuid)
      if (isFolderName(uuid)) rmSync(folderOf(uuid), { recursive: true, force: true })
    },
    end: async () => {
      ended = true
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      due.clear()
      await Promise.all(making.values())
    },
  }
}

/** How much longer than a backup took nothing is made of those that only the time asks for. */
const restFor = 9

/** Projects whose hour is over, one after the other with rests between them. */
function openDue(make: (stored: StoredProject) => Promise<unknown>) {
  const waiting = new Map<string, StoredProject>()
  let isWorking = false
  const work = async () => {
    isWorking = true
    for (const [uuid, stored] of waiting) {
      waiting.delete(uuid)
      const began = performance.now()
      await make(stored)
      const took = performance.now() - began
      await new Promise((resolve) => setTimeout(resolve, took * restFor).unref())
    }
    isWorking = false
  }
  return {
    add(stored: StoredProject) {
      waiting.set(stored.uuid, stored)
      if (!isWorking) void work()
    },
    has: (uuid: string) => waiting.has(uuid),
    delete: (uuid: string) => waiting.delete(uuid),
    clear: () => waiting.clear(),
  }
}
