import { none } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { atPlace } from '../../../wasm/database/texts.ts'

/** Of a row that lies on a text, or hangs on others. */
export interface Where {
  sourceId?: number
  questionId?: number
  quirkId?: number
  start?: number
  length?: number
}

/** The words at that place of the text as it is; '' where there is none. */
export function passageOf(db: Db, { sourceId = none, questionId = none, start = 0, length = 0 }: Where): string {
  const found = atPlace(db, sourceId, questionId).one<{ answer: string }>(
    'SELECT answer FROM question_answers WHERE sourceId = ? AND questionId = ?',
    [sourceId, questionId],
  )
  return found ? readRich(found.answer).text.slice(start, start + length) : ''
}
