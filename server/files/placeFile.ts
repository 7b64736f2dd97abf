/**
 * Files that go to or come from folders where a live database must not lie. They are plain files there: nothing of SQLite is ever beside them.
 *
 * Promises: a file appears whole or not at all, and is flushed; one that is not as it was last seen is never overwritten.
 */
import { chmodSync, copyFileSync, existsSync, linkSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { refuse } from '../../src/model/problems.ts'
import { hashOf } from '../base/hashOf.ts'
import { discard, sweepUnfinished, unfinishedBeside } from '../base/unfinished.ts'
import { isHeld, logEnds, sqliteProblem } from './inspectFile.ts'
import { syncFile, syncFolder } from './writeWhole.ts'

const mostTries = 20

/** A file as it was seen. `ino`: on some file systems another one each time. */
export interface SeenFile {
  size: number
  mtime: number
  ino: number
  hash: string
}

export interface Placing {
  from: string
  /** Of `from`. */
  hash: string
  to: string
  /** As `to` was last seen; null: there is to be no such file. Left out: whatever is there goes. */
  seen?: SeenFile | null
  /** Hashes of what a server that was killed may have put there. */
  own?: readonly string[]
  /** Where a file of somebody else's is in the way: under a name that says `now`, beside it; else fileExists. */
  beside?: { now: number }
}

export interface PlacedFile {
  path: string
  seen: SeenFile
}

/** Throws Refusal fileExists, folderNotFound, noPermission, projectLocked; other errors of the system as they are. `flush`: of the folder, once the file has its name. */
export function placeFile({ from, hash, to, seen, own = [], beside }: Placing, flush = syncFolder): PlacedFile {
  const folder = dirname(to)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse({ kind: 'folderNotFound', name: folder })
  const isFree = () => seen === undefined || isAsSeen(to, seen, own)
  if (!isFree() && !beside) refuse({ kind: 'fileExists', name: to })
  if (seen === undefined && existsSync(to) && isHeld(to)) refuse({ kind: 'projectLocked', name: to })
  sweepUnfinished(folder)
  const temporary = unfinishedBeside(to)
  try {
    copyFileSync(from, temporary)
    permitAs(to, temporary)
    syncFile(temporary)
    // Before it has its name: under that, somebody else's may be in its place by the time that it is looked at.
    const placed = seenAs(statSync(temporary), hash)
    // Once more, since copying may have taken its time.
    const path = isFree()
      ? replaced(temporary, to)
      : besides(temporary, to, beside?.now ?? refuse({ kind: 'fileExists', name: to }))
    flush(folder)
    return { path, seen: placed }
  } catch (error) {
    throw told(to, error)
  } finally {
    discard(temporary)
  }
}

function replaced(temporary: string, to: string): string {
  for (const end of logEnds) rmSync(to + end, { force: true })
  renameSync(temporary, to)
  return to
}

/** `Study (2026-11-22 10.45.12).qrk`, beside the one that somebody else has changed. */
function besides(temporary: string, to: string, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(':', '.').replace('T', ' ')
  const end = extname(to)
  for (let n = 1; ; n += 1) {
    const path = join(dirname(to), `${basename(to, end)} (${time}${n > 1 ? ` ${n}` : ''})${end}`)
    if (existsSync(path)) continue
    try {
      linkSync(temporary, path)
    } catch (error) {
      if ((error as { code?: string }).code === 'EEXIST') continue
      // File systems without links: the name was free a moment ago.
      renameSync(temporary, path)
    }
    return path
  }
}

/** Whether the file is the one that was seen, or one of ours. Its bytes are read only where something about it differs. */
function isAsSeen(path: string, seen: SeenFile | null, own: readonly string[]): boolean {
  // What somebody is writing by SQLite may be in the log alone.
  if (hasLog(path)) return false
  const found = statOf(path)
  // What somebody has taken away is not overwritten by being there again.
  if (!found) return true
  if (seen && found.size === seen.size && found.mtimeMs === seen.mtime && found.ino === seen.ino) return true
  if (!seen && own.length === 0) return false
  const hash = hashOf(path)
  return hash === seen?.hash || own.includes(hash)
}

const hasLog = (path: string): boolean => ['-wal', '-journal'].some((end) => (statOf(path + end)?.size ?? 0) > 0)

export interface Bringing {
  from: string
  to: string
  /** As `from` was when the copy at `to` was the same: where it still is, that copy stays. */
  seen?: SeenFile
}

/**
 * Brings a copy of the project's file to `to`, with the log that a killed server has left beside it. Throws Refusal projectLocked: somebody has
 * the file open, or the copy that is there.
 */
export function bringFile({ from, to, seen }: Bringing): SeenFile {
  if (seen && existsSync(to) && existsSync(from) && isAsSeen(from, seen, [])) return seenAs(statSync(from), seen.hash)
  if (existsSync(to) && isHeld(to)) refuse({ kind: 'projectLocked', name: from })
  for (const end of ['', ...logEnds]) rmSync(to + end, { force: true })
  if (isHeld(from)) refuse({ kind: 'projectLocked', name: from })
  const part = `${to}.part`
  try {
    for (let tries = 1; ; tries += 1) {
      const before = statSync(from)
      for (const end of ['', '-wal']) {
        rmSync(part + end, { force: true })
        if (!existsSync(from + end)) continue
        copyFileSync(from + end, part + end)
        chmodSync(part + end, 0o600)
        syncFile(part + end)
      }
      const seen = seenAs(before, hashOf(part))
      const after = statSync(from)
      // A program that keeps folders the same has just brought another.
      if (after.size !== before.size || after.mtimeMs !== before.mtimeMs || after.ino !== before.ino) {
        if (tries === mostTries) refuse({ kind: 'projectLocked', name: from })
        continue
      }
      if (existsSync(`${part}-wal`)) renameSync(`${part}-wal`, `${to}-wal`)
      renameSync(part, to)
      return seen
    }
  } catch (error) {
    throw told(from, error)
  } finally {
    for (const end of ['', '-wal']) discard(part + end)
  }
}

const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })
const seenAs = ({ size, mtimeMs, ino }: Stats, hash: string): SeenFile => ({ size, mtime: mtimeMs, ino, hash })

/** Who could read and write it can still do so. */
function permitAs(to: string, temporary: string): void {
  const mode = statOf(to)?.mode
  try {
    if (mode !== undefined) chmodSync(temporary, mode & 0o777)
  } catch {
    // File systems without such modes.
  }
}

/** A permission that is missing is said as such. */
function told(name: string, error: unknown): unknown {
  const { code } = error as { code?: string }
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return error
  try {
    return refuse(sqliteProblem(name, error))
  } catch (refusal) {
    return refusal
  }
}
