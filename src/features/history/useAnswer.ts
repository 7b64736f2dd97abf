import { useCallback, useEffect, useState } from 'react'
import { isProblem, type Problem, type Result } from '../../model/problems.ts'

/** What a call answers, asked when it is first drawn and on `reload`; `ask` is to be steady. */
export function useAnswer<T>(ask: () => Promise<Result<T>>) {
  const [answer, setAnswer] = useState<T>()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again
  useEffect(() => {
    let isWanted = true
    void ask().then((found) => {
      if (!isWanted) return
      setProblem(isProblem(found) ? found.problem : null)
      if (!isProblem(found)) setAnswer(found.ok)
    })
    return () => {
      isWanted = false
    }
  }, [ask, turn])
  return { answer, problem, reload: useCallback(() => setTurn((n) => n + 1), []) }
}
