/** What of the answers that pass criteria belongs to no quirk: the rows of a window as a page shows them. */
import { snippetBounds, windowRows } from '../../../src/model/limits.ts'
import type { AnalysisArgs, AnalysisValue } from '../../../src/model/queries.ts'
import { snippet } from '../../../src/model/text/snippet.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atAnswers } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

/** How much of an answer stands for it. */
const beginning = 2 * snippetBounds

export function* bareStretches(
  kernels: Kernels,
  db: Db,
  { limit, ...asked }: AnalysisArgs<'bareStretches'>,
): Slices<AnalysisValue<'bareStretches'>> {
  const { total, found } = yield* kernels.bareStretches({ ...asked, limit: Math.min(limit, windowRows) })
  const rows: AnalysisValue<'bareStretches'>['rows'] = []
  let last: ReturnType<typeof answerOf>
  for (const { answerId, span } of found) {
    if (last?.answerId !== answerId) last = answerOf(db, answerId)
    if (!last) continue
    const { text, ...answer } = last
    const { start, length } = span ?? {
      start: 0,
      length: snippet(text, { start: 0, length: 0 }, beginning).after.length,
    }
    rows.push({ ...answer, start, length, ...snippet(text, { start, length }, span ? snippetBounds : 0) })
    yield
  }
  return { total, rows }
}

const answerOf = (db: Db, answerId: number) =>
  atAnswers(db, [answerId]).one<{
    answerId: number
    sourceId: number
    questionId: number
    source: string
    question: string
    text: string
  }>(
    `SELECT question_answers.id AS answerId, sourceId, questionId, title AS source, question, COALESCE(text, '') AS text
FROM question_answers CROSS JOIN sources ON sources.id = sourceId CROSS JOIN questions ON questions.id = questionId
LEFT JOIN answer_texts ON answer_texts.answerId = question_answers.id WHERE question_answers.id = ?`,
    [answerId],
  )
