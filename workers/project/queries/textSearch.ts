/** The answers that contain a text, as a list of sources shows them, and in how many places. */
import { windowRows } from '../../../src/model/limits.ts'
import type { AnalysisArgs, AnalysisValue, FoundAnswer } from '../../../src/model/queries.ts'
import { snippet } from '../../../src/model/text/snippet.ts'
import { soughtPattern } from '../../../src/model/text/soughtPattern.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atAnswers } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

export function* textSearch(
  kernels: Kernels,
  db: Db,
  { text, offset, limit }: AnalysisArgs<'textSearch'>,
): Slices<AnalysisValue<'textSearch'>> {
  const found = yield* kernels.textSearch(text)
  const rows: FoundAnswer[] = []
  for (const answerId of found.slice(offset, offset + Math.min(limit, windowRows))) {
    rows.push(...searchRow(db, answerId, text))
    yield
  }
  return { total: found.length, sources: sourcesOf(db, found), rows }
}

export function* textHits(
  kernels: Kernels,
  _db: Db,
  { text }: AnalysisArgs<'textHits'>,
): Slices<AnalysisValue<'textHits'>> {
  return { hits: yield* kernels.textHits(text) }
}

const sourcesOf = (db: Db, answerIds: readonly number[]): number =>
  db.one<{ count: number }>(
    'SELECT count(DISTINCT sourceId) AS count FROM json_each(?) CROSS JOIN question_answers ON question_answers.id = value',
    [JSON.stringify(answerIds)],
  )?.count ?? 0

function searchRow(db: Db, answerId: number, sought: string): FoundAnswer[] {
  const answer = atAnswers(db, [answerId]).one<{
    sourceId: number
    questionId: number
    source: string
    question: string
    text: string | null
  }>(
    `SELECT sourceId, questionId, title AS source, question, text FROM question_answers
CROSS JOIN sources ON sources.id = sourceId CROSS JOIN questions ON questions.id = questionId
CROSS JOIN answer_texts ON answerId = question_answers.id WHERE question_answers.id = ?`,
    [answerId],
  )
  if (!answer?.text) return []
  const { text, ...place } = answer
  const [first, ...others] = text.matchAll(soughtPattern(sought))
  if (!first) return []
  const span = { start: first.index, length: first[0].length }
  return [{ answerId, ...place, ...span, ...snippet(text, span), hits: 1 + others.length }]
}
