/** The questions to the whole project: which kernel answers each, and the rows of a window as a page shows them. */
import { windowRows } from '../../../src/model/limits.ts'
import type {
  AnalysisArgs,
  AnalysisName,
  AnalysisValue,
  QuoteRow,
  SearchRow,
  TogetherRow,
} from '../../../src/model/queries.ts'
import type { Row } from '../../../src/model/schema.ts'
import { snippet } from '../../../src/model/text/snippet.ts'
import type { Db } from '../../../wasm/db.ts'
import { foldedPattern } from '../../../wasm/kernels/caseFolding.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { hitPlaces } from './hits.ts'

export type AnalysisQuery<N extends AnalysisName> = (
  kernels: Kernels,
  db: Db,
  args: AnalysisArgs<N>,
) => Slices<AnalysisValue<N>>

const rowsOf = (limit: number): number => Math.min(limit, windowRows)

export const analysisQueries: { [N in AnalysisName]: AnalysisQuery<N> } = {
  *overlaps(kernels, _db, { quirkId }) {
    const counts = yield* kernels.overlaps(quirkId)
    return Array.from(counts, ([other, count]) => ({ quirkId: other, count })).sort((a, b) => b.count - a.count)
  },
  overlapMatrix: (kernels) => kernels.overlapMatrix(),
  *overlapsTogether(kernels, db, { quirkIds, offset, limit }) {
    const found = yield* kernels.overlapsTogether(quirkIds)
    const rows: TogetherRow[] = []
    for (const { place, start, length } of found.slice(offset, offset + rowsOf(limit))) {
      const { sourceId, questionId } = place
      const quote = textOf(db, place.id).slice(start, start + length)
      rows.push({ sourceId, questionId, source: titleOf(db, sourceId), quote, start, length })
      yield
    }
    return { total: found.length, rows }
  },
  filteredAnswers: (kernels, _db, { filters }) => kernels.filterAnswers(filters),
  *quotes(kernels, db, { limit, ...asked }) {
    const { total, ids } = yield* kernels.quotes({ ...asked, limit: rowsOf(limit) })
    const rows: QuoteRow[] = []
    for (const id of ids) {
      rows.push(...quoteOf(db, id))
      yield
    }
    return { total, rows }
  },
  *textSearch(kernels, db, { text, offset, limit }) {
    const found = yield* kernels.textSearch(text)
    const rows: SearchRow[] = []
    for (const answerId of found.slice(offset, offset + rowsOf(limit))) {
      rows.push(...searchRow(db, answerId, text))
      yield
    }
    return { total: found.length, rows }
  },
  hitPlaces,
  wordCounts: (kernels, _db, { limit, ...of }) => kernels.wordCounts({ ...of, most: limit }),
}

const titleOf = (db: Db, sourceId: number): string =>
  db.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [sourceId])?.title ?? ''
const textOf = (db: Db, answerId: number): string =>
  db.one<{ text: string | null }>('SELECT text FROM answer_texts WHERE answerId = ?', [answerId])?.text ?? ''

function quoteOf(db: Db, id: number): QuoteRow[] {
  const row = db.one<Row<'highlights'> & { source: string; question: string; answerId: number }>(
    `SELECT highlights.*, sources.title AS source, question, question_answers.id AS answerId FROM highlights
CROSS JOIN sources ON sources.id = highlights.sourceId CROSS JOIN questions ON questions.id = highlights.questionId
CROSS JOIN question_answers ON question_answers.sourceId = highlights.sourceId AND question_answers.questionId = highlights.questionId
WHERE highlights.id = ?`,
    [id],
  )
  if (!row) return []
  const { answerId, ...quote } = row
  return [{ ...quote, quote: textOf(db, answerId).slice(row.start, row.start + row.length) }]
}

function searchRow(db: Db, answerId: number, sought: string): SearchRow[] {
  const answer = db.one<{ sourceId: number; questionId: number }>(
    'SELECT sourceId, questionId FROM question_answers WHERE id = ?',
    [answerId],
  )
  const text = textOf(db, answerId)
  const match = foldedPattern(sought).exec(text)
  if (!answer || !match) return []
  return [
    {
      answerId,
      ...answer,
      source: titleOf(db, answer.sourceId),
      ...snippet(text, { start: match.index, length: match[0].length }),
    },
  ]
}
