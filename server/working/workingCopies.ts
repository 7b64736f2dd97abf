/**
 * Projects whose file must not hold a live database, or may not be written at all, are worked on in a copy in a folder of the server's own. What is
 * done there is written back as a plain file each time that work rests, when the project is closed and when the server stops.
 *
 * Promises: nothing that people do goes into a copy before the note beside it says that it is owed, and the note says so until all of it was
 * written back; a copy that owes something, or of which that is not known, is never overwritten or taken away, over crashes too; a file that
 * somebody else has changed meanwhile is never overwritten: what is owed then goes beside it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import type { FilePlace, FileStanding, OpenElsewhere } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import type { StoredProject } from '../rooms/storedProject.ts'
import { runTask } from '../tasks/runTask.ts'
import { type Copy, type Note, openCopyFolder } from './copyFolder.ts'
import { placeOf, type System } from './folderPlace.ts'
import { openNotes } from './openNotes.ts'
import { openReach, type Reach } from './reach.ts'
import { type Open, openWritingBack } from './writingBack.ts'

export interface WorkingCopies {
  /** Where the project at `path`, whose folder answers, is worked on; null: in its file itself. Brings the copy. Problems: projectLocked, noPermission, storageFailed. */
  take(path: string): Promise<Result<string | null>>
  /** The project that `take` was for is open. `moved`: its file is another from now on, and it is to be opened anew. */
  opened(path: string, stored: StoredProject, moved: (path: string) => void): void
  /** What `take` was for is not open. */
  left(path: string): Promise<void>
  /** The copy that was taken for `path` is to be replaced by another. Problems: storageFailed, diskFull: then it must not be. */
  owes(path: string): Result<void>
  /** Something is about to be done to it; what comes is to be called once that is over, done or not. Problems: storageFailed, diskFull: then it must not be done. */
  changing(uuid: string): Result<() => void>
  /** Writes back what is owed; false: that failed, and the project had better stay open. */
  settle(uuid: string): Promise<boolean>
  closed(uuid: string): Promise<void>
  /** null: it is worked on in its file itself. */
  standing(uuid: string): FileStanding | null
  isReading(uuid: string): boolean
  /** The file that a project is in by now; undefined: the one that it was opened at. */
  pathOf(uuid: string): string | undefined
  /** Of a copy that owes something to `path`: when it was last changed, ms. */
  owedTo(path: string): number | null
  /** The files to which something is owed that nobody has open: a server was killed, or could not write. */
  owed(): string[]
  /** The file at `path` was deleted: its copy goes too. */
  gone(path: string): void
  /** Whether the folder of another machine answers in which `path` lies: to be asked before anything else of it is. */
  answers: Reach['answers']
  /** Why a new file at `path` has to be made elsewhere first, and put there; null: it has not. */
  placeOf(path: string): FilePlace | null
  /** Puts a file there. Problems: fileExists, folderNotFound, noPermission, storageFailed. */
  put(from: string, to: string, overwrite: boolean): Promise<Result<string>>
}

export interface WorkingOptions {
  /** Of the copies. */
  folder: string
  system: System
  warn: (error: unknown) => void
  /** Who works here: others are told it. */
  person?: () => string
  now?: () => number
  /** ms that the folder of another machine may take to answer. */
  patience?: number
  /** ms without a change after which it is written back. */
  rest?: number
}

const usualRest = 3000
/** Rests between two looks whether somebody else has left it. */
const restsToLook = 5

export function openWorkingCopies(options: WorkingOptions): WorkingCopies {
  const { folder, system, warn, person = () => '', now = Date.now, patience, rest = usualRest } = options
  const { answers } = openReach(system, patience)
  const installation = createHash('sha256').update(`${hostname()} ${folder}`).digest('hex').slice(0, 16)
  const notes = openNotes({ id: installation, person, answers, now })
  /** By path: who has it open that is only read here. */
  const elsewhere = new Map<string, OpenElsewhere>()
  const open = new Map<string, Open>()
  const isOpen = (project: Open) => open.get(project.stored.uuid) === project
  /** By path: the copy that was taken last in its stead. */
  const taken = new Map<string, Copy>()
  const { copyOf, copies, noteAt, write, drop } = openCopyFolder(folder, now)
  const { back, later, noteOn } = openWritingBack({ folder, write, system, warn, now, rest, answers, isOpen })

  const bring = async (path: string): Promise<Result<string | null>> => {
    const place = placeOf(path, system)
    const kept = whyReading(path, system)
    const other = kept === null && place?.kind === 'network' ? await notes.take(path) : null
    elsewhere.delete(path)
    const before = noteAt(path)
    // What is owed was done here, and goes beside what somebody else has done meanwhile.
    if (before?.note.owed) return given(path, before)
    if (other) elsewhere.set(path, other)
    const reading = kept ?? (other ? 'elsewhere' : null)
    if (!reading && !place) {
      if (before) drop(before)
      taken.delete(path)
      return ok(null)
    }
    const id = before?.id ?? randomBytes(9).toString('hex')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const brought = await runTask(
      { do: 'bring', from: path, to: copyOf(id), ...(before?.note.reading === reading && { seen: before.note.seen }) },
      warn,
    )
    if (isProblem(brought)) return brought
    // Another server of this installation has begun to work in it meanwhile: its note stays.
    const since = noteAt(path)
    if (since?.note.owed) return given(path, since)
    const fresh: Note = { path, seen: brought.ok, owed: false, reading, sending: [], left: before?.note.left ?? null }
    write(id, fresh)
    return given(path, { id, note: fresh })
  }

  const given = (path: string, copy: Copy): Result<string> => {
    taken.set(path, copy)
    return ok(copyOf(copy.id))
  }

  const take = async (path: string): Promise<Result<string | null>> => {
    const taken = await bring(path).catch((error: unknown) => {
      warn(error)
      return problem(storageFailed(error))
    })
    if (isProblem(taken)) await notes.leave(path)
    return taken
  }

  /** `body` notes that something is owed. */
  const noteOwed = (body: () => void): Result<void> => {
    try {
      return ok(body())
    } catch (error) {
      warn(error)
      return problem(storageFailed(error))
    }
  }

  return {
    take,
    opened: (path, stored, moved) => {
      const found = taken.get(path)
      if (!found) return
      const place = placeOf(path, system)
      const project: Open = {
        ...found,
        at: path,
        // Who wrote that something is owed may have failed to flush it.
        isNoted: !found.note.owed,
        place,
        elsewhere: elsewhere.get(path) ?? null,
        looking: undefined,
        stored,
        moved,
        begun: 0,
        over: 0,
        failed: null,
        timer: undefined,
        writing: undefined,
        took: 0,
      }
      open.set(stored.uuid, project)
      if (found.note.owed) later(project)
      // Once nobody else works on it any more, it is opened anew, as they have left it.
      const look = async () => {
        if (!(await answers(path)) || (await notes.take(path)) || open.get(stored.uuid) !== project) return
        clearInterval(project.looking)
        moved(path)
      }
      if (project.elsewhere) project.looking = setInterval(() => void look(), rest * restsToLook).unref()
    },
    left: (path) => notes.leave(path),
    owes: (path) =>
      noteOwed(() => {
        const found = taken.get(path)
        if (found) write(found.id, { ...found.note, owed: true })
      }),
    changing: (uuid) => {
      const project = open.get(uuid)
      if (!project || project.note.reading) return ok(() => {})
      const isSure = project.note.owed && project.isNoted
      const noted = isSure ? ok(undefined) : noteOwed(() => noteOn(project, { owed: true }))
      if (isProblem(noted)) return noted
      project.begun += 1
      return ok(() => {
        project.over += 1
        if (!project.writing) later(project)
      })
    },
    settle: async (uuid) => {
      const project = open.get(uuid)
      if (!project) return true
      await project.writing
      return project.note.owed || !project.isNoted ? back(project) : true
    },
    closed: async (uuid) => {
      const project = open.get(uuid)
      clearTimeout(project?.timer)
      clearInterval(project?.looking)
      open.delete(uuid)
      if (project) await notes.leave(project.at)
    },
    standing: (uuid) => {
      const project = open.get(uuid)
      if (!project) return null
      const { place, elsewhere, failed } = project
      const { path, reading, left } = project.note
      return { path, place, reading, elsewhere, failed, left }
    },
    isReading: (uuid) => open.get(uuid)?.note.reading != null,
    pathOf: (uuid) => open.get(uuid)?.note.path,
    owedTo: (path) => {
      const found = noteAt(path)
      return found?.note.owed ? (statSync(copyOf(found.id), { throwIfNoEntry: false })?.mtimeMs ?? null) : null
    },
    owed: () => {
      const held = new Set([...open.values()].map(({ id }) => id))
      return copies()
        .filter(({ id, note: { owed } }) => owed && !held.has(id))
        .map((each) => each.note.path)
    },
    gone: (path) => {
      const found = noteAt(path)
      if (found) drop(found)
    },
    answers,
    placeOf: (path) => placeOf(path, system),
    put: async (from, to, overwrite) => {
      const checked = await runTask({ do: 'check', path: from }, warn)
      if (isProblem(checked)) return checked
      const { hash } = checked.ok
      const placed = await runTask({ do: 'place', from, hash, to, ...(!overwrite && { seen: null }) }, warn)
      return isProblem(placed) ? placed : ok(placed.ok.path)
    },
  }
}

/** What may not be written, so that the file can only be read. */
function whyReading(path: string, { mayWrite }: System): 'file' | 'folder' | null {
  if (!mayWrite(path)) return 'file'
  return mayWrite(dirname(path)) ? null : 'folder'
}
