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
import { isDiskFull } from '../base/failures.ts'
import { discard, sweepUnfinished, unfinishedBeside } from '../base/unfinished.ts'
import { inspectFile, logEnds, settleLog, sqliteProblem } from './inspectFile.ts'

/**
 * Lets `write` make a file under a temporary name in the same folder, then puts it at `path`. Returns the file's real path. Where it is refused,
 * what lay there lies there still, with all that was in its log.
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
    if (overwrite) putOver(temporary, path)
    else putNew(temporary, path)
    return ok(realpathSync(path))
  } catch (error) {
    if (error instanceof Refusal) return problem(error.problem)
    const { code } = error as { code?: string }
    if (code === 'EEXIST') return problem({ kind: 'fileExists', name: path })
    if (isDiskFull(error)) return problem({ kind: 'cannotSave', message: 'database or disk is full' })
    return problem(sqliteProblem(path, error))
  } finally {
    for (const end of ['', ...logEnds]) discard(temporary + end)
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

function putOver(temporary: string, path: string): void {
  settleLog(path)
  for (const end of logEnds) rmSync(path + end, { force: true })
  const former = keepAside(path)
  try {
    renameSync(temporary, path)
    const refused = whyLoose(dirname(path))
    // Where the former one cannot come back either, the new one is there, and whole.
    if (refused && former && isBack(former, path)) throw refused
  } finally {
    if (former) discard(former)
  }
}

/** Another name of the file at `path`; null: there is none, or the file system knows no links. */
function keepAside(path: string): string | null {
  if (!existsSync(path)) return null
  const aside = unfinishedBeside(path)
  try {
    linkSync(path, aside)
    return aside
  } catch (error) {
    if (!isWithoutLinks(error)) throw error
    return null
  }
}

function isBack(former: string, path: string): boolean {
  try {
    renameSync(former, path)
    return true
  } catch {
    return false
  }
}

function putNew(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch (error) {
    // File systems without links: the name was free a moment ago.
    if (!isWithoutLinks(error)) throw error
    if (existsSync(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' })
    renameSync(temporary, path)
  }
  const refused = whyLoose(dirname(path))
  if (!refused) return
  rmSync(path, { force: true })
  throw refused
}

const isWithoutLinks = (error: unknown): boolean =>
  ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes((error as { code?: string }).code ?? '')

/** Why the names in a folder would not stay through a power cut; null: they do. */
function whyLoose(folder: string): unknown {
  try {
    syncFolder(folder)
    return null
  } catch (error) {
    return error
  }
}

export function syncFile(path: string): void {
  flush(openSync(path, 'r+'))
}

/** The name of a new file is on the disk only when its folder is. Windows cannot and need not. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  flush(openSync(path, 'r'))
}

function flush(opened: number): void {
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
