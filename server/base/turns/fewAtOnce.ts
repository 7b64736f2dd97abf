import { problem, type Result } from '../../../src/model/problems.ts'
import { itsTurn } from './fewForEach.ts'

export interface Turn {
  /** It comes before what has waited longer. */
  isUrgent?: boolean
  /** Of whoever waits for it: who has left keeps nobody waiting. */
  signal?: AbortSignal | undefined
}

/**
 * Lets so many go on at the same time: work that takes a thread, a processor and memory each, however many ask for it at once. It is fair where
 * each person has few in it (`fewForEach.ts`). Problems: socketClosed (whoever asked has left before it began), those of the work.
 */
export function fewAtOnce(most: number) {
  const urgent = new Set<() => void>()
  const others = new Set<() => void>()
  let free = most
  return async <T>(body: () => Promise<Result<T>>, { isUrgent = false, signal }: Turn = {}): Promise<Result<T>> => {
    if (signal?.aborted) return hasLeft
    if (free > 0) free -= 1
    else if (!(await itsTurn(isUrgent ? urgent : others, signal))) return hasLeft
    try {
      return await body()
    } finally {
      const [next] = [...urgent, ...others]
      if (next) next()
      else free += 1
    }
  }
}

/** What is answered to whoever hears it no more. */
export const hasLeft = problem({ kind: 'socketClosed' })
