/**
 * The projects that are open on this server: each with its feed and its snapshot, opened when first asked for and closed
 * some time after the last use. From here everything goes to the storage threads.
 */
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { closeCodes, type PushAnswer } from '../../src/model/protocol.ts'
import type { GoneProject, Host } from '../host.ts'
import { fewKept } from '../running/fewKept.ts'
import { calledBy } from '../security/calledBy.ts'
import type { Backups } from '../storage/backups.ts'
import { ofOwnFile } from '../storage/failures.ts'
import { type Noted, openStorage, type Storage, type StoredProject } from '../storage/storage.ts'
import { openTemporaryFiles, type TemporaryFiles } from '../storage/temporaryFiles.ts'
import { openFiles, realPath } from '../storage/working/files.ts'
import { type Wanted, writeUpload } from '../storage/writeUpload.ts'
import { type HeldProject, holdProject, type OpenProject } from './heldProject.ts'
import { openSnapshots, type Snapshots } from './snapshots.ts'

export interface Rooms {
  /** Opens the project unless it is open. Problems: projectNotFound, and why its file does not open. */
  open(uuid: string): Promise<Result<OpenProject>>
  openPath(path: string): Promise<Result<OpenProject>>
  /** With these rows, where they are given. */
  create(path: string, overwrite: boolean, rows?: LooseRows): Promise<Result<OpenProject>>
  /** A new project out of a file that somebody has sent; `name`: what they call it. */
  adopt(from: string, name: string, path: string, signal?: AbortSignal): Promise<Result<OpenProject>>
  /** Writes the project of a project JSON that somebody has sent to `path`; says what it is to be called. */
  readJson(from: string, path: string, signal?: AbortSignal): Promise<Result<Wanted>>
  /** Writes the project elsewhere, and opens that. */
  saveAs(uuid: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Puts the file at `from` in the place of the project's own: who has it open reads it anew. Refused, nothing has changed. */
  replace(uuid: string, from: string): Promise<Result<void>>
  /** Out of the file at `from`, which stays. */
  createFrom(from: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Closes its sockets and its file. */
  close(uuid: string): Promise<void>
  /** Takes the project from everybody: who is in it is put out, and what the host does not keep of it is deleted. */
  remove(uuid: string): Promise<void>
  /** The same for one that the host knows no more. */
  removed(gone: GoneProject): Promise<void>
  /** Closes the file of a project, which nobody may be using, but for a window that is just being left, and has `away` take it away; who opens it meanwhile waits. Problems: fileNotFound, projectLocked, those of `away`. */
  discard(uuid: string, away: (path: string) => Promise<Result<void>>): Promise<Result<void>>
  /** Whether the storage answers. */
  healthy(): Promise<boolean>
  /** The files of projects that somebody has open. */
  readonly inUse: string[]
  /** How many projects are open, and how many calls wait for the storage. */
  readonly size: number
  readonly waiting: number
  /** Copies on their way to somebody. */
  readonly temporary: TemporaryFiles
  end(): Promise<void>
}

export interface RoomsOptions {
  host: Host
  threads?: number
  broken: (error: unknown) => void
  /** How long a project that nobody uses stays open, ms: long enough for a reload, and its file is soon free for other programs. */
  linger?: number
  /** How long a socket may take nothing of what is sent to it, ms. */
  stuckAfter?: number | undefined
  /** Told of every push, with the time that it took. */
  pushed?: (result: Result<PushAnswer>, seconds: number) => void
  backups?: Backups | undefined
}

export function openRooms({
  host,
  threads = 1,
  broken,
  linger = 1_500,
  stuckAfter,
  pushed,
  backups,
}: RoomsOptions): Rooms {
  const { working } = host
  const temporary = openTemporaryFiles(host.temporary)
  const { folder } = temporary
  const keptFiles = fewKept(mostKept)
  const note = (noted: Noted) => {
    // What is made here is to lie elsewhere, and noted when it is opened there.
    if (dirname(noted.path) !== folder) host.note({ ...noted, path: working?.pathOf(noted.uuid) ?? noted.path })
  }
  const storage: Storage = openStorage({ threads, noted: note, broken, backups: backups?.folder })
  const open = new Map<string, HeldProject>()
  const openAt = (path: string) => [...open.values()].find(({ stored }) => stored.path === path)
  const opening = new Map<string, Promise<Result<OpenProject>>>()
  const files = openFiles({
    storage,
    working,
    noted: (path) => host.noted(path),
    folder,
    isOpen: (path) => openAt(path) !== undefined,
  })
  let ending = false
  /** By project, open or not. */
  const snapshots = new Map<string, Snapshots>()

  const hold = (stored: StoredProject): OpenProject => {
    const { uuid } = stored
    const own = snapshots.get(uuid) ?? openSnapshots(temporary, keptFiles)
    snapshots.set(uuid, own)
    const project = holdProject(stored, {
      ...{ host, backups, broken, linger, stuckAfter, snapshots: own },
      isFound: (one) => open.get(uuid) === one,
      released: () => open.delete(uuid),
    })
    open.set(uuid, project)
    working?.opened(stored.path, stored, (path) => {
      if (ending || open.get(uuid) !== project) return
      const again = moveTo(project, path)
      // Whoever opens it meanwhile waits for the new file, by which path ever.
      opening.set(path, again)
      void again.catch(broken).finally(() => opening.delete(path))
    })
    project.rest()
    return project
  }

  /** Its file lies elsewhere now. */
  const moveTo = ({ stored, feed, head, close }: HeldProject, path: string) =>
    once(stored.path, async () => {
      feed.closeAll(closeCodes.restart, 'moved')
      await backups?.closing(stored, head)
      await close()
      return files.open(path)
    })

  /** Of files that the host has put where they are. */
  const own = (found: Problem): Problem => (host.local ? found : ofOwnFile(found, broken))
  /** What people hear of the file of a project. */
  const called = (uuid: string, found: Problem): Problem =>
    host.local ? found : calledBy(host.nameOf(uuid) ?? uuid, own(found))

  /** One opening of a file at a time: the second finds what the first has opened. */
  const once = (key: string, begin: () => Promise<Result<StoredProject>>): Promise<Result<OpenProject>> => {
    const before = opening.get(key)
    if (before) return before
    const begun = begin()
      .then(async (result) => {
        if (isProblem(result)) return problem(own(result.problem))
        try {
          return { ok: hold(bounded(pushed ? timed(result.ok, pushed) : result.ok, host)) }
        } catch (error) {
          // Or nobody could open it again.
          await result.ok.close()
          throw error
        }
      })
      .finally(() => opening.delete(key))
    opening.set(key, begun)
    return begun
  }

  const openPath = async (path: string): Promise<Result<OpenProject>> => {
    const known = openAt(path)
    if (known) return { ok: known }
    const away = await files.whyAway(path)
    if (away) return problem(away)
    const real = files.real(path)
    if (!real) return problem({ kind: 'fileNotFound', name: path })
    const already = openAt(real)
    return already ? { ok: already } : once(real, () => files.open(real))
  }

  /** What was done since the last backups, and what is owed to files, as far as there is time before the server stops. */
  const lastBackups = async () => {
    const all = [...open.values()].map(async ({ stored, head }) => {
      await working?.settle(stored.uuid)
      await backups?.closing(stored, head)
    })
    await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, backupsAtEnd).unref())])
    await backups?.end()
  }

  /** A window that has just been left sends its last steps first. */
  const isLeft = async (uuid: string) => {
    const late = performance.now() + 2 * linger
    while (open.get(uuid)?.isUsed && performance.now() < late) await sleep(lookEvery)
  }

  const close = async (uuid: string) => {
    const project = open.get(uuid)
    project?.feed.closeAll(closeCodes.reset, 'closed')
    await project?.close()
  }

  const removed = async ({ uuid, path }: GoneProject) => {
    const forget = () => {
      // In local mode the file stays, and so do these.
      if (!host.local) backups?.forget(uuid)
    }
    // It is gone: what is left of its files goes when the server starts, and is no reason to refuse it.
    try {
      // One that is being made comes to its end before the file does.
      forget()
      // An opening that had begun before is over when this one is.
      if (path !== null) await opening.get(path)
      await close(uuid)
      snapshots.get(uuid)?.drop()
      snapshots.delete(uuid)
      if (path !== null) host.discard(uuid, path)
      forget()
    } catch (error) {
      broken(error)
    }
  }

  return {
    open: async (uuid) => {
      const already = open.get(uuid)
      if (already) return { ok: already }
      const path = host.pathOf(uuid)
      if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
      const opened = await openPath(path)
      if (isProblem(opened)) return problem(called(uuid, opened.problem))
      // Another project lies at that path now, or this one has become another.
      const isIt = opened.ok.stored.uuid === uuid
      return isIt ? opened : problem({ kind: 'projectNotFound', name: host.nameOf(uuid) ?? uuid })
    },
    openPath,
    create: (path, overwrite, rows) =>
      once(`${path}\0${overwrite}\0${rows ? 'rows' : ''}`, () =>
        files.make(path, overwrite, (to, over) => storage.create(to, over, rows)),
      ),
    adopt: async (from, name, path, signal) => {
      const written = await writeUpload({ form: 'qrk', from, name, to: path }, signal)
      return isProblem(written) ? problem(own(written.problem)) : openPath(path)
    },
    readJson: (from, path, signal) => writeUpload({ form: 'json', from, to: path }, signal),
    saveAs: async (uuid, path, overwrite) => {
      const original = await openPath(host.pathOf(uuid) ?? uuid)
      if (isProblem(original)) return problem(called(uuid, original.problem))
      const saved = await original.ok.stored.saveAs(path, overwrite)
      if (!isProblem(saved)) return openPath(saved.ok)
      const { problem: found } = saved
      if (!host.local || found.kind !== 'storageFailed') return problem(own(found))
      return problem({ kind: 'cannotSave', message: found.detail })
    },
    replace: async (uuid, from) => {
      const name = host.pathOf(uuid) ?? ''
      const away = await files.whyAway(name)
      if (away) return problem(away)
      const path = realPath(name)
      if (!path) return problem({ kind: 'projectNotFound', name: uuid })
      await opening.get(path)
      const before = open.get(uuid)
      // Whoever opens it from here on waits for the new file.
      let replaced: Result<void> = problem({ kind: 'storageFailed', detail: 'see the server’s log' })
      // One that is in its place is so though it does not open now: whoever comes opens it.
      await once(path, async () => {
        before?.feed.closeAll(closeCodes.restart, 'restored')
        await before?.close()
        replaced = await files.replace(path, from)
        return isProblem(replaced) ? replaced : files.open(path)
      }).catch(broken)
      return isProblem(replaced) ? problem(called(uuid, replaced.problem)) : replaced
    },
    createFrom: (from, path, overwrite) =>
      once(`${path}\0${overwrite}\0${from}`, () =>
        files.make(path, overwrite, (to, over) => storage.createFrom(from, to, over)),
      ),
    close,
    remove: async (uuid) => {
      const path = host.pathOf(uuid)
      host.remove(uuid)
      await removed({ uuid, path })
    },
    removed,
    discard: async (uuid, away) => {
      const name = host.pathOf(uuid) ?? uuid
      const found = await files.whyAway(name)
      if (found) return problem(found)
      const path = realPath(name)
      if (!path) return problem({ kind: 'fileNotFound', name })
      await opening.get(path)
      await isLeft(uuid)
      const before = open.get(uuid)
      if (before?.isUsed) return problem({ kind: 'projectLocked', name })
      let gone: Result<void> = { ok: undefined }
      await once(path, async () => {
        before?.feed.closeAll(closeCodes.reset, 'deleted')
        await before?.close()
        // What could not be written back yet would be lost.
        const isOwed = working?.owedTo(path) != null
        gone = isOwed ? problem({ kind: 'projectLocked', name }) : await away(path)
        if (!isProblem(gone)) working?.gone(path)
        return isProblem(gone) ? gone : problem({ kind: 'fileNotFound', name })
      })
      return gone
    },
    healthy: async () => {
      // The host's database answers too.
      host.pathOf('')
      return storage.answers(healthyWithin)
    },
    get inUse() {
      return [...open.values()].filter(({ isUsed }) => isUsed).map(({ stored }) => stored.path)
    },
    get size() {
      return open.size
    },
    get waiting() {
      return storage.waiting
    },
    temporary,
    end: async () => {
      ending = true
      await lastBackups()
      const all = [...open.values()]
      for (const { feed, release } of all) {
        feed.closeAll(closeCodes.restart, 'the server is stopping')
        release()
      }
      for (const each of snapshots.values()) each.drop()
      await storage.close()
      await Promise.race([
        Promise.all(all.map(({ stored }) => working?.closed(stored.uuid))),
        new Promise((resolve) => setTimeout(resolve, notesAtEnd).unref()),
      ])
      temporary.end()
    },
  }
}

/** Files for joiners that are kept for one person, whatever the number of projects. */
const mostKept = 8
const healthyWithin = 5000
/** ms */
const lookEvery = 20
/** ms that taking away notes on shares may take when the server stops. */
const notesAtEnd = 1000
/** ms that backups, and what is owed to files, may take when the server stops. */
const backupsAtEnd = 4000

function timed(stored: StoredProject, pushed: NonNullable<RoomsOptions['pushed']>): StoredProject {
  return {
    ...stored,
    submit: (submission) => {
      const began = performance.now()
      const submitted = stored.submit(submission)
      void submitted.answer.then((result) => pushed(result, (performance.now() - began) / 1000))
      return submitted
    },
  }
}

/** What a step may add, as it is when it comes. */
const bounded = (stored: StoredProject, host: Host): StoredProject => ({
  ...stored,
  submit: (submission) => {
    const bound = host.bound(stored.uuid)
    return stored.submit(bound ? { ...submission, bound } : submission)
  },
})
