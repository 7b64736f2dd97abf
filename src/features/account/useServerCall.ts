import { useState } from 'react'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'

export interface Asking {
  busy: boolean
  problem: Problem | null
  setProblem: (problem: Problem | null) => void
  /** Asks the server unless it is asked already; undefined: it has not been done, and `problem` says why. */
  ask: <T>(call: () => Promise<Result<T>>) => Promise<T | undefined>
}

/** What a form asks of the server, and what is wrong with it. */
export function useServerCall(): Asking {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  return {
    busy,
    problem,
    setProblem,
    ask: async (call) => {
      if (busy) return undefined
      setBusy(true)
      setProblem(null)
      const answer = await leastDuration(call())
      setBusy(false)
      if (!isProblem(answer)) return answer.ok
      setProblem(answer.problem)
      return undefined
    },
  }
}
