import { statfsSync } from 'node:fs'

/** Bytes that this user may still write on the disk of a folder; NaN where the system does not say. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.NaN
  }
}

/** Below it nothing more can be relied on to be written: a log, a mail, a backup. */
export const leastFree = 16 * 1024 * 1024
