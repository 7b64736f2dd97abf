/** What a project's worker needs of the place where it runs. */
import type { Problem, Result } from '../../src/model/problems.ts'
import type { Signals } from '../../src/model/signals.ts'
import type { Copies } from '../../wasm/database/copies.ts'
import type { KernelModule } from '../../wasm/kernels/kernel.ts'
import type { HandedOver } from './sync/carryOver.ts'
import type { ConnectionHost } from './sync/connection.ts'
import type { HeldToken } from './sync/heldToken.ts'
import type { Snapshot } from './sync/snapshot.ts'

export interface Answer {
  status: number
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface ProjectHost extends ConnectionHost {
  readonly uuid: string
  /** Left out: the token never runs out. */
  readonly tokens?: HeldToken
  store: Copies
  /** `progress` from 0 to 1, null where the size is not known. */
  snapshot(progress: (part: number | null) => void, signal: AbortSignal): Promise<Result<Snapshot>>
  /** An HTTP call to the server, with the token; null where there is no connection. */
  call(path: string, init?: { method?: string; body?: string | FormData }): Promise<Answer | null>
  /** The module that questions to the whole project run on. */
  kernels(): Promise<KernelModule>
  /** There is memory for what might be asked: it may be read before anybody asks. */
  readonly isRoomy: boolean
  /** Resolves when whatever else waits for this worker has had its turn. */
  turn(): Promise<void>
  /** What pages have signalled, heard even while this worker is at work (`src/model/signals.ts`); null where it cannot be. */
  signals(): Signals | null
  /** The copy is lost: this worker is to end, and another to take over with what it leaves. */
  renew(handedOver: HandedOver): void
  report(problem: Problem | unknown): void
}
