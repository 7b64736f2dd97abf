/**
 * What is said between the event loop and a storage thread. Calls are answered once each, by number; what a room has taken
 * comes as `taken`, in the room's order, before any answer that knows of it.
 */
import type { Problem, Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import type { PushAnswer } from '../../src/model/protocol.ts'
import type { Standing, Submission } from '../room/room.ts'
import type { Sender } from '../room/sender.ts'
import type { Noted } from './identity.ts'

/** An event as it goes out, written as JSON once. `own`: the client and push that it comes from. */
export interface Delivered {
  seq: number
  client: number
  n: number
  json: string
}

/** A project that a thread has open; `project` names it in calls. */
export interface Held {
  project: number
  path: string
  uuid: string
  epoch: string
  head: number
}

/** A push as it came by HTTP: the bytes of its request, read in the thread. `clients`: whose pushes are taken. */
export interface RawSubmission {
  sender: Omit<Sender, 'client'>
  clients: number[]
  bytes: Uint8Array
}

export interface Calls {
  open: { args: { path: string; known: Noted[] }; result: Held }
  create: { args: { path: string; overwrite: boolean; rows?: LooseRows }; result: Held }
  close: { args: { project: number }; result: undefined }
  openClient: { args: { project: number; client: number; epoch: string; since: number }; result: Standing }
  submit: { args: { project: number; submission: Submission | RawSubmission }; result: PushAnswer }
  events: { args: { project: number; since: number; mostBytes: number }; result: Delivered[] }
  list: { args: { project: number; query: string; args: Record<string, unknown> }; result: Record<string, unknown>[] }
  /** Writes a new file; `json` as the project JSON, else a database. */
  write: {
    args: { project: number; path: string; form: 'joiner' | 'download' | 'json' }
    result: { head: number; epoch: string }
  }
  /** A download written to `path` for good. */
  saveAs: { args: { project: number; path: string; overwrite: boolean }; result: string }
  backup: { args: { project: number }; result: string }
  /** Takes no more calls, does what waits, closes every file. */
  end: { args: Record<string, never>; result: undefined }
}
export type CallName = keyof Calls

export type ToThread = { [N in CallName]: { id: number; call: N; args: Calls[N]['args'] } }[CallName]

/** What one transaction took: for each submission its call, its answer and what the others get. */
export interface TakenMessage {
  project: number
  head: number
  items: { id: number; client: number; answer: PushAnswer; events: Delivered[] }[]
}

export type FromThread =
  | { id: number; result: Result<unknown> }
  | { id: number; broken: string }
  | { taken: TakenMessage }
  | { noted: Noted }

export const storageFailed = (error: unknown): Problem => ({
  kind: 'storageFailed',
  detail: error instanceof Error ? error.message : String(error),
})
