/**
 * Which projects are open on this server. A file is opened once at a time: whoever asks for it meanwhile waits for that, by which path ever they
 * came, and so does whoever asks while a file is put elsewhere or another in its place.
 */
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import { calledBy } from '../base/calledBy.ts'
import { ofOwnFile } from '../base/failures.ts'
import { fewKept } from '../base/turns/fewKept.ts'
import type { TemporaryFiles } from '../files/temporaryFiles.ts'
import type { Host } from '../host.ts'
import type { Backups } from './backups.ts'
import { type Files, openFiles } from './files.ts'
import { type HeldProject, holdProject, type OpenProject } from './heldProject.ts'
import { openSnapshots, type Snapshots } from './snapshots.ts'
import type { Storage, StoredProject } from './storage.ts'

export interface OpenProjects {
  readonly files: Files
  get(uuid: string): HeldProject | undefined
  all(): HeldProject[]
  /** Opens the file unless it is open. `isFree`: as `files.open` has it. */
  openPath(path: string, isFree?: boolean): Promise<Result<OpenProject>>
  /** What `begin` resolves to is open then; who comes with the same key meanwhile, a path or what else tells it, is given the same. */
  once(key: string, begin: () => Promise<Result<StoredProject>>): Promise<Result<OpenProject>>
  /** Until an opening of the file that has begun is over. */
  opened(path: string): Promise<void>
  /** What people hear of the file of a project, and of one that the host has put where it is. */
  called(uuid: string, found: Problem): Problem
  own(found: Problem): Problem
  /** The files for joiners go. */
  dropSnapshots(uuid: string): void
  /** Everybody is told to come again, and nothing is moved any more; `last` is done before. The files are closed by their threads. Returns what was open. */
  end(last: () => Promise<void>): Promise<HeldProject[]>
}

export interface OpenProjectsOptions {
  host: Host
  storage: Storage
  temporary: TemporaryFiles
  broken: (error: unknown) => void
  /** How long a project that nobody uses stays open, ms. */
  linger: number
  stuckAfter: number | undefined
  backups: Backups | undefined
  /** Left out: those on this machine's disk. */
  files?: Files | undefined
  /** What is put between a project and those who use it. */
  wrap: (stored: StoredProject) => StoredProject
}

/** Files for joiners that are kept for one person, whatever the number of projects. */
const mostKept = 8

export function openProjects(options: OpenProjectsOptions): OpenProjects {
  const { host, storage, temporary, broken, linger, stuckAfter, backups } = options
  const { working } = host
  const { folder } = temporary
  const open = new Map<string, HeldProject>()
  const opening = new Map<string, Promise<Result<OpenProject>>>()
  const openAt = (path: string) => [...open.values()].find(({ stored }) => stored.path === path)
  const files =
    options.files ??
    openFiles({
      ...{ storage, working, folder },
      noted: (path) => host.noted(path),
      isOpen: (path) => openAt(path) !== undefined,
    })
  let ending = false
  /** By project, open or not. */
  const snapshots = new Map<string, Snapshots>()
  const keptFiles = fewKept(mostKept)

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

  const own = (found: Problem): Problem => (host.local ? found : ofOwnFile(found, broken))

  const once: OpenProjects['once'] = (key, begin) => {
    const before = opening.get(key)
    if (before) return before
    const begun = begin()
      .then(async (result) => {
        if (isProblem(result)) return problem(own(result.problem))
        try {
          return { ok: hold(options.wrap(result.ok)) }
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

  return {
    files,
    get: (uuid) => open.get(uuid),
    all: () => [...open.values()],
    openPath: async (path, isFree) => {
      const known = openAt(path)
      if (known) return { ok: known }
      const away = await files.whyAway(path)
      if (away) return problem(away)
      const real = files.real(path)
      if (!real) return problem({ kind: 'fileNotFound', name: path })
      const already = openAt(real)
      return already ? { ok: already } : once(real, () => files.open(real, isFree))
    },
    once,
    opened: async (path) => {
      await opening.get(path)
    },
    own,
    called: (uuid, found) => (host.local ? found : calledBy(host.nameOf(uuid) ?? uuid, own(found))),
    dropSnapshots: (uuid) => {
      snapshots.get(uuid)?.drop()
      snapshots.delete(uuid)
    },
    end: async (last) => {
      ending = true
      await last()
      const all = [...open.values()]
      for (const { feed, release } of all) {
        feed.closeAll(closeCodes.restart, 'the server is stopping')
        release()
      }
      for (const each of snapshots.values()) each.drop()
      return all
    },
  }
}
