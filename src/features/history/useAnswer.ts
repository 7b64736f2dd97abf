import { useCallback, useEffect, useRef, useState } from 'react'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'
import { useOnceBack } from './useOnceBack.ts'

/** What a call answers, asked when it is first drawn, on `reload`, and where the server could not be reached once it can; `ask` is to be steady. */
export function useAnswer<T>(ask: () => Promise<Result<T>>) {
  const [answer, setAnswer] = useState<T>()
  const [problem, setProblem] = useState<Problem | null>(null)
  const asked = useRef(0)
  const reload = useCallback(async () => {
    asked.current += 1
    const mine = asked.current
    const found = await ask()
    if (mine !== asked.current) return found
    setProblem(isProblem(found) ? found.problem : null)
    if (!isProblem(found)) setAnswer(found.ok)
    return found
  }, [ask])
  useEffect(() => {
    void reload()
    return () => {
      asked.current += 1
    }
  }, [reload])
  useOnceBack(problem, reload)
  return { answer, problem, reload }
}
