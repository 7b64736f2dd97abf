/**
 * What is said between the event loop and a storage thread. ThreadCalls are answered once each, by number; what a room has taken
 * comes as `taken`, in the room's order, before any answer that knows of it.
 */
import type { HistoryFilter, HistoryPage, NamedVersion, StepDetail } from '../../src/model/history.ts'
import type { Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import type { PushAnswer } from '../../src/model/protocol.ts'
import type { Noted } from '../files/identity.ts'
import type { OpenOptions } from '../files/projectFile.ts'
import type { PackedPush } from '../reading/readFrame.ts'
import type { Bound } from './quota.ts'
import type { ClientStanding, Submission } from './room.ts'
import type { Sender } from './sender.ts'

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

/** A large push: what another thread has read of it, unpacked in this one. */
export interface PackedSubmission extends PackedPush {
  sender: Sender
  bound?: Bound
}

/** What a new project begins with: rows; what protects it (`___db_hash`), so that its words are sealed from the first on. */
export interface Beginning {
  rows?: LooseRows | undefined
  protection?: string | undefined
}

export interface ThreadCalls {
  open: { args: { path: string; known: Noted[] } & OpenOptions; result: Held }
  create: { args: { path: string; overwrite: boolean } & Beginning; result: Held }
  /** Resolves to what is noted of it. */
  close: { args: { project: number }; result: Noted }
  openClient: {
    args: { project: number; client: number; epoch: string; since: number; holder?: string }
    result: ClientStanding
  }
  submit: { args: { project: number; submission: Submission | PackedSubmission }; result: PushAnswer }
  events: { args: { project: number; since: number; mostBytes: number }; result: Delivered[] }
  /** As JSON, with these columns or all; `ms`: of a processor. */
  list: {
    args: { project: number; query: string; args: Record<string, unknown>; columns: string[] | null }
    result: { json: Uint8Array<ArrayBuffer>; ms: number }
  }
  /** Authors that only their owners may write in the name of, besides those before. */
  reserve: { args: { project: number; authors: string[] }; result: undefined }
  /** Writes a new file; `json` as the project JSON, else a database; `whole` with the room's own tables. */
  write: {
    args: { project: number; path: string; form: 'joiner' | 'download' | 'json' | 'whole' }
    result: { head: number; epoch: string }
  }
  /** A download written to `path` for good. */
  saveAs: { args: { project: number; path: string; overwrite: boolean }; result: string }
  /** A copy for the person: `to`, else beside the file. */
  backup: { args: { project: number; to?: { path: string; overwrite: boolean } }; result: string }
  /** Copies the file as it is, private tables and all, while the room goes on. */
  copy: { args: { project: number; path: string }; result: undefined }
  history: { args: { project: number; filter: HistoryFilter }; result: HistoryPage }
  step: { args: { project: number; seq: number }; result: StepDetail }
  versions: { args: { project: number }; result: NamedVersion[] }
  /** Of the project as it is; `at`: when. */
  addVersion: { args: { project: number; name: string; author: string; at: number }; result: NamedVersion }
  removeVersion: { args: { project: number; version: number }; result: undefined }
  /** A part of a version's packed state; with `size`, the bytes of all, it was the last. Refuses `tooLong` where they are too many. */
  keepPart: {
    args: { project: number; version: number; n: number; bytes: Uint8Array; size?: number }
    result: undefined
  }
  versionPart: { args: { project: number; version: number; n: number }; result: Uint8Array | null }
  /** The bytes at `path` become the sound of that hash. Refuses badRequest where they are others. */
  keepMedia: { args: { project: number; hash: string; path: string }; result: undefined }
  /** Writes that sound to a new file. Refuses soundNotFound. */
  media: { args: { project: number; hash: string; path: string }; result: undefined }
  /** Puts the file at `from`, if it is a project that opens, in the place of the one at `path`, which nobody has open. */
  replace: { args: { from: string; path: string }; result: undefined }
  /** Makes a project of the file at `from`, which stays, and opens it. */
  createFrom: { args: { from: string; path: string; overwrite: boolean }; result: Held }
  /** Brings changesets into the file at `path`, which nobody has open, in their order. */
  replay: { args: { path: string; sets: Uint8Array[] }; result: undefined }
  /** Brings the file at `path`, which nobody has open and which is kept elsewhere too, to the layout of this program. */
  raise: { args: { path: string }; result: undefined }
  /** Writes all of it to a file, as it is at this place among what changes in it (`Gate.whole`). */
  base: { args: { project: number; path: string }; result: undefined }
  /** Lets a project go that another node has taken: what waits is not done. */
  drop: { args: { project: number }; result: undefined }
  /** Answers once what came before has been done. */
  ping: { args: Record<string, never>; result: undefined }
  /** Takes no more calls, does what waits, closes every file. */
  end: { args: Record<string, never>; result: undefined }
}
export type ThreadCallName = keyof ThreadCalls

/** Those that change what is kept of a project, besides its steps. */
export const changingCalls: ReadonlySet<ThreadCallName> = new Set([
  'addVersion',
  'removeVersion',
  'keepPart',
  'keepMedia',
])

export type ToThread = { [N in ThreadCallName]: { id: number; call: N; args: ThreadCalls[N]['args'] } }[ThreadCallName]

/** What one transaction took: for each submission its call, its answer, what the others get, and the ms of a processor. */
export interface TakenMessage {
  project: number
  head: number
  items: { id: number; client: number; answer: PushAnswer; events: Delivered[]; ms: number }[]
}

/** Of a project whose changes are kept elsewhere too: what tells of it leaves once these are. `set`: a changeset, or the path of a file that is all of it. `whole`: a file that is all of it, after `set`. */
export interface Gate {
  uuid: string
  set?: Uint8Array | string
  whole?: string
}

export type FromThread =
  | { id: number; result: Result<unknown>; gate?: Gate }
  /** Without `id`: of no call. */
  | { id?: number; broken: string }
  | { taken: TakenMessage; gate?: Gate }
  | { noted: Noted }
