/**
 * Which project a file is: its uuid, and its epoch, the history that the copies in browsers belong to. A file that was
 * copied back, restored or synced from elsewhere continues another history than the copies know, and gets a new epoch.
 */
import { randomUUID } from 'node:crypto'

/** What this installation has noted of a file: at opening and when idle (`clean` false), and at closing. */
export interface Noted {
  uuid: string
  path: string
  epoch: string
  head: number
  /** Of the log's entry at `head`; empty where there is none. */
  hash: string
  clean: boolean
  /** Its words are sealed by a password. */
  protected?: boolean
}

export interface FileIdentity {
  path: string
  uuid: string
  epoch: string
  head: number
  hashAt(seq: number): string
}

/** `exists`: whether there is a file at a path. Returns the uuid and epoch that the file has from now on. */
export function identify(
  file: FileIdentity,
  known: readonly Noted[],
  exists: (path: string) => boolean,
): { uuid: string; epoch: string } {
  const same = known.filter((noted) => noted.uuid === file.uuid)
  const copied = same.some((noted) => noted.path !== file.path && exists(noted.path))
  if (file.uuid === '' || copied) return { uuid: randomUUID(), epoch: randomUUID() }
  const noted = same.find(({ path }) => path === file.path)
  return { uuid: file.uuid, epoch: noted && continues(file, noted) ? file.epoch : randomUUID() }
}

/** A server that was killed has written more than it noted; one that closed has not. */
const continues = (file: FileIdentity, noted: Noted): boolean =>
  file.epoch === noted.epoch &&
  (noted.clean ? file.head === noted.head : file.head >= noted.head) &&
  file.hashAt(noted.head) === noted.hash
