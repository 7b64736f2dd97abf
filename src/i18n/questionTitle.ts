import { t } from './i18n.ts'

/** What a question is called; one without words, which nobody has asked, is a text, by its place, counted from 0. */
export const questionTitle = ({ question }: { question: string }, at: number): string =>
  question.trim() || t('question.untitled', { n: at + 1 })
