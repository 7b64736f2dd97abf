import { useLayoutEffect, useState } from 'react'
import { leastDuration } from '../../data/live/leastDuration.ts'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'

export interface Asking {
  busy: boolean
  problem: Problem | null
  setProblem: (problem: Problem | null) => void
  /** Asks the server unless it is asked already; undefined: it has not been done, and `problem` says why. */
  ask: <T>(call: () => Promise<Result<T>>) => Promise<T | undefined>
}

/** What a form asks of the server, and what is wrong with it: the focus is at that then. */
export function useServerCall(): Asking {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  useLayoutEffect(() => {
    if (problem) focusWrongField()
  }, [problem])
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

/** In the form that is being filled in the focus goes to the first field at which something is wrong. */
const focusWrongField = (): void =>
  document.activeElement?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
