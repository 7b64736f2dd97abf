import { useMemo } from 'react'
import { useRows } from '../../data/useLive.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Question } from '../../model/schema.ts'
import { inOrder } from './questionMoves.ts'

/** The questions of the project in their order; undefined until known. */
export function useQuestions(): readonly Question[] | undefined {
  const rows = useRows('questions', {})
  return useMemo(() => rows && inOrder(rows.values()), [rows])
}

/** What a question is called; one without words by its place, counted from 0. */
export const questionTitle = (t: Translate, { question }: Pick<Question, 'question'>, at: number): string =>
  question.trim() || t('question.unnamed', { n: at + 1 })
