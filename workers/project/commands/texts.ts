/** Edits of the text of an answer: highlights and memos stay on their words. */
import { refuse } from '../../../src/model/problems.ts'
import { type EditStep, plainStep } from '../../../src/model/text/edit.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { atPlace } from '../../../wasm/database/texts.ts'
import type { Handler, Tx } from '../tx.ts'

interface Found {
  id: number
  sourceId: number
  questionId: number
  answer: string
}

export function needAnswer(tx: Tx, sourceId: number, questionId: number): Found {
  const sql = 'SELECT id, sourceId, questionId, answer FROM question_answers WHERE sourceId = ? AND questionId = ?'
  return (
    atPlace(tx.db, sourceId, questionId).one<Found>(sql, [sourceId, questionId]) ?? refuse({ kind: 'answerNotFound' })
  )
}

export const editAnswer: Handler<'editAnswer'> = (tx, { sourceId, questionId, changes }) => {
  const answer = needAnswer(tx, sourceId, questionId)
  tx.edit(answer, [stepOf(readRich(answer.answer), changes)])
}

export function stepOf(...[rich, changes]: Parameters<typeof plainStep>): EditStep {
  try {
    return plainStep(rich, changes)
  } catch (error) {
    if (error instanceof RangeError) return refuse({ kind: 'badEdit', detail: error.message })
    throw error
  }
}

/** The copy has seen that `tick` is the text's (see copy.ts). */
export const editAnswerSteps: Handler<'editAnswerSteps'> = (tx, { sourceId, questionId, steps, tick }) => {
  tx.edit(needAnswer(tx, sourceId, questionId), steps)
  return { tick }
}
