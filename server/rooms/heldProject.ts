/**
 * One project that is open on this server: its file in a storage thread, its feed, who is here, and the file that joiners load. It is closed some
 * time after the last use, with a backup of what was done.
 */
import type { Result } from '../../src/model/problems.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import type { Host, Person } from '../host.ts'
import type { Backups } from './backups.ts'
import { type Feed, openFeed } from './feed.ts'
import { openPresence, type ProjectPresence } from './presence.ts'
import type { Snapshot, Snapshots } from './snapshots.ts'
import type { StoredProject } from './storage.ts'

export interface OpenProject {
  readonly stored: StoredProject
  readonly feed: Feed
  /** Who is here, and where. */
  readonly presence: ProjectPresence
  /** The file that a joining client loads; `person`: for whom, `etag`: of the one that they have begun to read. */
  snapshot(person: string, etag?: string): Promise<Result<Snapshot>>
  readonly head: number
  /** The name that the person's rows bear here, which is nobody else's from now on; null: any (local mode). */
  authorOf(person: Person): string | null
  /** Keeps the project open until the function that it returns is called. */
  use(): () => void
}

export interface HeldProject extends OpenProject {
  readonly isUsed: boolean
  /** Its file too, with what is owed to it. */
  close(): Promise<void>
  /** It is found here no more; its file is closed by somebody else. */
  release(): void
  /** Unless somebody uses it, it is closed some time from now. */
  rest(): void
}

export interface HoldingParts {
  host: Host
  backups: Backups | undefined
  snapshots: Snapshots
  broken: (error: unknown) => void
  /** How long one that nobody uses stays open, ms. */
  linger: number
  stuckAfter: number | undefined
  /** Whether it is the one that whoever asks for the project finds. */
  isFound: (project: HeldProject) => boolean
  released: () => void
}

/** ms after which a project that nobody uses tries again to write back what it owes. */
const settleAgainAfter = 10_000

export function holdProject(stored: StoredProject, parts: HoldingParts): HeldProject {
  const { host, backups, snapshots, broken, linger } = parts
  const { working } = host
  const feed = openFeed(stored.head, stored.events, parts.stuckAfter)
  const presence = openPresence()
  let { head } = stored
  const authors = new Set(host.authors(stored.uuid))
  if (authors.size > 0) stored.reserve([...authors])
  let users = 0
  let idle: NodeJS.Timeout | undefined

  const release = () => {
    parts.released()
    clearTimeout(idle)
    feed.stop()
    presence.stop()
  }
  const isUnused = () => users === 0 && parts.isFound(project)
  const closeIn = (ms: number) => setTimeout(() => void closeUnused().catch(broken), ms)
  const rest = () => {
    clearTimeout(idle)
    if (isUnused()) idle = closeIn(linger)
  }
  /** With a backup of what was done; whoever comes meanwhile finds it open. */
  const closeUnused = async () => {
    await backups?.closing(stored, head)
    const isSettled = (await working?.settle(stored.uuid)) ?? true
    if (!isUnused()) return
    if (isSettled) await shut()
    else idle = closeIn(settleAgainAfter)
  }
  const shut = async () => {
    release()
    await stored.close()
    await working?.closed(stored.uuid)
  }

  const project: HeldProject = {
    stored,
    feed,
    presence,
    snapshot: (person, etag) =>
      snapshots.take({ epoch: stored.epoch, head, write: (path) => stored.write(path, 'joiner') }, person, etag),
    get head() {
      return head
    },
    get isUsed() {
      return users > 0
    },
    authorOf: (person) => {
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
    rest,
    close: async () => {
      await working?.settle(stored.uuid)
      await shut()
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
      void working?.closed(stored.uuid).catch(broken)
      feed.closeAll(closeCodes.restart, 'the storage thread has ended')
    },
  })
  return project
}
