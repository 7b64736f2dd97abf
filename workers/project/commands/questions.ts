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
  // One by one, like the answers of a new source: whoever opens a source can answer at once.
  for (const source of tx.db.all<{ id: number }>('SELECT id FROM sources ORDER BY id'))
    insertAnswer(tx, { sourceId: source.id, questionId: id }, '')
  return id
}

export const createAnswer: Handler<'createAnswer'> = (tx, { sourceId, questionId }) => {
  tx.need('sources', sourceId, { kind: 'sourceNotFound' })
  tx.need('questions', questionId, { kind: 'questionNotFound' })
  const there = 'SELECT 1 FROM question_answers WHERE sourceId = ? AND questionId = ?'
  if (tx.db.one(there, [sourceId, questionId])) refuse({ kind: 'answerExists' })
  return insertAnswer(tx, { sourceId, questionId }, '')
}

/** `html` is canonical. */
export function insertAnswer(tx: Tx, place: { sourceId: number; questionId: number }, html: string): number {
  const id = tx.newId()
  tx.insert('question_answers', { id, ...place, answer: html, author: tx.author, timestamp: tx.now })
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
