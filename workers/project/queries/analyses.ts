/** The questions to the whole project: which kernel answers each, and the rows of a window as a page shows them. */
import { windowRows } from '../../../src/model/limits.ts'
import type { AnalysisArgs, AnalysisName, AnalysisValue, TogetherRow } from '../../../src/model/queries.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { bareStretches } from './bareStretches.ts'
import { agreement, agreementFile, codedStretches, coders, memosMade, timeline, timelineFile } from './coding.ts'
import { crosstab, crosstabFile } from './crosstab.ts'
import { filterValues } from './filterValues.ts'
import { hitPlaces } from './hits.ts'
import { overlapFile } from './overlapFile.ts'
import { quoteFile, quoteIds, quoteRows, quotes } from './quotes.ts'
import { speakers } from './speakers.ts'
import { textHits, textSearch } from './textSearch.ts'
import { wordCounts, wordFile, wordPlaces } from './words.ts'

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
  overlapTable: (kernels, _db, asked) => kernels.overlapTable(asked),
  overlapFile,
  crosstab,
  crosstabFile,
  *overlapsTogether(kernels, db, { quirkIds, offset, limit }) {
    const found = yield* kernels.overlapsTogether(quirkIds)
    const rows: TogetherRow[] = []
    for (const { place, start, length } of found.slice(offset, offset + rowsOf(limit))) {
      const { sourceId, questionId } = place
      const quote = (textOf(db, place.id) ?? '').slice(start, start + length)
      rows.push({ sourceId, questionId, source: titleOf(db, sourceId), quote, start, length })
      yield
    }
    return { total: found.length, rows }
  },
  *filteredAnswers(kernels, _db, { filters, text }) {
    const { answers, ...counted } = yield* kernels.filterAnswers(filters, text)
    return { ...counted, answers: answers.length }
  },
  coders,
  agreement,
  agreementFile,
  codedStretches,
  timeline,
  timelineFile,
  memosMade,
  bareStretches,
  filterValues,
  comparedQueries: (kernels, _db, { a, b }) => kernels.compareCriteria(a, b),
  quotes,
  quoteIds,
  quoteRows,
  quoteFile,
  textSearch,
  textHits,
  hitPlaces,
  speakers,
  wordCounts,
  wordFile,
  wordPlaces,
}

const titleOf = (db: Db, sourceId: number): string =>
  db.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [sourceId])?.title ?? ''
