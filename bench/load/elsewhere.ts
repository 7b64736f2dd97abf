/** As much time of a processor as a server has spent on one account, spent beside it by a process of its own (`elsewhere.process.ts`): is it the work that keeps others waiting, or the server? */
import { once } from 'node:events'
import type { Shares } from './elsewhere.process.ts'
import { processorBySteps, startBeside } from './server.ts'

export interface Elsewhere {
  /** Seconds of a processor so far, by steps of niceness. */
  spent(): ReadonlyMap<number, number>
  end(): Promise<void>
}

/** Resolves when all its threads have begun. */
export async function openElsewhere(shares: Shares): Promise<Elsewhere> {
  const beside = startBeside('elsewhere.process.ts')
  const begun = once(beside, 'message')
  beside.send(shares)
  await begun
  return {
    spent: () => processorBySteps(beside.pid as number),
    end: async () => {
      const ended = once(beside, 'exit')
      beside.kill()
      await ended
    },
  }
}
