/**
 * What is owed to the file of a project that is open is written back: a copy of the working copy is checked and put in the file's place, or beside it where
 * somebody else has changed it meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { FilePlace, OpenElsewhere } from '../../src/model/contract/shapes.ts'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { discard } from '../base/unfinished.ts'
import { logEnds } from '../files/inspectFile.ts'
import type { StoredProject } from '../rooms/storedProject.ts'
import { runTask } from '../tasks/runTask.ts'
import type { Copy, CopyFolder, Note } from './copyFolder.ts'
import { placeOf, type System } from './folderPlace.ts'
import type { Reach } from './reach.ts'

/** A project that is open. */
export interface Open extends Copy {
  /** Where it was opened, with a note beside it. */
  at: string
  /** Whether the note on the disk is sure to say what `note` does. */
  isNoted: boolean
  place: FilePlace | null
  /** Where somebody else works on it; looked at again and again. */
  elsewhere: OpenElsewhere | null
  looking: NodeJS.Timeout | undefined
  stored: StoredProject
  moved: (path: string) => void
  /** How many changes were begun, and how many are over. */
  begun: number
  over: number
  failed: Problem | null
  timer: NodeJS.Timeout | undefined
  writing: Promise<boolean> | undefined
  /** ms that the last writing took. */
  took: number
}

export interface WritingBack {
  /** Writes back what is owed; false: something still is. One at a time. */
  back(project: Open): Promise<boolean>
  /** The same after `wait` ms; without it, once work rests. */
  later(project: Open, wait?: number): void
  /** Notes it on the disk; throws what that says: the note is then as it was, or as it was to be. */
  noteOn(project: Open, changed: Partial<Note>): void
}

export interface WritingBackParts {
  folder: string
  write: CopyFolder['write']
  system: System
  warn: (error: unknown) => void
  now: () => number
  /** ms without a change after which it is written back. */
  rest: number
  answers: Reach['answers']
  isOpen: (project: Open) => boolean
}

/** A large file on a slow line: writing takes at most a part of the time, but it is not put off for longer than so many rests. */
const restPerWriting = 4
const mostRests = 60
/** Rests until it is tried again. */
const restsToRetry = 3

export function openWritingBack(parts: WritingBackParts): WritingBack {
  const { folder, write, system, warn, now, rest, answers, isOpen } = parts

  /** Everything that was over at the beginning is written; what was under way, or came since, is owed further on. */
  const writeBack = async (project: Open): Promise<boolean> => {
    const { id, stored, over } = project
    const began = now()
    // Its own: one that was begun before the project was let go may still be under way.
    const part = join(folder, `${id}.${randomBytes(6).toString('hex')}.back`)
    const at = project.note.path
    if (!(await answers(at))) return fail(project, { kind: 'folderNotAnswering', name: dirname(at) })
    try {
      const copied = await stored.ask('copy', { path: part })
      const checked = isProblem(copied) ? copied : await runTask({ do: 'check', path: part }, warn)
      if (isProblem(checked)) return fail(project, checked.problem)
      const { path, seen, sending } = project.note
      // What lies under a place where a share was once seen is not on that share.
      const place = placeOf(path, system)
      if (project.place?.kind === 'network' && place?.kind !== 'network')
        return fail(project, { kind: 'folderNotFound', name: dirname(path) })
      const { hash } = checked.ok
      const own = [...new Set([...sending, hash])]
      noteOn(project, { sending: own })
      const placed = await runTask({ do: 'place', from: part, hash, to: path, seen, own, beside: { now: now() } }, warn)
      if (isProblem(placed)) return fail(project, placed.problem)
      const isMoved = placed.ok.path !== path
      const owed = project.begun !== over
      noteOn(project, { ...placed.ok, owed, sending: [], ...(isMoved && { left: path }) })
      project.failed = null
      project.took = now() - began
      if (owed) later(project)
      if (isMoved) project.moved(placed.ok.path)
      return !owed
    } catch (error) {
      warn(error)
      return fail(project, { kind: 'storageFailed', detail: (error as { code?: string }).code ?? String(error) })
    } finally {
      for (const end of ['', ...logEnds]) discard(part + end)
    }
  }

  const noteOn = (project: Open, changed: Partial<Note>) => {
    // It may be open anew, and the note no more what this one knows.
    if (!isOpen(project)) throw new Error(`the copy of ${project.note.path} was let go before it was written back`)
    project.isNoted = false
    project.note = { ...project.note, ...changed }
    write(project.id, project.note)
    project.isNoted = true
  }

  const fail = (project: Open, found: Problem): false => {
    project.failed = found
    later(project, rest * restsToRetry)
    return false
  }

  const later = (project: Open, wait = Math.max(rest, Math.min(project.took * restPerWriting, rest * mostRests))) => {
    clearTimeout(project.timer)
    if (!isOpen(project)) return
    project.timer = setTimeout(() => void back(project), wait)
    project.timer.unref()
  }

  const back = (project: Open): Promise<boolean> => {
    clearTimeout(project.timer)
    project.writing ??= writeBack(project).finally(() => {
      project.writing = undefined
    })
    return project.writing
  }

  return { back, later, noteOn }
}
