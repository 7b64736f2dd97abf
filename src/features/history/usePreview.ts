import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import type { RestorePreview } from '../../model/history.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import { type Moment, previewOf } from './historyCalls.ts'
import { useAnswer } from './useAnswer.ts'

/**
 * What going to that state would change, made anew as the project goes on while it is looked at. `isNewer`: it is not what was shown first. `isStill`:
 * whether what is shown is so now; where it is not, what is so is shown. `moment` is to be steady.
 */
export function usePreview(moment: Moment) {
  const project = useProject()
  const { head } = useSnapshot(project.state)
  const asked = useRef({ head, isDone: false })
  const ask = useCallback(async () => {
    const mine = { head: project.state.head, isDone: false }
    asked.current = mine
    const found = await previewOf(project.uuid, moment)
    mine.isDone = true
    return found
  }, [project, moment])
  const { answer, problem, reload } = useAnswer(ask)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one at a time, since while somebody types each would be given up for the next
  useEffect(() => {
    if (asked.current.isDone && asked.current.head !== head) void reload()
  }, [head, answer, problem, reload])
  const [first, setFirst] = useState<string>()
  const shown = answer && contentsOf(answer)
  if (first === undefined && shown !== undefined) setFirst(shown)
  const isStill = async (): Promise<Result<boolean>> => {
    const found = await reload()
    return isProblem(found) ? found : ok(contentsOf(found.ok) === shown)
  }
  return { answer, problem, isNewer: first !== undefined && shown !== first, isStill }
}

/** Without the step that it was compared with, which may be another and change nothing of it. */
const contentsOf = ({ head: _, ...contents }: RestorePreview): string => JSON.stringify(contents)
