/**
 * Automatic backups: whole copies of the files of projects, made while the rooms go on; where they lie, `backupStores.ts` says. One a project is worked
 * on at most each hour, one when it is closed after changes, one before something is put in its place. `keptBackups.ts` says which stay.
 *
 * Promises: a backup that is on the list was sound and on the disk when it was made; one whose bytes have changed since is not restored; one
 * that cannot be made harms nothing and is said. However many are due at once, one is made at a time, and the hourly ones leave the machine to
 * those who work.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup, BackupList, BackupReason } from '../../src/model/history.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { backupEvery } from '../../src/model/rules/projects/keptBackups.ts'
import { ofOwnFile, storageFailed } from '../base/failures.ts'
import { fewAtOnce } from '../base/turns/fewAtOnce.ts'
import { backupId, type NewBackup, type NotedBackup, type SharedBackups } from '../files/backupFiles.ts'
import type { BackupSpace } from '../host.ts'
import { runTask } from '../tasks/runTask.ts'
import { type BegunBackup, backupsInFolder, backupsOfNodes, type OpenedBackup } from './backupStores.ts'
import type { StoredProject } from './storage.ts'

export interface Backups {
  /** Of those of all projects; null: they lie in no folder. */
  readonly folder: string | null
  list(uuid: string): Promise<BackupList>
  folderOf(uuid: string): string | null
  /** Makes one now. Problems: storageFailed, projectNotFound (it was deleted meanwhile). */
  make(stored: StoredProject, reason: BackupReason): Promise<Result<Backup>>
  /** Steps were taken. */
  changed(stored: StoredProject, head: number): void
  /** Nobody uses the project any more. */
  closing(stored: StoredProject, head: number): Promise<void>
  /** One of the file at `path`, which nobody has open. */
  makeOf(uuid: string, path: string, reason: BackupReason): Promise<Result<Backup>>
  /** The file of a backup until it is closed, whose bytes are those that were written, when it was made and after which step. Problems: backupNotFound, backupDamaged. */
  find(uuid: string, id: string): Promise<Result<OpenedBackup & { at: number; seq: number }>>
  /** It is put in the place of the project: of those that were, the last is kept. Problems: backupNotFound, storageFailed. */
  chosen(uuid: string, id: string): Promise<Result<void>>
  /** The project is gone for good. */
  forget(uuid: string): void
  /** Waits for those that are being made. */
  end(): Promise<void>
}

export interface BackupOptions {
  /** Of the backups of all projects, by uuid; where nodes share them, of those on their way. */
  folder: string
  /** Where several nodes have them; left out: this server has its own. */
  shared?: SharedBackups | undefined
  /** Where their room is bounded. */
  room?: BackupSpace | undefined
  /** What kept one from being made. */
  warn: (error: unknown) => void
  now?: () => number
  every?: number
}

/** ms after the change that makes one due: what is being done now belongs together. */
const rest = 10_000

export function openBackups(options: BackupOptions): Backups {
  const { folder, shared, room, warn, now = Date.now, every = backupEvery } = options
  const failures = new Map<string, NonNullable<BackupList['failed']>>()
  /** By project: what makes the next one, once it is known when. */
  const timers = new Map<string, { timer?: NodeJS.Timeout }>()
  /** By project: the backup that is being made. */
  const making = new Map<string, Promise<Result<Backup>>>()
  /** Projects that were deleted while one was made. */
  const gone = new Set<string>()
  let ended = false
  const inTurn = fewAtOnce(1)
  const due = openDue((stored) => make(stored, 'time'))
  /** Of a project that was deleted meanwhile, or of nodes once this one leaves, nothing is to be said. */
  const warnOf = (uuid: string, error: unknown) => void (gone.has(uuid) || (shared && ended) || warn(error))
  const store = shared ? backupsOfNodes(shared, folder, warnOf) : backupsInFolder(folder, warnOf)

  /** `copy` writes what it is of to a new file. */
  const write = async (
    uuid: string,
    of: Pick<NewBackup, 'reason' | 'epoch'>,
    copy: (path: string) => Promise<Result<unknown>>,
  ): Promise<Result<NotedBackup>> => {
    let begun: BegunBackup | undefined
    try {
      const ids = new Set((await store.list(uuid)).map(({ id }) => id))
      let at = now()
      while (ids.has(backupId(at, of.reason))) at += 1
      const id = backupId(at, of.reason)
      begun = store.begin(uuid, id)
      const copied = await copy(begun.path)
      return isProblem(copied) ? copied : await begun.keep({ id, at, ...of })
    } catch (error) {
      return problem(storageFailed(error))
    } finally {
      begun?.end()
    }
  }

  const writeOf = async (stored: StoredProject, reason: BackupReason): Promise<Result<Backup>> => {
    const { uuid, epoch } = stored
    // The server stops: what has not begun by now is not made.
    if (ended || gone.has(uuid)) return problem({ kind: 'projectNotFound', name: uuid })
    // What is there is not given up for the want of room.
    const refused = reason === 'before' ? null : (room?.refuses(uuid) ?? null)
    if (refused) return problem(refused)
    return write(uuid, { reason, epoch }, (path) => stored.ask('copy', { path }))
  }

  const unplan = (uuid: string) => {
    clearTimeout(timers.get(uuid)?.timer)
    timers.delete(uuid)
  }

  const make = (stored: StoredProject, reason: BackupReason): Promise<Result<Backup>> => {
    const { uuid } = stored
    const before = making.get(uuid)
    // What has begun may lack what was done since: whoever asks for one now gets one of now.
    if (before && !['before', 'hand'].includes(reason)) return before
    unplan(uuid)
    const made = (before ?? Promise.resolve())
      .then(() => inTurn(() => writeOf(stored, reason), { isUrgent: reason === 'before' }))
      .then((result) => {
        if (gone.has(uuid)) {
          store.forget(uuid)
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

  const isBehind = async ({ uuid, epoch }: StoredProject, head: number): Promise<boolean> => {
    const [last] = await store.list(uuid)
    return head > 0 && (last?.seq !== head || last.epoch !== epoch)
  }
  /** Where that cannot be known now none is made. */
  const isDue = (stored: StoredProject, head: number) =>
    isBehind(stored, head).catch((error: unknown) => {
      warnOf(stored.uuid, error)
      return false
    })

  const changed = async (stored: StoredProject, head: number): Promise<void> => {
    const { uuid } = stored
    const planned: { timer?: NodeJS.Timeout } = {}
    timers.set(uuid, planned)
    const isStill = () => timers.get(uuid) === planned
    const [newest] = await store.list(uuid)
    if (!isStill()) return
    const last = Math.max(newest?.at ?? 0, failures.get(uuid)?.at ?? 0)
    const wait = Math.max(rest, Math.min(every, last + every - now()))
    planned.timer = setTimeout(() => {
      timers.delete(uuid)
      void isDue(stored, head).then((isBehind) => isBehind && !ended && due.add(stored))
    }, wait).unref()
  }

  return {
    folder: shared ? null : folder,
    list: async (uuid) => {
      const failed = failures.get(uuid)
      return {
        backups: (await store.list(uuid)).map(({ hash: _, epoch: __, chosen: ___, ...backup }) => backup),
        ...(failed && { failed }),
      }
    },
    folderOf: (uuid) => (shared ? null : join(folder, uuid)),
    make,
    makeOf: async (uuid, path, reason) => {
      await making.get(uuid)
      const made = await write(uuid, { reason }, async (to) => {
        copyFileSync(path, to)
        return ok(undefined)
      })
      room?.changed(uuid)
      return made
    },
    changed: (stored, head) => {
      const { uuid } = stored
      if (ended || timers.has(uuid) || making.has(uuid) || due.has(uuid)) return
      changed(stored, head).catch((error: unknown) => {
        warnOf(uuid, error)
        unplan(uuid)
      })
    },
    closing: async (stored, head) => {
      unplan(stored.uuid)
      due.delete(stored.uuid)
      if (await isDue(stored, head)) await make(stored, 'close')
    },
    find: async (uuid, id) => {
      const backup = (await store.list(uuid)).find((each) => each.id === id)
      if (!backup) return problem({ kind: 'backupNotFound' })
      const opened = await store.open(uuid, backup)
      if (isProblem(opened)) return opened
      const { path, close } = opened.ok
      const found = await runTask({ do: 'hash', path }, warn)
      if (!isProblem(found) && found.ok.hash === backup.hash) return ok({ path, close, at: backup.at, seq: backup.seq })
      close()
      return isProblem(found) ? found : problem({ kind: 'backupDamaged' })
    },
    chosen: async (uuid, id) => {
      const backup = (await store.list(uuid)).find((each) => each.id === id)
      if (!backup) return problem({ kind: 'backupNotFound' })
      const noted = await store.note(uuid, { ...backup, chosen: now() })
      room?.changed(uuid)
      return noted
    },
    forget: (uuid) => {
      unplan(uuid)
      failures.delete(uuid)
      due.delete(uuid)
      if (making.has(uuid)) gone.add(uuid)
      store.forget(uuid)
    },
    end: async () => {
      ended = true
      for (const uuid of [...timers.keys()]) unplan(uuid)
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
