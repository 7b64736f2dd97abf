/**
 * Files that are kept beside the accounts, whose rows name them: those of students, sealed recordings and what was heard in them. One server has them in
 * folders, several nodes in the database that they have in common (`../../cluster/fileTable.ts`).
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../files/writeWhole.ts'

/** The folders of one server, in that of everything. */
export const fileKinds = ['students', 'transcription'] as const
export type FileKind = (typeof fileKinds)[number]

export interface KeptFiles {
  /** Keeps bytes, or the file at a path, which goes from there: whole, and in place of what had that name; through a power cut once this has resolved. */
  put(name: string, from: string | Uint8Array): Promise<void>
  /** null: there is none. */
  open(name: string): Promise<KeptFile | null>
  remove(name: string): Promise<void>
  names(): Promise<string[]>
  /** Where a person finds it, by its path; null: not in a folder. */
  placeOf(name: string): string | null
}

export interface KeptFile {
  /** Until it is closed. */
  readonly path: string
  close(): void
}

/** In `folder`, which is made where it is missing. */
export function filesIn(folder: string): KeptFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const placeOf = (name: string) => join(folder, name)
  return {
    put: async (name, from) => {
      if (typeof from === 'string') {
        const file = await open(from, 'r+')
        await file.sync().finally(() => file.close())
        renameSync(from, placeOf(name))
      } else {
        const unfinished = `${placeOf(name)}.new`
        writeFileSync(unfinished, from, { mode: 0o600, flush: true })
        renameSync(unfinished, placeOf(name))
      }
      syncFolder(folder)
    },
    open: async (name) => (existsSync(placeOf(name)) ? { path: placeOf(name), close: () => {} } : null),
    remove: async (name) => rmSync(placeOf(name), { recursive: true, force: true }),
    names: async () => readdirSync(folder),
    placeOf,
  }
}

/** Does away with files that no row names any more. `isNamed`: asked after it was seen that they are there. */
export async function sweepFiles(files: KeptFiles, isNamed: (name: string) => boolean): Promise<void> {
  for (const name of await files.names()) if (!isNamed(name)) await files.remove(name)
}
