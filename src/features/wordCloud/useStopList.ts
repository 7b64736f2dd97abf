import { useMemo } from 'react'
import { useProject, useRows } from '../../data/live/useLive.ts'
import { stopWords } from '../../i18n/stopWords.ts'
import { useLanguage } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import {
  readStopList,
  type StopWord,
  stopListKey,
  usualStopList,
  wordsLeftOut,
} from '../../model/rules/analysis/stopList.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'

/** The project's stop list, or the usual one of the language; `save` resolves to what was refused. */
export function useStopList() {
  const project = useProject()
  const language = useLanguage()
  const preferences = useRows('preferences', {})
  const stored = preferences?.get(stopListKey)?.value
  const isKnown = preferences !== undefined
  const list = useMemo(
    () => (isKnown ? (readStopList(stored) ?? usualStopList(stopWords[language])) : undefined),
    [isKnown, stored, language],
  )
  const leftOut = useMemo(() => (list ? wordsLeftOut(list) : []), [list])
  const save = async (words: readonly StopWord[]): Promise<Problem | null> => {
    const saved = await project.run('setStopList', { words: [...words] })
    if (!isProblem<unknown>(saved)) return null
    showProblem(saved.problem)
    return saved.problem
  }
  return { list, leftOut, save }
}
