/**
 * What threads say of projects whose changes are kept elsewhere too passes here: it goes on in its order, each message once what had changed until
 * then is kept. Where that fails nothing that was said after it is heard.
 */
import type { Problem } from '../../src/model/problems.ts'
import type { Gate } from '../room/threadMessages.ts'

export interface Gates {
  /** `deliver` is called at once where nothing waits, else later; with a problem where what had changed is not kept. */
  pass(gate: Gate, deliver: (failed?: Problem) => void): void
  /** The project is opened anew: what failed before is over. */
  reset(uuid: string): void
  /** Resolves when nothing of the project waits. */
  settled(uuid: string): Promise<void>
  /** Resolves when nothing waits. */
  idle(): Promise<void>
}

export interface Keeper {
  /** Resolves when it is kept; called in the order of what has changed. */
  keep(uuid: string, set: Uint8Array | string): Promise<void>
  /** The file at `path` is what the project is after all that was to be kept before. */
  whole(uuid: string, path: string): void
}

export function openGates({ keep, whole: keepWhole }: Keeper): Gates {
  /** By project: resolves to what kept the last message from going on. */
  const last = new Map<string, Promise<Problem | undefined>>()
  return {
    pass: ({ uuid, set, whole }, deliver) => {
      const before = last.get(uuid)
      const kept = set === undefined ? undefined : keep(uuid, set).then(() => undefined, asProblem)
      if (whole !== undefined) keepWhole(uuid, whole)
      if (!before && !kept) return deliver()
      const now = Promise.all([before, kept]).then(([failed, mine]) => {
        const found = failed ?? mine
        if (!found && last.get(uuid) === now) last.delete(uuid)
        deliver(found)
        return found
      })
      last.set(uuid, now)
    },
    reset: (uuid) => void last.delete(uuid),
    settled: async (uuid) => void (await last.get(uuid)),
    idle: async () => {
      await Promise.all(last.values())
    },
  }
}

/** Another node may have it, or the database that all nodes share does not answer: who sends it again there is heard. */
const asProblem = (): Problem => ({ kind: 'storageFailed', detail: 'the project is being opened elsewhere' })
