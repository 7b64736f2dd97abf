/**
 * The place where a client keeps the copy of one project: one database at a time, replaced whole by a snapshot.
 *
 * Promises: a new copy is written beside the old one and takes its place once `settle` says that it holds everything; what
 * is interrupted before that, by whatever, leaves the old one, and nothing half written.
 */
import type { Problem } from '../../src/model/problems.ts'
import type { Db } from './db.ts'

/**
 * How safe the copy lies. `persistent`: on the device, and the browser has promised to leave it there. `evictable`: on the
 * device, but the browser may clear it when it needs room. `memory`: gone with the worker. `lost`: it was cleared from the
 * device, and is gone with the worker too.
 */
export type Kept = 'persistent' | 'evictable' | 'memory' | 'lost'

export interface Copies {
  kept(): Promise<Exclude<Kept, 'lost'>>
  /** The copy that is there, opened and brought to today's layout; null where there is none that is whole. Throws a Refusal (`newerCopy`). */
  open(): Promise<Db | null>
  /** Why a new copy of `size` bytes cannot be kept beside the one that is there; null where it can, as far as one can tell. */
  room(size: number | null): Promise<Problem | null>
  /** Writes a new copy from the chunks of a snapshot of `size` bytes, each good until the next is asked for, and opens it. A Refusal where there is no room. */
  replace(chunks: AsyncIterable<Uint8Array>, size?: number | null): Promise<Db>
  /** The new copy holds what the old one had waiting: only now the old one goes. */
  settle(db: Db): void
  /**
   * Whether the copy's files are still where they were made: somebody may have cleared the browser's storage. Where they are
   * not, nothing more can be kept here, though the copy may still answer: only another worker finds a new place.
   */
  there(): Promise<boolean>
  /** What an error of the copy's database means: no room for a change, or a copy that cannot be used; null for a bug. */
  failure(error: unknown): 'full' | 'lost' | null
  /** Lets go of the files, with no copy open: another worker may open them. */
  letGo(): void
  /** Removes everything; nothing can be asked of it afterwards. */
  remove(): Promise<void>
}
