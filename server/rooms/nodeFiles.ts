/**
 * The files of projects where several nodes share them: what each is is kept by the truth (`../cluster`), and a file is what the node that has the
 * project open has made of it, for as long. A project is known by its uuid; where a path is asked for, its name is that.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'
import { storageFailed } from '../base/failures.ts'
import type { Truth } from '../cluster/truth.ts'
import { logEnds } from '../files/inspectFile.ts'
import { suffix } from '../files/projectFile.ts'
import type { Backups } from './backups.ts'
import type { Files, MakeOf } from './files.ts'
import type { Gates } from './gates.ts'
import type { Storage, StoredProject } from './storage.ts'

export interface NodeFilesOptions {
  storage: Storage
  truth: Truth
  gates: Gates
  /** Of the files that are open. */
  folder: string
  broken: (error: unknown) => void
  /** One is made before a project is brought to another layout; left out: none are. */
  backups?: Backups | undefined
  /** Asks the node that has a project to let it go. */
  askFor?: ((uuid: string) => Promise<void>) | undefined
}

/** How often another node is asked for a project. */
const mostAsked = 5

/** Where `host.pathOf` says that a project is. */
export const pathOfProject = (folder: string, uuid: string): string => join(folder, uuid + suffix)

export function nodeFiles({ storage, truth, gates, folder, broken, backups, askFor }: NodeFilesOptions): Files {
  // Nothing on the disk is believed that an earlier process has left.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** By project: the file that is being let go. */
  const leaving = new Map<string, Promise<void>>()

  /** With the file as it is now. */
  const claim = async (uuid: string, lost: () => void) => {
    await leaving.get(uuid)
    const claimed = await truth.claim(uuid, (token) => join(folder, `${uuid}.${token}${suffix}`), storage.replay, lost)
    if (!isProblem(claimed)) gates.reset(uuid)
    return claimed
  }

  const take = async (uuid: string): Promise<Result<StoredProject>> => {
    let stored: StoredProject | undefined
    let isLost = false
    const lost = () => {
      isLost = true
      if (stored) void leave(uuid, stored.path, stored.drop()).catch(broken)
    }
    const claimed = await claim(uuid, lost)
    if (isProblem(claimed)) return claimed
    const { path, layout } = claimed.ok
    const raised = layout < layoutVersion ? await raise(uuid, path) : ok(undefined)
    const opened = isProblem(raised) ? raised : await storage.open(path, [], { isCache: true })
    if (isProblem(opened) || isLost) {
      if (!isProblem(opened)) await opened.ok.drop()
      await leave(uuid, path, Promise.resolve())
      return isProblem(opened) ? opened : problem(isElsewhere)
    }
    stored = opened.ok
    return ok(inTruth(uuid, opened.ok))
  }

  /** Changes of later tables do not fit into a file of earlier ones: the project is written anew first, and from there on no older node opens it. */
  const raise = async (uuid: string, path: string): Promise<Result<void>> => {
    const kept = await backups?.makeOf(uuid, path, 'migration')
    const raised = kept && isProblem(kept) ? kept : await storage.raise(path)
    return isProblem(raised) ? raised : putInstead(uuid, path)
  }

  /** The file at `path`, of this program’s layout, is what the project is from here on. */
  const putInstead = async (uuid: string, path: string): Promise<Result<void>> => {
    try {
      await truth.putBase(uuid, path, { instead: true, layout: layoutVersion })
      return ok(undefined)
    } catch (error) {
      broken(error)
      return problem(storageFailed(new Error('the database of the nodes does not answer')))
    }
  }

  /** Under a lease that is taken before the file is looked at: what another node has taken until then is in it, and after that it takes nothing. */
  const replace = async (uuid: string, make: MakeOf): Promise<Result<void>> => {
    const claimed = await claim(uuid, () => {})
    if (isProblem(claimed)) return claimed
    const { path } = claimed.ok
    try {
      const made = await make(path)
      const replaced = isProblem(made) ? made : await storage.replace(path, made.ok)
      const raised = isProblem(replaced) ? replaced : await storage.raise(path)
      return isProblem(raised) ? raised : await putInstead(uuid, path)
    } finally {
      await leave(uuid, path, Promise.resolve())
    }
  }

  /** For what is made of a project at another node than its own: it comes here, and its people with it. */
  const takingOver = async <T>(uuid: string, take: () => Promise<Result<T>>): Promise<Result<T>> => {
    for (let tries = 1; ; tries += 1) {
      const taken = await take()
      if (!isProblem(taken) || taken.problem.kind !== 'storageFailed' || tries === mostAsked) return taken
      await askFor?.(uuid)
    }
  }

  /** The file goes, and the lease with it. */
  const leave = (uuid: string, path: string, closed: Promise<unknown>): Promise<void> => {
    const left = closed
      .then(() => gates.settled(uuid))
      .then(() => truth.release(uuid))
      .finally(() => {
        remove(path)
        if (leaving.get(uuid) === left) leaving.delete(uuid)
      })
    leaving.set(uuid, left)
    return left
  }

  const inTruth = (uuid: string, stored: StoredProject): StoredProject => ({
    ...stored,
    submit: (submission) => {
      const submitted = stored.submit(submission)
      void submitted.answer.finally(() => writeBase(uuid, stored))
      return submitted
    },
    close: () => leave(uuid, stored.path, stored.close()),
  })

  const basing = new Set<string>()
  let bases = 0
  /** Once it has got so far from the last one that opening it would take long. The gate hands it on at its place in the log. */
  const writeBase = (uuid: string, stored: StoredProject): void => {
    if (basing.has(uuid) || !truth.isBaseDue(uuid)) return
    basing.add(uuid)
    bases += 1
    void stored
      .ask('base', { path: join(folder, `${uuid}.${bases}.base`) })
      .catch(broken)
      .finally(() => basing.delete(uuid))
  }

  /** A new file that was made here becomes a project of all nodes. */
  const bringIn = async (made: StoredProject): Promise<Result<string>> => {
    const { uuid, path } = made
    await made.close()
    try {
      await truth.create(uuid, path)
      return ok(uuid)
    } catch (error) {
      broken(error)
      return problem(storageFailed(new Error('the database of the nodes does not answer')))
    } finally {
      remove(path)
    }
  }

  const openNew = async (made: Result<StoredProject>): Promise<Result<StoredProject>> => {
    const brought = isProblem(made) ? made : await bringIn(made.ok)
    return isProblem(brought) ? brought : take(brought.ok)
  }

  return {
    whyAway: async () => null,
    real: (path) => path,
    open: async (path, isFree) => {
      if (!isKnown(path)) return openNew(await storage.open(path, []))
      const uuid = basename(path, suffix)
      return isFree ? take(uuid) : takingOver(uuid, () => take(uuid))
    },
    replace: (path, make) => {
      const uuid = basename(path, suffix)
      return takingOver(uuid, () => replace(uuid, make))
    },
    write: (path, overwrite, write) => write(path, overwrite),
    make: async (path, overwrite, make) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      return openNew(await make(path, overwrite))
    },
  }
}

/** Whether a path names a project, rather than a file that has just been made. */
const isKnown = (path: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.qrk$/.test(basename(path))

const isElsewhere: Problem = { kind: 'storageFailed', detail: 'another node has the project' }

const remove = (path: string): void => {
  for (const end of ['', ...logEnds]) rmSync(path + end, { force: true })
}
