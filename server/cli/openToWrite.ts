/** A project that a command changes: opened, or made where there is none, and held alone until it is closed. */
import { existsSync } from 'node:fs'
import type { Result } from '../../src/model/problems.ts'
import { createProject, openProject, type ProjectFile } from '../storage/projectFile.ts'
import { pathOf } from './openToRead.ts'
import { say } from './output.ts'

export function openToWrite(name: string, folder: string): Result<ProjectFile> {
  const path = pathOf(name, folder)
  if (existsSync(path)) return openProject(path, [])
  const made = createProject(path, false)
  if ('ok' in made) say(`Made ${made.ok.path}`)
  return made
}

/** What the log holds is in the file then, and no log is left beside it. */
export function closeProject({ db }: ProjectFile): void {
  db.run('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
}
