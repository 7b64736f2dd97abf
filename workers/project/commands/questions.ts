/** The questions of a structured project: several per source, at least one always. */
import { refuse } from '../../../src/model/problems.ts'
import { singleQuestionPreference } from '../../../src/model/schema.ts'
import { cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

const noteSingle = (tx: Tx) => {
  const count = tx.db.one<{ n: number }>('SELECT COUNT(*) AS n FROM questions')?.n ?? 0
  tx.insert('preferences', { key: singleQuestionPreference, value: count === 1 ? '1' : '0' })
}

export const createQuestion: Handler<'createQuestion'> = (tx, { question }) => {
  const id = tx.newId()
  const last = tx.db.one<{ last: number | null }>('SELECT MAX(questionOrder) AS last FROM questions')?.last ?? 0
  tx.insert('questions', { id, question: cleanLine(question), questionOrder: last + 1 })
  noteSingle(tx)
  return id
}

export const updateQuestion: Handler<'updateQuestion'> = (tx, { questionId, question, questionOrder }) => {
  tx.need('questions', questionId, { kind: 'questionNotFound' })
  tx.update('questions', questionId, {
    ...(question !== undefined && { question: cleanLine(question) }),
    ...(questionOrder !== undefined && { questionOrder }),
  })
}

export const removeQuestion: Handler<'removeQuestion'> = (tx, { questionId }) => {
  tx.need('questions', questionId, { kind: 'questionNotFound' })
  if (!tx.db.one('SELECT 1 FROM questions WHERE id <> ?', [questionId])) refuse({ kind: 'lastQuestion' })
  tx.remove('questions', [questionId])
  noteSingle(tx)
}
