/**
 * What each person's projects take on the disk, with their histories, versions, backups and copies on their way, and what is left of the quota.
 * The newest backup of a project stays; the others make room where it is needed, the oldest of all projects first.
 */
import { statSync } from 'node:fs'
import type { BackupNote, BackupNotes } from '../../../files/backupFiles.ts'
import { usedBy } from '../../../files/temporaryFiles.ts'

export interface OwnedFile {
  uuid: string
  path: string
}

export interface UsedSpace {
  /** Bytes that the person's projects may still grow by, and new ones have; below 0 where there is too much already. */
  left(account: string): number
  /** Bytes that each of the person's projects may have, as the others are. */
  bounds(account: string): ReadonlyMap<string, number>
  /** Whether another backup has room, once older ones have made it. */
  hasRoomForBackup(account: string, uuid: string): boolean
  /** Older backups go as far as what there is takes more than it may. */
  makeRoom(account: string): void
  /** Bytes of the file, with the backups that stay. */
  sizeOf(file: OwnedFile): number
  /** The backups of the project are others now. */
  changed(uuid: string): void
}

export interface UsedSpaceOptions {
  backups: BackupNotes
  temporary: string
  /** That the account may have. */
  bytes(account: string): number
  filesOf(account: string): readonly OwnedFile[]
  /** Bytes of one; left out: as the disk has it. */
  fileSize?: (file: OwnedFile) => number
  now: () => number
}

/** ms for which a backup that is being put in the place of its project makes no room. */
const chosenFor = 600_000

export function openUsedSpace({
  backups,
  temporary,
  bytes,
  filesOf,
  fileSize = onDisk,
  now,
}: UsedSpaceOptions): UsedSpace {
  const listed = backups.of
  /** The last one: it may be on its way yet. */
  const chosenOf = (uuid: string): BackupNote[] => {
    const [last] = listed(uuid).toSorted((a, b) => (b.chosen ?? 0) - (a.chosen ?? 0))
    return last && (last.chosen ?? 0) > now() - chosenFor ? [last] : []
  }
  const staying = (uuid: string) => [...new Set([...listed(uuid).slice(0, 1), ...chosenOf(uuid)])]
  /** Besides backups. */
  const own = (account: string, files: readonly OwnedFile[]) =>
    usedBy(temporary, account).bytes + sum(files.map(fileSize))
  const left = (account: string) => {
    const files = filesOf(account)
    return bytes(account) - own(account, files) - sizeOfAll(files.flatMap(({ uuid }) => staying(uuid)))
  }

  return {
    left,
    bounds: (account) => {
      const room = left(account)
      return new Map(filesOf(account).map((file) => [file.uuid, room + fileSize(file)]))
    },
    hasRoomForBackup: (account, uuid) => {
      const files = filesOf(account)
      const mine = files.find((file) => file.uuid === uuid)
      const others = files.flatMap((file) => (file === mine ? chosenOf(uuid) : staying(file.uuid)))
      return own(account, files) + sizeOfAll(others) + (mine ? fileSize(mine) : 0) <= bytes(account)
    },
    makeRoom: (account) => {
      const files = filesOf(account)
      const all = files.flatMap(({ uuid }) => listed(uuid).map((backup) => ({ uuid, backup })))
      let over = own(account, files) + sizeOfAll(all.map(({ backup }) => backup)) - bytes(account)
      if (over <= 0) return
      const mayGo = all.filter(({ uuid, backup }) => !staying(uuid).includes(backup))
      for (const { uuid, backup } of mayGo.toSorted((a, b) => a.backup.at - b.backup.at)) {
        if (over <= 0) break
        backups.remove(uuid, backup)
        over -= backup.size
      }
    },
    sizeOf: (file) => fileSize(file) + sizeOfAll(staying(file.uuid)),
    changed: backups.changed,
  }
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0)
const sizeOfAll = (backups: readonly BackupNote[]): number => sum(backups.map(({ size }) => size))
const onDisk = ({ path }: OwnedFile): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0
