/** What a project's worker needs of the place where it runs. */
import type { Problem, Result } from '../../src/model/problems.ts'
import type { Db } from '../../wasm/db.ts'
import type { ConnectionHost } from './connection.ts'

export interface Answer {
  status: number
  json(): Promise<unknown>
}

/** Where the copy of one project lies: one database at a time, replaced whole by a snapshot. */
export interface CopyStore {
  readonly stored: 'device' | 'memory'
  /** The copy that is there, opened; null where there is none, or none of this layout. */
  open(): Promise<Db | null>
  /** Writes a new copy from the chunks of a snapshot and opens it; the old one stays until the new one is whole. */
  replace(chunks: AsyncIterable<Uint8Array>): Promise<Db>
  /** The new copy holds what the old one had waiting: only now the old one goes. */
  settle(db: Db): void
  /** Removes the copy from the device. */
  remove(): Promise<void>
}

export interface ProjectHost extends ConnectionHost {
  readonly uuid: string
  random(): number
  store: CopyStore
  /** Bytes of the snapshot; `progress` from 0 to 1, null where the size is not known. */
  snapshot(progress: (part: number | null) => void): Promise<Result<AsyncIterable<Uint8Array>>>
  /** An HTTP call to the server, with the token; null where there is no connection. */
  call(path: string, init?: { method?: string; body?: string }): Promise<Answer | null>
  report(problem: Problem | unknown): void
}
