/** What is said between the event loop and the thread that reads what is large. */
import type { Result } from '../../src/model/problems.ts'
import type { Frame, PackedPush } from './readFrame.ts'

export type ToRead = { id: number; of: 'frame' | 'body'; bytes: Uint8Array<ArrayBuffer> }
export type WasRead = { id: number; ms: number } & ({ frame: Frame | null } | { pushed: Result<PackedPush> })

export interface ReadingThread {
  /** Steps of niceness. */
  comesAfter: number
}
