/**
 * What goes over the socket between a browser's copy and the room: specification 1 §3 "Realtime message", §4 and §7.
 * Requests carry GraphQL-style text; replies are matched by msg_id; events have none and bear the room's sequence number.
 */
import type { Access } from './access.ts'
import type { Act } from './history.ts'
import type { Operation } from './operations.ts'
import type { PeopleNews, Presence } from './presence.ts'
import type { Problem } from './problems.ts'
import type { Key } from './schema.ts'

/** Version of this protocol. The server takes this one and the one before; an older page is reloaded. 1: 2026-11. */
export const protocolVersion = 1

export const closeCodes = {
  normal: 1000,
  noStatus: 1005,
  restart: 1012,
  databaseNotOpen: 3000,
  reset: 4000,
  /** The program of this machine was ended: it is back when its person starts it again. */
  ended: 4001,
  slow: 4008,
} as const

/** Where a client stands: its number, the project's epoch that its copy belongs to, the last event it has applied. */
export interface Standing {
  client: number
  epoch: string
  head: number
}

/** The number of the step after which the state was; true: that is not known, as where a going back is undone. */
export type Restores = true | number

/**
 * How a step went back: to the state after step `seq`, which was at `at` where that is still kept, and is called `name` where a version names it;
 * by a `backup` of the time `at`, put in the place of the project; with neither: it took a going back away.
 */
export interface WentBack {
  seq?: number
  at?: number
  name?: string
  backup?: true
}

/**
 * One step: the operations of one mutation, done together or not at all. `versions`: of each answer (by id) whose text
 * the step has positions in, the number of its edits as the sender saw them; the room takes the step only against these.
 */
export interface Step {
  operations: Operation[]
  versions: Record<number, number>
  /** It brings back a state that the project had: nothing in it merges, and its tree may be as deep as it was. Whose rows come back is judged as always. */
  restores?: Restores
  /** It merges other projects into this one: rows that it adds may be anybody's, and the history calls it a merge. */
  merges?: true
  /** What its person did, for the history. */
  act?: Act
  /** Bytes, about, of the parts that follow, where it is one of several: what has no room for all is refused with the first. */
  more?: number
}

/** The same on the wire: the text of its mutation and what that names, in the place of the operations. */
export interface WireStep extends Omit<Step, 'operations'> {
  query: string
  variables: Record<string, unknown>
}

export interface Push {
  client: number
  /** Counts this client's pushes; a repeat of one gets the same answer. */
  n: number
  /** The last event the client had applied when it froze the push. */
  base: number
}

export interface Request {
  msg_id: string
  auth: string
  query?: string
  variables?: Record<string, unknown>
  push?: Push
  /** Instead of query and variables, where a push carries steps. */
  steps?: WireStep[]
  /** Where this client is, instead of all that; the answer has `who` in its data, and from then on frames come with `people`. */
  presence?: Presence
  /** Instead of all that, with a project open or none: from its answer on, frames come with `changed`. */
  watch?: 'projects'
}

/** What a copy keeps of a request until it is answered: it goes again as the same bytes. */
export type FrozenPush = Required<Pick<Request, 'push' | 'steps'>>

/** Of the rows that an operation made, changed or removed, a list where it is about one; null: there is none after the step, or was none to be removed. */
export type RowKeys = Key | null | (Key | null)[]

/** How the room took one step of a push. After the first that it did not take, the rest are stale. */
export type StepAnswer =
  | {
      seq: number
      applied?: Operation[]
      /** In the place of `applied`, what a program's mutation is answered: JSON of the `RowKeys` of each of its fields. It may be long, and passes the event loop as it is. */
      data?: string
    }
  | { problem: Problem }
  | { stale: true }

export interface PushAnswer {
  n: number
  steps: StepAnswer[]
}

/** Whether anything of a push was taken. */
export const hasTaken = ({ steps }: PushAnswer): boolean => steps.some((step) => 'seq' in step)

/** One step as the room has taken it, in its order. */
export interface Event {
  seq: number
  /** Who sent it: the client's number, its push and the step's place in it. Client 0, n 0: an API client. */
  client: number
  n: number
  i: number
  author: string
  at: number
  operations: Operation[]
  restores?: WentBack
}
/** Stands for an event too large for the socket; read by HTTP. */
export interface AnnouncedEvent {
  seq: number
  fetch: true
}

/** Who put a backup in the place of the project, and of what time that is. */
export interface Placed {
  author: string
  at: number
}

/** Answer of dbOpen, the only subscribe: every event after `since` follows, or a snapshot must be read. */
export interface Opened {
  status: 'open' | 'closed'
  client: number
  epoch: string
  head: number
  name: string
  /** The name that this person's rows bear here; left out where any is taken. */
  author?: string
  /** The copy cannot be brought up to date by events: read the snapshot first. */
  snapshot?: true
  /** Since the client was here last a backup of the time `at` was put in the place of the project, by `author`. */
  placed?: Placed
  protocol: number
}

export interface Reply {
  msg_id?: string
  status: number
  access_privilege?: Access
  json_data: {
    data?: Record<string, unknown>
    errors?: { message: string; problem?: Problem }[]
    push?: PushAnswer
    events?: (Event | AnnouncedEvent)[]
    people?: PeopleNews
    /** What the lists of projects, or of with whom they are shared, say to this person may be another now. */
    changed?: 'projects'
    /** What the open project is called from now on. */
    name?: string
  }
}
