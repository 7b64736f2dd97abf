/** How coding goes: who has coded, how far authors agree, and when it was done. */
import { longestQuote, windowRows } from '../../../src/model/limits.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { AnalysisArgs, AnalysisValue, CodedRow, CodedWho, CsvFile, MemoRow } from '../../../src/model/queries.ts'
import { type AgreementLevel, mostCoders } from '../../../src/model/rules/analysis/agreement.ts'
import {
  agreementFigures,
  agreementLines,
  agreementRows,
  sortedRows,
} from '../../../src/model/rules/analysis/agreementTable.ts'
import type { PeriodUnit } from '../../../src/model/rules/analysis/periods.ts'
import { periodsIn, summedBy, timelineLines, wholeOf } from '../../../src/model/rules/analysis/timelinePeriods.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { CodedStretch } from '../../../wasm/kernels/coders/agreement.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { csvFile, titlesIn } from './csvBytes.ts'

const rowsOf = (limit: number): number => Math.min(limit, windowRows)

export function* coders(kernels: Kernels): Slices<AnalysisValue<'coders'>> {
  return { coders: yield* kernels.coders() }
}

export function* agreement(
  kernels: Kernels,
  _db: Db,
  asked: AnalysisArgs<'agreement'>,
): Slices<AnalysisValue<'agreement'>> {
  const { texts, characters, quirkIds, counts } = yield* kernels.agreement(comparable(asked))
  const at = (level: AgreementLevel) => agreementFigures(quirkIds, counts, asked.authors.length, level)
  return { texts, characters, levels: { character: at('character'), overlap: at('overlap') } }
}

export function* agreementFile(
  kernels: Kernels,
  db: Db,
  { level, order, columns, words, language, ...asked }: AnalysisArgs<'agreementFile'>,
): Slices<CsvFile> {
  const { levels } = yield* agreement(kernels, db, asked)
  const quirks = new Map(
    db
      .all<{ id: number; title: string; color: string }>('SELECT id, title, color FROM quirks')
      .map((one) => [one.id, one]),
  )
  const rows = agreementRows(levels[level], quirks, words)
  return yield* csvFile(agreementLines(sortedRows(rows, order, titlesIn(language)), columns))
}

export function* codedStretches(
  kernels: Kernels,
  db: Db,
  { level, who, offset, limit, ...asked }: AnalysisArgs<'codedStretches'>,
): Slices<AnalysisValue<'codedStretches'>> {
  const { authors } = comparable(asked)
  const found = yield* withWords(db, yield* kernels.codedStretches(asked, level === 'overlap'))
  const everybody = 2 ** authors.length - 1
  const totals = [0, 0, ...authors.map(() => 0)]
  const count = (at: number) => {
    totals[at] = (totals[at] as number) + 1
  }
  for (const { by } of found) {
    count(by === everybody ? 0 : 1)
    const alone = Math.log2(by)
    if (by !== everybody && Number.isInteger(alone)) count(2 + alone)
  }
  const wanted = found.filter(({ by }) => isBy(by, everybody, who))
  const rows: CodedRow[] = []
  for (const stretch of wanted.slice(offset, offset + rowsOf(limit))) {
    rows.push(rowOf(db, stretch, authors))
    yield
  }
  return { total: wanted.length, rows, totals }
}

/** A passage of nothing but white space, as between two paragraphs, is not worth reading. */
function* withWords(db: Db, stretches: readonly CodedStretch[]): Slices<CodedStretch[]> {
  const found: CodedStretch[] = []
  let [answerId, text] = [-1, '']
  for (const stretch of stretches) {
    const { place, start, length } = stretch
    if (place.id !== answerId) {
      yield
      answerId = place.id
      text = textOf(db, answerId) ?? ''
    }
    if (/\S/.test(text.slice(start, start + length))) found.push(stretch)
  }
  return found
}

const isBy = (by: number, everybody: number, who: CodedWho): boolean =>
  who === 'all' ? by === everybody : by !== everybody && (who === 'some' || by === 2 ** who)

function comparable<A extends { authors: readonly string[] }>(asked: A): A {
  const { authors } = asked
  if (authors.length > mostCoders || new Set(authors).size < authors.length)
    refuse({ kind: 'badRequest', detail: `at most ${mostCoders} authors, each once` })
  return asked
}

function rowOf(db: Db, { place, start, length, by }: CodedStretch, authors: readonly string[]): CodedRow {
  const { sourceId, questionId } = place
  const text = textOf(db, place.id) ?? ''
  const source = db.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [sourceId])?.title ?? ''
  const quote = text.slice(start, start + Math.min(length, longestQuote)).toWellFormed()
  return {
    sourceId,
    questionId,
    source,
    quote,
    start,
    length,
    by: authors.filter((_, seat) => (by & (2 ** seat)) !== 0),
  }
}

export function* timeline(
  kernels: Kernels,
  _db: Db,
  asked: AnalysisArgs<'timeline'>,
): Slices<AnalysisValue<'timeline'>> {
  const { begins, counts, ...told } = yield* kernels.timeline(asked)
  const by = (unit: PeriodUnit) => summedBy(unit, { begins, counts }, told.series.length + 1)
  const hour = told.unit === 'hour' ? by('hour') : { begins: new Float64Array(0), counts: new Uint32Array(0) }
  const periods = { hour, day: by('day'), week: by('week'), month: by('month') }
  return { ...told, whole: wholeOf({ begins }), periods }
}

export function* timelineFile(
  kernels: Kernels,
  db: Db,
  { unit, names, ...asked }: AnalysisArgs<'timelineFile'>,
): Slices<CsvFile> {
  const { whole, periods, series, others } = yield* timeline(kernels, db, asked)
  const titleOf = (id: number) => db.one<{ title: string }>('SELECT title FROM quirks WHERE id = ?', [id])?.title.trim()
  const own = series.map(({ key }) => ({ title: typeof key === 'string' ? key : titleOf(key) || names.untitled }))
  const shown = whole ? periodsIn(periods[unit], series.length + 1, unit, whole) : []
  return yield* csvFile(timelineLines(shown, others > 0 ? [...own, { title: names.others }] : own, names, unit))
}

// biome-ignore lint/correctness/useYield: a few rows by SQL are one slice
export function* memosMade(
  _kernels: Kernels,
  db: Db,
  { from, to, offset, limit }: AnalysisArgs<'memosMade'>,
): Slices<AnalysisValue<'memosMade'>> {
  const total =
    db.one<{ n: number }>('SELECT COUNT(*) AS n FROM memos WHERE timestamp >= ? AND timestamp < ?', [from, to])?.n ?? 0
  const rows = db.all<MemoRow>(
    `SELECT memos.*, COALESCE(title, '') AS source FROM memos LEFT JOIN sources ON sources.id = sourceId
WHERE memos.timestamp >= ? AND memos.timestamp < ? ORDER BY memos.timestamp, memos.id LIMIT ? OFFSET ?`,
    [from, to, rowsOf(limit), offset],
  )
  return { total, rows }
}
