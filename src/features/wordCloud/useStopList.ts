import { useMemo } from 'react'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import type { Language } from '../../i18n/language.ts'
import { stopWords } from '../../i18n/stopWords.ts'
import { useLanguage } from '../../i18n/useT.ts'
import { isProblem, type Problem } from '../../model/problems.ts'
import {
  languageOf,
  readStopList,
  type StopWord,
  stopListKey,
  usualStopList,
  wordsLeftOut,
} from '../../model/rules/analysis/stopList.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'

/** Words that tell the language of the texts. */
const telling = 200
/** Of each project, once it is known: it stays the same while texts come and go. */
const languages = new Map<string, Language>()

/** The language of the texts, or the page's where they are in none that has a list; undefined until known. `isAsked`: else it is not looked for. */
function useTextLanguage(isAsked: boolean): Language | undefined {
  const { uuid } = useProject()
  const own = useLanguage()
  const known = languages.get(uuid)
  const { value, problem } = useAnalysis(
    'wordCounts',
    isAsked && known === undefined ? { offset: 0, limit: telling } : null,
  )
  if (known !== undefined) return known
  const found = value && languageOf(value.rows, stopWords)
  if (found) languages.set(uuid, found)
  return found ?? (value || problem ? own : undefined)
}

/** The project's stop list, or the usual one of its texts' language; `save` resolves to what was refused. */
export function useStopList() {
  const project = useProject()
  const preferences = useRows('preferences', {})
  const stored = preferences?.get(stopListKey)?.value
  const isKnown = preferences !== undefined
  const own = useMemo(() => readStopList(stored), [stored])
  const language = useTextLanguage(isKnown && own === null)
  const usual = useMemo(() => language && usualStopList(stopWords[language]), [language])
  const list = isKnown ? (own ?? usual) : undefined
  const leftOut = useMemo(() => (list ? wordsLeftOut(list) : []), [list])
  const save = async (words: readonly StopWord[]): Promise<Problem | null> => {
    const saved = await project.run('setStopList', { words: [...words] })
    if (!isProblem<unknown>(saved)) return null
    showProblem(saved.problem)
    return saved.problem
  }
  return { list, leftOut, save }
}
