/**
 * The projects that are open on this server: each with its feed and its snapshot, opened when first asked for and closed
 * some time after the last use. From here everything goes to the storage threads.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblem, problem, type Result } from '../src/model/problems.ts'
import type { LooseRows } from '../src/model/projectRows.ts'
import { closeCodes } from '../src/model/protocol.ts'
import type { Host } from './host.ts'
import { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
import { openStorage, type Storage, type StoredProject } from './storage/storage.ts'
import { type Feed, openFeed } from './wire/feed.ts'

export interface OpenProject {
  readonly stored: StoredProject
  readonly feed: Feed
  /** The file that a joining client loads; `etag`: of the one that it has begun to read. */
  snapshot(etag?: string): Promise<Result<Snapshot>>
  readonly head: number
  /** Keeps the project open until the function that it returns is called. */
  use(): () => void
}

export interface Rooms {
  /** Opens the project unless it is open. Problems: projectNotFound, and why its file does not open. */
  open(uuid: string): Promise<Result<OpenProject>>
  openPath(path: string): Promise<Result<OpenProject>>
  /** With these rows, where they are given. */
  create(path: string, overwrite: boolean, rows?: LooseRows): Promise<Result<OpenProject>>
  /** Writes the project elsewhere, and opens that. */
  saveAs(uuid: string, path: string, overwrite: boolean): Promise<Result<OpenProject>>
  /** Closes its sockets and its file. */
  close(uuid: string): Promise<void>
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
}

export function openRooms({ host, threads = 1, broken, linger = 1_500 }: RoomsOptions): Rooms {
  const storage: Storage = openStorage({ threads, noted: host.note, broken })
  const folder = mkdtempSync(join(tmpdir(), 'thicket-'))
  const open = new Map<string, OpenProject & { close(): Promise<void>; release(): void }>()
  const opening = new Map<string, Promise<Result<OpenProject>>>()
  /** By project, open or not. */
  const snapshots = new Map<string, Snapshots>()

  const hold = (stored: StoredProject): OpenProject => {
    const feed = openFeed(stored.head, stored.events)
    const own = snapshots.get(stored.uuid) ?? openSnapshots(folder)
    snapshots.set(stored.uuid, own)
    let { head } = stored
    let users = 0
    let idle: NodeJS.Timeout | undefined
    const release = () => {
      open.delete(stored.uuid)
      clearTimeout(idle)
      feed.stop()
    }
    const rest = () => {
      clearTimeout(idle)
      if (users === 0 && open.has(stored.uuid)) idle = setTimeout(() => void project.close(), linger)
    }
    const project = {
      stored,
      feed,
      snapshot: (etag?: string) =>
        own.take({ epoch: stored.epoch, head, write: (path) => stored.write(path, 'joiner') }, etag),
      get head() {
        return head
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
      .then((result) => (isProblem(result) ? result : { ok: hold(result.ok) }))
      .finally(() => opening.delete(key))
    opening.set(key, begun)
    return begun
  }

  const openPath = (path: string): Promise<Result<OpenProject>> => {
    const real = realPath(path)
    if (!real) return Promise.resolve(problem({ kind: 'fileNotFound', name: path }))
    const already = [...open.values()].find(({ stored }) => stored.path === real)
    return already ? Promise.resolve({ ok: already }) : once(real, () => storage.open(real, host.noted()))
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
      // Another project lies at that path now, or this one has become another.
      if (!isProblem(opened) && opened.ok.stored.uuid !== uuid) return problem({ kind: 'projectNotFound', name: path })
      return opened
    },
    openPath,
    create: (path, overwrite, rows) =>
      once(`${path}\0${overwrite}\0${rows ? 'rows' : ''}`, () => storage.create(path, overwrite, rows)),
    saveAs: async (uuid, path, overwrite) => {
      const original = await openPath(host.pathOf(uuid) ?? uuid)
      if (isProblem(original)) return original
      const written = await original.ok.stored.saveAs(path, overwrite)
      if (!isProblem(written)) return openPath(written.ok)
      const { problem: found } = written
      return found.kind === 'storageFailed' ? problem({ kind: 'cannotSave', message: found.detail }) : written
    },
    close,
    temporary: (suffix) => join(folder, randomBytes(12).toString('hex') + suffix),
    end: async () => {
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

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
