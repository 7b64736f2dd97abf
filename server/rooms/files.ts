/**
 * The files of projects, as the rooms have them: each is opened, made, replaced and written where SQLite may work on it, in its place or in a
 * copy of it, and nothing else need know which.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { calledBy } from '../base/calledBy.ts'
import { discard } from '../base/unfinished.ts'
import { logEnds } from '../files/inspectFile.ts'
import { backupPath, suffix, withSuffix } from '../files/projectFile.ts'
import { changingCalls } from '../room/threadMessages.ts'
import type { WorkingCopies } from '../working/workingCopies.ts'
import type { Noted, Storage, StoredProject } from './storage.ts'

/** Writes to a path, over what is there or not; resolves to what was made. */
type To<T> = (path: string, overwrite: boolean) => Promise<Result<T>>

/** Resolves to another file, made of the one at `present`, which is only read. */
export type MakeOf = (present: string) => Promise<Result<string>>

/** Of what was never asked of the storage, whose calls are numbered from 1. */
const noCall = 0

export interface Files {
  /** Why nothing is to be looked at there yet: folderNotAnswering; null: it may be. */
  whyAway(path: string): Promise<Problem | null>
  /** By which path the file is known, which was there at least when it was left; null: there is none. */
  real(path: string): string | null
  /** Problems: those of the copy and of the file. `isFree`: of several nodes, unless another one has it; else that one is asked for it. */
  open(path: string, isFree?: boolean): Promise<Result<StoredProject>>
  /** What `make` makes of the file as it is, which is closed and which nobody changes meanwhile, in the place of the one at `path`, which stays closed. */
  replace(path: string, make: MakeOf): Promise<Result<void>>
  /** Writes a new file; resolves to its path. */
  write(path: string, overwrite: boolean, write: To<string>): Promise<Result<string>>
  /** The same for a project that is then open. */
  make(path: string, overwrite: boolean, make: To<StoredProject>): Promise<Result<StoredProject>>
}

export interface FilesOptions {
  storage: Storage
  working: WorkingCopies | undefined
  noted: (path: string) => Noted[]
  /** For files on their way. */
  folder: string
  isOpen: (path: string) => boolean
}

export function openFiles({ storage, working, noted, folder, isOpen }: FilesOptions): Files {
  const whyAway = async (path: string): Promise<Problem | null> =>
    !working || (await working.answers(path)) ? null : { kind: 'folderNotAnswering', name: dirname(path) }

  const write = async (path: string, overwrite: boolean, writeTo: To<string>): Promise<Result<string>> => {
    const away = await whyAway(path)
    if (away) return problem(away)
    const place = realPlace(path)
    if (!place || !working?.placeOf(place)) return writeTo(path, overwrite)
    // No lock keeps others from a file that is worked on in a copy.
    if (isOpen(place))
      return problem(overwrite ? { kind: 'projectLocked', name: place } : { kind: 'fileExists', name: place })
    const made = join(folder, `${randomBytes(12).toString('hex')}${suffix}`)
    try {
      const there = await writeTo(made, false)
      return isProblem(there) ? problem(calledBy(path, there.problem)) : await working.put(there.ok, place, overwrite)
    } finally {
      for (const end of ['', ...logEnds]) discard(made + end)
    }
  }

  /** Its copies may go where no live database may lie. */
  const withCopies = (stored: StoredProject): StoredProject => ({
    ...stored,
    saveAs: async (path, overwrite) => ontoItself(stored, path) ?? write(path, overwrite, stored.saveAs),
    backup: async (to = { path: backupPath(stored.path), overwrite: false }) =>
      ontoItself(stored, to.path) ??
      write(to.path, to.overwrite, (path, overwrite) => stored.backup({ path, overwrite })),
  })

  const unchanged = ok(() => {})
  const changing = (uuid: string): Result<() => void> => working?.changing(uuid) ?? unchanged

  /** In a copy: what is done to it is owed to its file, or cannot be done. */
  const inCopy = (stored: StoredProject): StoredProject => ({
    ...stored,
    ask: async (call, args) => {
      const begun = changingCalls.has(call) ? changing(stored.uuid) : unchanged
      return isProblem(begun) ? begun : stored.ask(call, args).finally(begun.ok)
    },
    submit: (submission) => {
      const begun = changing(stored.uuid)
      if (isProblem(begun)) return { id: noCall, answer: Promise.resolve(begun) }
      const sender = { ...submission.sender, looksOnly: working?.isReading(stored.uuid) ?? false }
      const { id, answer } = stored.submit({ ...submission, sender } as typeof submission)
      return { id, answer: answer.finally(begun.ok) }
    },
  })

  /** `begin` with the copy of the file, where there is one. */
  const taken = async <T>(path: string, begin: (at: string | undefined) => Promise<Result<T>>): Promise<Result<T>> => {
    const copy = await working?.take(path)
    if (copy && isProblem(copy)) return copy
    const at = copy?.ok ?? undefined
    const begun = await begin(at)
    if (!isProblem(begun) || at === undefined) return begun
    await working?.left(path)
    return problem(calledBy(path, begun.problem))
  }

  const open = (path: string) =>
    taken(path, async (at) => {
      const opened = await storage.open(path, noted(path), { ...(at !== undefined && { at }) })
      if (isProblem(opened)) return opened
      return { ok: withCopies(at === undefined ? opened.ok : inCopy(opened.ok)) }
    })

  return {
    whyAway,
    real: (path) => realPath(path) ?? (working?.owedTo(path) != null ? path : null),
    open,
    replace: async (path, make) => {
      const replaced = await taken(path, async (at) => {
        const made = await make(at ?? path)
        if (isProblem(made)) return made
        const owed = at === undefined ? undefined : working?.owes(path)
        return owed && isProblem(owed) ? owed : storage.replace(path, made.ok, at)
      })
      if (!isProblem(replaced)) await working?.left(path)
      return replaced
    },
    write,
    make: async (path, overwrite, make) => {
      let inPlace: StoredProject | undefined
      const there = await write(path, overwrite, async (to, over) => {
        const stored = await make(to, over)
        if (isProblem(stored)) return stored
        if (to === path) inPlace = stored.ok
        else await stored.ok.close()
        return { ok: stored.ok.path }
      })
      if (isProblem(there)) return there
      return inPlace ? { ok: withCopies(inPlace) } : open(there.ok)
    },
  }
}

function ontoItself(stored: StoredProject, path: string) {
  const name = withSuffix(path)
  return realPath(name) === stored.path ? problem({ kind: 'copyOntoItself', name }) : null
}

/** The path of a file that need not be there, with the real one of its folder. */
function realPlace(path: string): string | null {
  const there = existsSync(path) ? realPath(path) : null
  const folder = realPath(dirname(path))
  return there ?? (folder && join(folder, withSuffix(basename(path))))
}

export function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
