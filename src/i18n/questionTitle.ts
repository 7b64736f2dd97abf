import { t } from './i18n.ts'

/** What a question is called; one without words by its place, counted from 0. */
export const questionTitle = ({ question }: { question: string }, at: number): string =>
  question.trim() || t('question.unnamed', { n: at + 1 })
