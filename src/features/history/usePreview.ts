import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import type { RestorePreview } from '../../model/history.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import { type Moment, previewOf } from './historyCalls.ts'
import { useAnswer } from './useAnswer.ts'

/**
 * What going to that state would change, made anew as the project goes on while it is looked at. `isNewer`: it is not what was shown first. `isStill`:
 * whether what is shown is so now; where it is not, what is so is shown, and `isHeld` until it is asked again. `moment` is to be steady.
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
  const [isHeld, setHeld] = useState(false)
  const isStill = async (): Promise<Result<boolean>> => {
    setHeld(false)
    const found = await reload()
    if (isProblem(found)) return found
    const still = contentsOf(found.ok) === shown
    setHeld(!still)
    return ok(still)
  }
  return { answer, problem, isNewer: first !== undefined && shown !== first, isHeld, isStill }
}

/** What goes, comes and changes, and in which texts; not the words, which are others with each letter that somebody types. */
const contentsOf = ({ back, gone, changed, texts }: RestorePreview): string =>
  JSON.stringify([back, gone, changed, texts.map(({ title }) => title).sort()])
