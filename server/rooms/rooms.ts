/**
 * The projects that are open on this server: each with its feed and its snapshot, opened when first asked for and closed
 * some time after the last use. From here everything goes to the storage threads.
 */

import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { closeCodes, type PushAnswer } from '../../src/model/protocol.ts'
import type { Truth } from '../cluster/truth.ts'
import { openTemporaryFiles, type TemporaryFiles } from '../files/temporaryFiles.ts'
import type { GoneProject, Host } from '../host.ts'
import type { Beginning } from '../room/threadMessages.ts'
import { type WantedProject, writeUpload } from '../uploads/writeUpload.ts'
import type { Backups } from './backups.ts'
import type { MakeOf } from './files.ts'
import { type Keeper, openGates } from './gates.ts'
import type { OpenProject } from './heldProject.ts'
import { nodeFiles } from './nodeFiles.ts'
import { openProjects } from './openProjects.ts'
import { type Noted, openStorage, type Storage, type StoredProject } from './storage.ts'
import { closeProject, discardProject, removedProject, replaceProject } from './takeAway.ts'

export interface Rooms {
  /** Opens the project unless it is open. Problems: projectNotFound, and why its file does not open. `isFree`: of several nodes, unless another one has it open. */
  open(uuid: string, isFree?: boolean): Promise<Result<OpenProject>>
  openPath(path: string): Promise<Result<OpenProject>>
  isOpen(uuid: string): boolean
  create(path: string, overwrite: boolean, beginning?: Beginning): Promise<Result<OpenProject>>
  /** A new project out of a file that somebody has sent; `name`: what they call it. */
  adopt(from: string, name: string, path: string, signal?: AbortSignal): Promise<Result<OpenProject>>
  /** Writes the project of a project JSON that somebody has sent to `path`; says what it is to be called. */
  readJson(from: string, path: string, signal?: AbortSignal): Promise<Result<WantedProject>>
  /** The same, merged with the project JSON at `base`. */
  mergeJson(from: string, base: string, path: string, signal?: AbortSignal): Promise<Result<WantedProject>>
  /** Writes the project elsewhere, and opens that. */
  saveAs(uuid: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Puts what `make` makes of the project's file, when nobody changes it any more, in its place: who has it open reads it anew. Refused, nothing has changed. */
  replace(uuid: string, make: MakeOf): Promise<Result<void>>
  /** Out of the file at `from`, which stays. */
  createFrom(from: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Of several nodes: lets it go, for another one to open. */
  handOver(uuid: string): Promise<void>
  /** Closes its sockets and its file. */
  close(uuid: string): Promise<void>
  /** Takes the project from everybody: who is in it is put out, and what the host does not keep of it is deleted. */
  remove(uuid: string): Promise<void>
  /** The same for one that the host knows no more. */
  removed(gone: GoneProject): Promise<void>
  /** Closes the file of a project, which nobody may be using, but for a window that is just being left, and has `away` take it away; who opens it meanwhile waits. Problems: fileNotFound, projectLocked, those of `away`. */
  discard(uuid: string, away: (path: string) => Promise<Result<void>>): Promise<Result<void>>
  /** Resolves when the storage is there, which else comes as projects are opened. */
  begin(): Promise<void>
  /** Whether the storage answers. */
  healthy(): Promise<boolean>
  /** The files of projects that somebody has open. */
  readonly inUse: string[]
  /** How many projects are open, and how many calls wait for the storage. */
  readonly size: number
  readonly callsWaiting: number
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
  /** Where several nodes keep their projects; left out: this one has its own. */
  truth?: Truth | undefined
  /** Asks the node that has a project to let it go. */
  askFor?: ((uuid: string) => Promise<void>) | undefined
}

export function openRooms(options: RoomsOptions): Rooms {
  const { host, threads = 1, broken, truth, linger = truth ? 30_000 : 1_500, stuckAfter, pushed, backups } = options
  const { working } = host
  const temporary = openTemporaryFiles(host.temporary)
  const note = (noted: Noted) => {
    // What is made here is to lie elsewhere, and noted when it is opened there.
    if (dirname(noted.path) !== temporary.folder)
      host.note({ ...noted, path: working?.pathOf(noted.uuid) ?? noted.path })
  }
  const gates = truth && openGates(keeper(truth, broken))
  const storage: Storage = openStorage({ threads, noted: note, broken, backups: backups?.folder ?? undefined, gates })
  const folder = host.projectFolder ?? temporary.folder
  const projects = openProjects({
    ...{ host, storage, temporary, broken, linger, stuckAfter, backups },
    files:
      truth && gates && nodeFiles({ ...{ storage, truth, gates, folder, broken, backups }, askFor: options.askFor }),
    wrap: (stored) => bounded(pushed ? timed(stored, pushed) : stored, host),
  })
  const { openPath, once, files, own, called } = projects
  const takingAway = { host, projects, broken, linger, backups }

  const open = async (uuid: string, isFree?: boolean): Promise<Result<OpenProject>> => {
    const already = projects.get(uuid)
    if (already) return { ok: already }
    const path = host.pathOf(uuid)
    if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
    const opened = await openPath(path, isFree)
    if (isProblem(opened)) return problem(called(uuid, opened.problem))
    // Another project lies at that path now, or this one has become another.
    const isIt = opened.ok.stored.uuid === uuid
    return isIt ? opened : problem({ kind: 'projectNotFound', name: host.nameOf(uuid) ?? uuid })
  }

  const saveAs = async (uuid: string, path: string, overwrite: boolean): Promise<Result<OpenProject>> => {
    const original = await openPath(host.pathOf(uuid) ?? uuid)
    if (isProblem(original)) return problem(called(uuid, original.problem))
    const saved = await original.ok.stored.saveAs(path, overwrite)
    if (!isProblem(saved)) return openPath(saved.ok)
    const { problem: found } = saved
    if (!host.local || found.kind !== 'storageFailed') return problem(own(found))
    return problem({ kind: 'cannotSave', message: found.detail })
  }

  /** What was done since the last backups, and what is owed to files, as far as there is time before the server stops. Of several nodes the next one that has a project makes its backup. */
  const lastBackups = async () => {
    if (truth) return
    const all = projects.all().map(async ({ stored, head }) => {
      await working?.settle(stored.uuid)
      await backups?.closing(stored, head)
    })
    await within(backupsAtEnd, all)
    await backups?.end()
  }

  return {
    open,
    openPath,
    isOpen: (uuid) => projects.get(uuid) !== undefined,
    create: (path, overwrite, beginning = {}) => {
      const { rows, protection = '' } = beginning
      return once(`${path}\0${overwrite}\0${rows ? 'rows' : ''}\0${protection}`, () =>
        files.make(path, overwrite, (to, over) => storage.create(to, over, beginning)),
      )
    },
    adopt: async (from, name, path, signal) => {
      const written = await writeUpload({ form: 'qrk', from, name, to: path }, signal)
      return isProblem(written) ? problem(own(written.problem)) : openPath(path)
    },
    readJson: (from, path, signal) => writeUpload({ form: 'json', from, to: path }, signal),
    mergeJson: (from, base, path, signal) => writeUpload({ form: 'merge', from, base, to: path }, signal),
    saveAs,
    createFrom: (from, path, overwrite) =>
      once(`${path}\0${overwrite}\0${from}`, () =>
        files.make(path, overwrite, (to, over) => storage.createFrom(from, to, over)),
      ),
    handOver: async (uuid) => {
      const project = projects.get(uuid)
      project?.feed.closeAll(closeCodes.restart, 'moved')
      await project?.close()
    },
    close: (uuid) => closeProject(projects, uuid),
    replace: (uuid, make) => replaceProject(takingAway, uuid, make),
    remove: async (uuid) => {
      const path = host.pathOf(uuid)
      host.remove(uuid)
      await removedProject(takingAway, { uuid, path })
    },
    removed: (gone) => removedProject(takingAway, gone),
    discard: (uuid, away) => discardProject(takingAway, uuid, away),
    begin: storage.begin,
    healthy: async () => {
      // The host's database answers too.
      host.pathOf('')
      return storage.answers(healthyWithin)
    },
    get inUse() {
      return projects
        .all()
        .filter(({ isUsed }) => isUsed)
        .map(({ stored }) => stored.path)
    },
    get size() {
      return projects.all().length
    },
    get callsWaiting() {
      return storage.callsWaiting
    },
    temporary,
    end: async () => {
      const all = await projects.end(lastBackups)
      const made = backups?.end()
      await storage.close()
      await Promise.all(all.map(({ stored }) => truth?.release(stored.uuid)))
      await within(backupsAtEnd, [made])
      await within(
        notesAtEnd,
        all.map(({ stored }) => working?.closed(stored.uuid)),
      )
      temporary.end()
    },
  }
}

/** What has changed in a project goes to the truth, as a changeset or, where that would be too large, as the whole file. */
const keeper = (truth: Truth, broken: (error: unknown) => void): Keeper => {
  const andRemove = (path: string, put: Promise<void>) => put.finally(() => rmSync(path, { force: true }))
  return {
    keep: (uuid, set) =>
      typeof set === 'string' ? andRemove(set, truth.putBase(uuid, set, { instead: true })) : truth.append(uuid, set),
    whole: (uuid, path) => void andRemove(path, truth.putBase(uuid, path)).catch(broken),
  }
}

/** Until all are done, or the time is over. */
const within = (ms: number, all: readonly unknown[]): Promise<unknown> =>
  Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, ms).unref())])

const healthyWithin = 5000
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
