/** A file that appears under its name whole or not at all, and stays through a power cut. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ok, type Problem, problem, Refusal, type Result } from '../../src/model/problems.ts'
import { isDiskFull } from './failures.ts'
import { inspectFile, logEnds, sqliteProblem } from './inspectFile.ts'
import { sweepUnfinished, unfinishedBeside } from './unfinished.ts'

/**
 * Lets `write` make a file under a temporary name in the same folder, then puts it at `path`. Returns the file's real path.
 * Problems: fileExists, folderNotFound, noPermission, projectLocked (it would overwrite an open project), cannotSave (no room), what `write` refuses.
 */
export function writeWhole(path: string, overwrite: boolean, write: (temporary: string) => void): Result<string> {
  const folder = dirname(path)
  const refused = whyNot(path, folder, overwrite)
  if (refused) return problem(refused)
  sweepUnfinished(folder)
  const temporary = unfinishedBeside(path)
  try {
    write(temporary)
    syncFile(temporary)
    place(temporary, path, overwrite)
    syncFolder(folder)
    return ok(realpathSync(path))
  } catch (error) {
    if (error instanceof Refusal) return problem(error.problem)
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return problem({ kind: 'fileExists', name: path })
    if (isDiskFull(error)) return problem({ kind: 'cannotSave', message: 'database or disk is full' })
    return problem(sqliteProblem(path, error))
  } finally {
    for (const end of ['', ...logEnds]) rmSync(temporary + end, { force: true })
  }
}

function whyNot(path: string, folder: string, overwrite: boolean): Problem | undefined {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { kind: 'folderNotFound', name: folder }
  const there = statSync(path, { throwIfNoEntry: false })
  if (!there) return undefined
  if (!overwrite || !there.isFile()) return { kind: 'fileExists', name: path }
  const inspected = inspectFile(path)
  return 'problem' in inspected && inspected.problem.kind === 'projectLocked' ? inspected.problem : undefined
}

function place(temporary: string, path: string, overwrite: boolean): void {
  if (overwrite) {
    for (const end of logEnds) rmSync(path + end, { force: true })
    renameSync(temporary, path)
    return
  }
  try {
    linkSync(temporary, path)
  } catch (error) {
    // File systems without links: the name was free a moment ago.
    if (!['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes((error as { code?: string }).code ?? ''))
      throw error
    if (existsSync(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' })
    renameSync(temporary, path)
  }
}

export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** The name of a new file is on the disk only when its folder is. Windows cannot and need not. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
