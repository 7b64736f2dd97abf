/**
 * The projects that are open on this server: each with its feed and its snapshot, opened when first asked for and closed
 * some time after the last use. From here everything goes to the storage threads.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { closeCodes, type PushAnswer } from '../../src/model/protocol.ts'
import type { Host, Person } from '../host.ts'
import { calledBy } from '../security/calledBy.ts'
import type { Backups } from '../storage/backups.ts'
import { openStorage, type Storage, type StoredProject } from '../storage/storage.ts'
import { type Wanted, writeUpload } from '../storage/writeUpload.ts'
import { type Feed, openFeed } from '../wire/feed.ts'
import { openPresence, type Presence } from '../wire/presence.ts'
import { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'

export interface OpenProject {
  readonly stored: StoredProject
  readonly feed: Feed
  /** Who is here, and where. */
  readonly presence: Presence
  /** The file that a joining client loads; `etag`: of the one that it has begun to read. */
  snapshot(etag?: string): Promise<Result<Snapshot>>
  readonly head: number
  /** The name that the person's rows bear here, which is nobody else's from now on; null: any (local mode). */
  authorOf(person: Person): string | null
  /** Keeps the project open until the function that it returns is called. */
  use(): () => void
}

export interface Rooms {
  /** Opens the project unless it is open. Problems: projectNotFound, and why its file does not open. */
  open(uuid: string): Promise<Result<OpenProject>>
  openPath(path: string): Promise<Result<OpenProject>>
  /** With these rows, where they are given. */
  create(path: string, overwrite: boolean, rows?: LooseRows): Promise<Result<OpenProject>>
  /** A new project out of a file that somebody has sent; `name`: what they call it. */
  adopt(from: string, name: string, path: string): Promise<Result<OpenProject>>
  /** Writes the project of a project JSON that somebody has sent to `path`; says what it is to be called. */
  readJson(from: string, path: string): Promise<Result<Wanted>>
  /** Writes the project elsewhere, and opens that. */
  saveAs(uuid: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Puts the file at `from` in the place of the project's own: who has it open reads it anew. */
  replace(uuid: string, from: string): Promise<Result<OpenProject>>
  /** Out of the file at `from`, which stays. */
  createFrom(from: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Closes its sockets and its file. */
  close(uuid: string): Promise<void>
  /** Takes the project from everybody: who is in it is put out, and what the host does not keep of it is deleted. */
  remove(uuid: string): Promise<void>
  /** Whether the storage answers. */
  healthy(): Promise<boolean>
  /** How many projects are open, and how many calls wait for the storage. */
  readonly size: number
  readonly waiting: number
  /** A path for a file that is soon deleted. */
  temporary(suffix: string): string
  end(): Promise<void>
}

export interface RoomsOptions {
  host: Host
  threads?: number
  broken: (error: unknown) => void
  /** How long a project that nobody uses stays open, ms: long enough for a reload, and its file is soon free for other programs. */
  linger?: number
  /** Told of every push, with the time that it took. */
  pushed?: (result: Result<PushAnswer>, seconds: number) => void
  backups?: Backups | undefined
}

export function openRooms({ host, threads = 1, broken, linger = 1_500, pushed, backups }: RoomsOptions): Rooms {
  const storage: Storage = openStorage({ threads, noted: host.note, broken })
  const folder = mkdtempSync(join(tmpdir(), 'thicket-'))
  const open = new Map<string, OpenProject & { close(): Promise<void>; release(): void }>()
  const opening = new Map<string, Promise<Result<OpenProject>>>()
  /** By project, open or not. */
  const snapshots = new Map<string, Snapshots>()

  const hold = (stored: StoredProject): OpenProject => {
    const feed = openFeed(stored.head, stored.events)
    const presence = openPresence()
    const own = snapshots.get(stored.uuid) ?? openSnapshots(folder)
    snapshots.set(stored.uuid, own)
    let { head } = stored
    const authors = new Set(host.authors(stored.uuid))
    if (authors.size > 0) stored.reserve([...authors])
    let users = 0
    let idle: NodeJS.Timeout | undefined
    const release = () => {
      open.delete(stored.uuid)
      clearTimeout(idle)
      feed.stop()
      presence.stop()
    }
    const rest = () => {
      clearTimeout(idle)
      if (users === 0 && open.get(stored.uuid) === project) idle = setTimeout(() => void closeUnused(), linger)
    }
    /** With a backup of what was done; whoever comes meanwhile finds it open. */
    const closeUnused = async () => {
      await backups?.closing(stored, head)
      if (users === 0 && open.get(stored.uuid) === project) await project.close()
    }
    const project = {
      stored,
      feed,
      presence,
      snapshot: (etag?: string) =>
        own.take({ epoch: stored.epoch, head, write: (path) => stored.write(path, 'joiner') }, etag),
      get head() {
        return head
      },
      authorOf: (person: Person) => {
        const author = host.author(person, stored.uuid)
        if (author === null || authors.has(author)) return author
        authors.add(author)
        stored.reserve([author])
        return author
      },
      use: () => {
        users += 1
        clearTimeout(idle)
        let used = true
        return () => {
          users -= used ? 1 : 0
          used = false
          rest()
        }
      },
      release,
      close: async () => {
        release()
        await stored.close()
      },
    }
    stored.listen({
      taken: (message) => {
        if (message.head > head) backups?.changed(stored, message.head)
        ;({ head } = message)
        feed.taken(message)
      },
      lost: () => {
        release()
        feed.closeAll(closeCodes.restart, 'the storage thread has ended')
      },
    })
    open.set(stored.uuid, project)
    rest()
    return project
  }

  /** One opening of a file at a time: the second finds what the first has opened. */
  const once = (key: string, begin: () => Promise<Result<StoredProject>>): Promise<Result<OpenProject>> => {
    const before = opening.get(key)
    if (before) return before
    const begun = begin()
      .then((result) =>
        isProblem(result) ? result : { ok: hold(bounded(pushed ? timed(result.ok, pushed) : result.ok, host)) },
      )
      .finally(() => opening.delete(key))
    opening.set(key, begun)
    return begun
  }

  const openPath = (path: string): Promise<Result<OpenProject>> => {
    const real = realPath(path)
    if (!real) return Promise.resolve(problem({ kind: 'fileNotFound', name: path }))
    const already = [...open.values()].find(({ stored }) => stored.path === real)
    return already ? Promise.resolve({ ok: already }) : once(real, () => storage.open(real, host.noted(real)))
  }

  /** What was done since the last backups, as far as there is time before the server stops. */
  const lastBackups = async () => {
    if (!backups) return
    const all = [...open.values()].map(({ stored, head }) => backups.closing(stored, head))
    await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, backupsAtEnd).unref())])
    await backups.end()
  }

  const close = async (uuid: string) => {
    const project = open.get(uuid)
    project?.feed.closeAll(closeCodes.reset, 'closed')
    await project?.close()
  }

  return {
    open: async (uuid) => {
      const already = open.get(uuid)
      if (already) return { ok: already }
      const path = host.pathOf(uuid)
      if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
      const opened = await openPath(path)
      const name = host.nameOf(uuid) ?? uuid
      if (isProblem(opened)) return host.local ? opened : problem(calledBy(name, opened.problem))
      // Another project lies at that path now, or this one has become another.
      return opened.ok.stored.uuid === uuid ? opened : problem({ kind: 'projectNotFound', name })
    },
    openPath,
    create: (path, overwrite, rows) =>
      once(`${path}\0${overwrite}\0${rows ? 'rows' : ''}`, () => storage.create(path, overwrite, rows)),
    adopt: async (from, name, path) => {
      const written = await writeUpload({ form: 'qrk', from, name, to: path })
      return isProblem(written) ? written : openPath(path)
    },
    readJson: (from, path) => writeUpload({ form: 'json', from, to: path }),
    saveAs: async (uuid, path, overwrite) => {
      const original = await openPath(host.pathOf(uuid) ?? uuid)
      if (isProblem(original))
        return host.local ? original : problem(calledBy(host.nameOf(uuid) ?? uuid, original.problem))
      const written = await original.ok.stored.saveAs(path, overwrite)
      if (!isProblem(written)) return openPath(written.ok)
      const { problem: found } = written
      return found.kind === 'storageFailed' ? problem({ kind: 'cannotSave', message: found.detail }) : written
    },
    replace: async (uuid, from) => {
      const path = realPath(host.pathOf(uuid) ?? '')
      if (!path) return problem({ kind: 'projectNotFound', name: uuid })
      await opening.get(path)
      const before = open.get(uuid)
      // Whoever opens it from here on waits for the new file.
      return once(path, async () => {
        before?.feed.closeAll(closeCodes.restart, 'restored')
        await before?.close()
        return storage.replace(path, from, host.noted(path))
      })
    },
    createFrom: (from, path, overwrite) =>
      once(`${path}\0${overwrite}\0${from}`, () => storage.createFrom(from, path, overwrite)),
    close,
    remove: async (uuid) => {
      const path = host.pathOf(uuid)
      host.remove(uuid)
      const forget = () => {
        // In local mode the file stays, and so do these.
        if (!host.local) backups?.forget(uuid)
      }
      // One that is being made comes to its end before the file does.
      forget()
      // An opening that had begun before is over when this one is.
      if (path !== null) await opening.get(path)
      await close(uuid)
      snapshots.get(uuid)?.drop()
      snapshots.delete(uuid)
      if (path !== null) host.discard(uuid, path)
      forget()
    },
    healthy: async () => {
      // The host's database answers too.
      host.pathOf('')
      return storage.answers(healthyWithin)
    },
    get size() {
      return open.size
    },
    get waiting() {
      return storage.waiting
    },
    temporary: (suffix) => join(folder, randomBytes(12).toString('hex') + suffix),
    end: async () => {
      await lastBackups()
      for (const { feed, release } of [...open.values()]) {
        feed.closeAll(closeCodes.restart, 'the server is stopping')
        release()
      }
      for (const each of snapshots.values()) each.drop()
      await storage.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const healthyWithin = 5000
/** ms that backups may take when the server stops. */
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

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
