import { useCallback, useEffect, useState } from 'react'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'

export interface Asked<T> {
  /** null: on its way, or there is a `problem`. */
  answer: T | null
  problem: Problem | null
  reload: () => void
}

/** What the server answers, asked when it is first drawn and on `reload`; `ask` is to be steady. */
export function useAsked<T>(ask: () => Promise<Result<T>>): Asked<T> {
  const [answer, setAnswer] = useState<T | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const reload = useCallback(async () => {
    const found = await ask()
    setProblem(isProblem(found) ? found.problem : null)
    if (!isProblem(found)) setAnswer(found.ok)
  }, [ask])
  useEffect(() => {
    void reload()
  }, [reload])
  return { answer, problem, reload: () => void reload() }
}
