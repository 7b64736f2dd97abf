/**
 * The audit log of a server of many people: `src/model/audit.ts` says what is in it. One server keeps it in a file (`auditFile.ts`), several nodes in the database
 * that they have in common (`../../../cluster/auditTable.ts`).
 *
 * Promises: a line is never changed, and goes when its time is over, not before; the database itself refuses both. What was noted outlives a
 * crash of the program (of several nodes once a call that noted it is answered; on a socket a moment later). A power cut may take the last moments: nobody waits for the disk to be let in to a project. That a line cannot be
 * written (a full disk) is said in the log, and keeps nobody from their work.
 */
import {
  type AuditEvent,
  type AuditLine,
  isAuditEvent,
  longestUntold,
  oncePerDay,
} from '../../../../src/model/audit.ts'
import { lineOf } from '../../../base/auditLine.ts'
import type { Fields } from '../../../base/log.ts'
import type { MoreOfUse, Person } from '../../../host.ts'

const day = 24 * 60 * 60_000
const sweepEvery = day / 24

/** What is looked for; what is left out: any. Times in ms since 1970. */
export interface AuditFilter {
  project?: string
  /** Also the line by which the project was made as a copy of another. */
  withOrigin?: boolean
  /** Who did it, or whom it was about. */
  account?: string
  since?: number
  /** Lines before the one of this id. */
  before?: number
  /** Left out: all. */
  limit?: number
}

/** A line as it is kept; `once`: by what it is known as one that is there already, or null. */
export type NotedLine = Omit<AuditLine, 'id'> & { once: string | null }

/** Where the lines are; texts go in as `writable` has them. */
export interface AuditStore {
  /** Adds a line, unless one is known by the same `once`. Throws where it cannot; one that is elsewhere may do it a moment later, and then tells of its failures by itself. */
  add(line: NotedLine): void
  /** Lines from before that time go, in ms since 1970. As `add`. */
  sweep(before: number): void
  newest(filter: AuditFilter): Promise<AuditLine[]>
  close(): Promise<void>
}

export interface AuditLog {
  /** What somebody has done with a project. */
  used(event: AuditEvent, person: Person, project: string, more?: MoreOfUse): void
  /** What the security log has; what is no matter of the audit is left out. */
  heard(event: string, fields: Fields): void
  /** The newest first. */
  newest(filter: AuditFilter): Promise<AuditLine[]>
  close(): Promise<void>
}

export interface AuditOptions {
  store: AuditStore
  /** Days that a line stays; 0: nothing is noted. */
  days: number
  failed: (error: unknown) => void
  now?: () => number
}

export function openAudit({ store, days, failed, now = Date.now }: AuditOptions): AuditLog {
  /** What was noted today and is not to be noted again: asked at every step, so that the database is not. */
  let known = { day: '', keys: new Set<string>() }
  const isKnown = (key: string, today: string): boolean => {
    if (known.day !== today) known = { day: today, keys: new Set() }
    const before = known.keys.has(key)
    known.keys.add(key)
    return before
  }
  const note = (line: Omit<AuditLine, 'id'>, once: string | null = null): void => {
    if (days === 0) return
    try {
      store.add({ ...line, once })
    } catch (error) {
      if (once !== null) known.keys.delete(once)
      failed(error)
    }
  }
  const sweep = () => {
    try {
      store.sweep(now() - days * day)
    } catch (error) {
      failed(error)
    }
  }
  sweep()
  const sweeping = setInterval(sweep, sweepEvery).unref()

  return {
    used: (event, { id, session }, project, { detail = null, at: told } = {}) => {
      const at = now()
      const about = { account: id, operator: false, project, other: null, detail, address: null }
      // Whoever has heard no answer tells of the same again.
      if (told !== undefined)
        return note({ at: likelyTime(told, at), event, ...about }, `${event} ${id} ${project} ${detail} ${told}`)
      const today = new Date(at).toISOString().slice(0, 10)
      const once = oncePerDay.has(event) ? `${event} ${session} ${project} ${today}` : null
      if (once !== null && isKnown(once, today)) return
      note({ at, event, ...about }, once)
    },
    heard: (event, fields) => {
      if (isAuditEvent(event)) note(lineOf(event, fields, now()))
    },
    newest: store.newest,
    close: async () => {
      clearInterval(sweeping)
      await store.close()
    },
  }
}

/** A clock elsewhere may be wrong: what it says is taken where it may be true. Times in ms since 1970. */
const likelyTime = (told: number, now: number): number => (told <= now && told >= now - longestUntold ? told : now)
