/** The workbook that a project is exported as (specification 2 §9), as far as an import knows it again. */
import type { Question } from './schema.ts'

/** The columns of its sheet of sources before those of the properties. */
export const sourceHeads = ['sourceID', 'title', 'author', 'timestamp'] as const

const only = 'answer'

/** Of the columns of answers. Those to several questions begin with the words of each, and name it as the sheet of quotes does. */
export const answerHeads = (questions: readonly Question[]): string[] =>
  questions.length < 2
    ? [only]
    : questions.map(({ id, question }) => `answer: ${question.trim() === '' ? '' : `${question} · `}questionID ${id}`)

const answered = /^answer: (?:(.*) · )?questionID \d+$/s

/** The question's words, '' where it has none or they are not in the head; null: no column of answers. */
export function questionOfHead(head: string): string | null {
  if (head === only) return ''
  const found = answered.exec(head)
  return found ? (found[1] ?? '') : null
}
