/** A small JSON file of the configuration, readable by its owner alone, always whole, and there after a power cut once it is written. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { discard } from '../base/unfinished.ts'
import { syncFolder } from './writeWhole.ts'

/** What the file holds; `missing` where there is none, or where it cannot be understood. Throws what the disk says: what it holds is not to be written over. */
export function readStored<T>(path: string, shape: z.ZodType<T>, missing: () => T): T {
  try {
    const read = shape.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : missing()
  } catch (error) {
    if (isUnread(error)) throw error
    return missing()
  }
}

/** There is a file, and the disk does not give what it holds. */
export const isUnread = (error: unknown): boolean =>
  (error as { syscall?: string }).syscall !== undefined && (error as { code?: string }).code !== 'ENOENT'

export function writeStored(path: string, value: unknown): void {
  const temporary = `${path}.${process.pid}.new`
  try {
    writeFileSync(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(temporary, path)
    syncFolder(dirname(path))
  } finally {
    discard(temporary)
  }
}
