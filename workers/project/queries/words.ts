/** The words of texts and passages: how often each occurs, and where one of them stands. */
import type { CsvCell } from '../../../src/model/csv.ts'
import { windowRows } from '../../../src/model/limits.ts'
import type { AnalysisArgs, AnalysisValue, CsvFile, PassageRow } from '../../../src/model/queries.ts'
import { snippet } from '../../../src/model/text/snippet.ts'
import type { Span } from '../../../src/model/text/span.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atAnswers } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { placesOfWord } from '../../../wasm/kernels/texts/wordPlaces.ts'
import { csvFile } from './csvBytes.ts'

const rowsOf = (limit: number): number => Math.min(limit, windowRows)

export function wordCounts(
  kernels: Kernels,
  _db: Db,
  asked: AnalysisArgs<'wordCounts'>,
): Slices<AnalysisValue<'wordCounts'>> {
  const {
    without = [],
    withoutNumbers,
    search = '',
    least = 1,
    order = 'count',
    descending,
    offset,
    limit,
    ...of
  } = asked
  const way = { order, descending: descending ?? order === 'count' }
  return kernels.words(of, { without, withoutNumbers, search, least, ...way, offset, limit: rowsOf(limit) })
}

export function* wordFile(kernels: Kernels, db: Db, { heads, ...of }: AnalysisArgs<'wordFile'>): Slices<CsvFile> {
  const lines: CsvCell[][] = [[...heads]]
  for (;;) {
    const asked = { ...of, offset: lines.length - 1, limit: windowRows }
    const { rows, total, occurrences } = yield* wordCounts(kernels, db, asked)
    const shareOf = (count: number) => Number((count / Math.max(1, occurrences)).toPrecision(6))
    for (const { word, count } of rows) lines.push([word, count, shareOf(count)])
    if (rows.length === 0 || lines.length > total) return yield* csvFile(lines)
    yield
  }
}

/** By source and question. Only as many texts are read as the window takes. */
export function* wordPlaces(
  kernels: Kernels,
  db: Db,
  { word, offset, limit, ...of }: AnalysisArgs<'wordPlaces'>,
): Slices<AnalysisValue<'wordPlaces'>> {
  const total = yield* kernels.wordCount(of, word)
  const passages = yield* kernels.passages(of)
  const rows: PassageRow[] = []
  let passed = 0
  for (const answerId of yield* kernels.textSearch(word)) {
    const within = passages?.get(answerId)
    if (passages && !within) continue
    const answer = answerOf(db, answerId)
    if (!answer) continue
    const { text, ...at } = answer
    for (const place of placesOfWord(text, word, within ?? null)) {
      passed += 1
      if (passed <= offset) continue
      if (rows.length === rowsOf(limit)) return { total, rows }
      rows.push(row(text, at, place))
    }
    yield
  }
  return { total, rows }
}

const row = (text: string, at: Omit<Answer, 'text'>, place: Span): PassageRow => ({
  ...at,
  ...place,
  ...snippet(text, place),
})

interface Answer {
  sourceId: number
  questionId: number
  source: string
  text: string
}

const answerOf = (db: Db, answerId: number): Answer | undefined =>
  atAnswers(db, [answerId]).one<Answer>(
    // A source may be gone already whose answer the room has yet to send after it.
    `SELECT sourceId, questionId, COALESCE(title, '') AS source, text FROM question_answers LEFT JOIN sources ON sources.id = sourceId
JOIN answer_texts ON answerId = question_answers.id WHERE question_answers.id = ? AND text IS NOT NULL`,
    [answerId],
  )
