/** The two places where backups lie: folders of one server, and the database that several nodes have in common. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import { discard } from '../base/unfinished.ts'
import {
  isFolderName,
  type NewBackup,
  type NotedBackup,
  noteAgain,
  readBackups,
  type SharedBackups,
} from '../files/backupFiles.ts'
import { logEnds } from '../files/inspectFile.ts'
import { runTask } from '../tasks/runTask.ts'

export interface BackupStore {
  /** The newest first. */
  list(uuid: string): Promise<NotedBackup[]>
  /** Asked before the copy is made that is to become a backup. */
  begin(uuid: string, id: string): BegunBackup
  /** Its file, to be read only. Problems: backupNotFound, backupDamaged, storageFailed. */
  open(uuid: string, backup: NotedBackup): Promise<Result<OpenedBackup>>
  /** That it was put in the place of the project. Problems: storageFailed. */
  note(uuid: string, backup: NotedBackup): Promise<Result<void>>
  /** The project is gone for good. */
  forget(uuid: string): void
}

export interface BegunBackup {
  /** Where the copy goes: there is no such file, and none stays. */
  readonly path: string
  /** It is a backup from here on, and those go that are not kept beside it. */
  keep(backup: NewBackup): Promise<Result<NotedBackup>>
  /** Nothing stays of what has not become one. */
  end(): void
}

export interface OpenedBackup {
  readonly path: string
  close(): void
}

type Warn = (uuid: string, error: unknown) => void

const begun = (folder: string, id: string): Pick<BegunBackup, 'path' | 'end'> => {
  const path = join(folder, `${id}.part`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  return {
    path,
    end: () => {
      for (const end of ['', ...logEnds]) discard(path + end)
    },
  }
}

/** In `folder`, by uuid. */
export function backupsInFolder(folder: string, warn: Warn): BackupStore {
  const folderOf = (uuid: string) => join(folder, uuid)
  return {
    list: async (uuid) => (isFolderName(uuid) ? readBackups(folderOf(uuid)) : []),
    begin: (uuid, id) => {
      const made = begun(folderOf(uuid), id)
      return {
        ...made,
        keep: (backup) =>
          runTask({ do: 'keep', folder: folderOf(uuid), part: made.path, backup }, (error) => warn(uuid, error)),
      }
    },
    open: async (uuid, { id }) => ok({ path: join(folderOf(uuid), `${id}.qrk`), close: () => {} }),
    note: async (uuid, backup) => noteAgain(folderOf(uuid), backup),
    forget: (uuid) => {
      if (isFolderName(uuid)) rmSync(folderOf(uuid), { recursive: true, force: true })
    },
  }
}

/** `folder`: of files on their way to and from where the nodes have them. */
export function backupsOfNodes(shared: SharedBackups, folder: string, warn: Warn): BackupStore {
  const failed = (uuid: string, error: unknown) => {
    warn(uuid, error)
    return problem(storageFailed(new Error('the database of the nodes does not answer')))
  }
  return {
    list: shared.list,
    begin: (uuid, id) => {
      const lease = shared.lease(uuid)
      const made = begun(folder, `${uuid}.${id}`)
      const keep: BegunBackup['keep'] = async (backup) => {
        const checked = await runTask({ do: 'check', path: made.path }, (error) => warn(uuid, error))
        if (isProblem(checked)) return checked
        const noted = { ...checked.ok, ...backup }
        const put = await shared.put(uuid, noted, made.path, lease)
        if (put === 'kept') return ok(noted)
        return problem(
          put === 'gone'
            ? { kind: 'projectNotFound', name: uuid }
            : { kind: 'storageFailed', detail: 'another node has the project' },
        )
      }
      return { ...made, keep: (backup) => keep(backup).catch((error: unknown) => failed(uuid, error)) }
    },
    open: async (uuid, { id }) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${randomUUID()}.qrk`)
      const close = () => discard(path)
      try {
        const written = await shared.write(uuid, id, path)
        if (written === 'written') return ok({ path, close })
        close()
        return problem({ kind: written === 'none' ? 'backupNotFound' : 'backupDamaged' })
      } catch (error) {
        close()
        return failed(uuid, error)
      }
    },
    note: (uuid, backup) =>
      shared.note(uuid, backup).then(
        () => ok(undefined),
        (error: unknown) => failed(uuid, error),
      ),
    // They go with the project itself.
    forget: () => {},
  }
}
