/** Answers that are posted whole when they have changed. The text of an answer has a watch of its own (`live.ts`). */

import { windowRows } from '../../../src/model/limits.ts'
import type {
  AnswerRow,
  PassageRow,
  QueryArgs,
  QueryValue,
  QuestionCount,
  SourceRow,
  ValueQueryName,
} from '../../../src/model/queries.ts'
import { snippet } from '../../../src/model/text/snippet.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atPlace } from '../../../wasm/database/texts.ts'
import { titlesThere } from '../commands/importProject/knownTitle.ts'
import { textsThere } from '../commands/importProject/textsThere.ts'
import type { Counts } from '../live/counts.ts'
import type { Touched } from '../live/touched.ts'
import {
  propertyMatches,
  propertyOffers,
  propertySeveral,
  propertyValues,
  valuesNamed,
  valuesWithComma,
} from './properties.ts'
import { madeFrom, sourceIds, sourceRow, sourceRows, sourceTable, sourceWindow } from './sources.ts'
import { spokenWords } from './spokenWords.ts'

export interface ValueQuery<N extends ValueQueryName> {
  read(db: Db, args: QueryArgs<N>, counts: Counts): QueryValue<N>
  /** The value after a batch: `before` itself where nothing of it was touched, `'read'` where it is to be read again. */
  after(before: QueryValue<N>, touched: Touched, args: QueryArgs<N>, counts: Counts): QueryValue<N> | 'read'
}

/** A source whose highlights have come or gone changes its number and nothing else. */
const counted = <Row extends SourceRow>(row: Row, { counted }: Touched, counts: Counts): Row =>
  counted.sources.has(row.id) ? { ...row, highlights: counts.ofSource(row.id) } : row

/** Whether a list of sources may be another one. */
const relisted = (touched: Touched, args: QueryArgs<'sourceIds'>): boolean =>
  madeFrom(args).some((table) => (table === 'highlights' ? touched.counted.sources.size > 0 : touched.rows.has(table)))

/** Whether sources may have other values, or values other words. */
const revalued = ({ rows }: Touched): boolean => rows.has('source_metadatas') || rows.has('source_metadata_values')

/** Whether properties may have other values, or these another order. */
const reoffered = ({ rows }: Touched): boolean => rows.has('source_metadata_keys') || rows.has('source_metadata_values')

function recounted<Value extends { rows: SourceRow[] }>(before: Value, touched: Touched, counts: Counts): Value {
  const rows = before.rows.map((row) => counted(row, touched, counts))
  return rows.some((row, i) => row !== before.rows[i]) ? { ...before, rows } : before
}

function quirkSources(db: Db, quirkIds: readonly number[]): number {
  const found = db.one<{ sources: number }>(
    'SELECT COUNT(DISTINCT sourceId) AS sources FROM highlights WHERE quirkId IN (SELECT value FROM json_each(?))',
    [JSON.stringify(quirkIds)],
  )
  return found?.sources ?? 0
}

function answers(db: Db, sourceId: number): AnswerRow[] {
  const rows = db.all<{ questionId: number; answerId: number | null; filled: number | null; highlights: number }>(
    `SELECT questions.id AS questionId, question_answers.id AS answerId, octet_length(answer_texts.text) > 0 AS filled,
(SELECT COUNT(*) FROM highlights WHERE sourceId = ? AND highlights.questionId = questions.id) AS highlights
FROM questions LEFT JOIN question_answers ON sourceId = ? AND question_answers.questionId = questions.id
LEFT JOIN answer_texts ON answer_texts.answerId = question_answers.id ORDER BY questionOrder, questions.id`,
    [sourceId, sourceId],
  )
  return rows.map(({ filled, ...row }) => ({ ...row, empty: !filled }))
}

function questionCounts(db: Db): QuestionCount[] {
  const byQuestion = (sql: string) =>
    new Map(
      db.all<{ questionId: number; n: number }>(`${sql} GROUP BY questionId`).map((row) => [row.questionId, row.n]),
    )
  // The size of a text is known without reading it.
  const answers = byQuestion(
    `SELECT questionId, COUNT(*) AS n FROM question_answers JOIN answer_texts ON answerId = question_answers.id
WHERE octet_length(text) > 0`,
  )
  const highlights = byQuestion('SELECT questionId, COUNT(*) AS n FROM highlights')
  const memos = byQuestion('SELECT questionId, COUNT(*) AS n FROM memos')
  return db.all<{ id: number }>('SELECT id FROM questions ORDER BY questionOrder, id').map(({ id }) => ({
    questionId: id,
    answers: answers.get(id) ?? 0,
    highlights: highlights.get(id) ?? 0,
    memos: memos.get(id) ?? 0,
  }))
}

function passages(db: Db, { places }: QueryArgs<'passages'>): PassageRow[] {
  return places.slice(0, windowRows).flatMap((place) => {
    const found = atPlace(db, place.sourceId, place.questionId).one<{ source: string; text: string | null }>(
      `SELECT title AS source, text FROM question_answers JOIN sources ON sources.id = sourceId
JOIN answer_texts ON answerId = question_answers.id WHERE sourceId = ? AND questionId = ?`,
      [place.sourceId, place.questionId],
    )
    if (!found?.text || place.start + place.length > found.text.length) return []
    return [{ ...place, ...snippet(found.text, place), source: found.source }]
  })
}

export const valueQueries: { [N in Exclude<ValueQueryName, 'answer'>]: ValueQuery<N> } = {
  source: {
    read: (db, { sourceId }, counts) => sourceRow(db, sourceId, counts),
    after: (before, touched, { sourceId }, counts) => {
      if (touched.rows.get('sources')?.has(sourceId)) return 'read'
      return before && counted(before, touched, counts)
    },
  },
  sources: {
    read: sourceWindow,
    after: (before, touched, args, counts) => (relisted(touched, args) ? 'read' : recounted(before, touched, counts)),
  },
  sourceIds: {
    read: (db, args, counts) => [...sourceIds(db, args, counts)],
    after: (before, touched, args) => (relisted(touched, args) ? 'read' : before),
  },
  sourceTable: {
    read: sourceTable,
    after: (before, touched, args, counts) =>
      relisted(touched, args) || revalued(touched) ? 'read' : recounted(before, touched, counts),
  },
  sourceRows: {
    read: (db, { sourceIds }, counts) => sourceRows(db, sourceIds, counts),
    after: (before, touched, _args, counts) =>
      touched.rows.has('sources') || revalued(touched) ? 'read' : recounted({ rows: before }, touched, counts).rows,
  },
  titlesThere: {
    read: (db, { titles, coming }) => titlesThere(db, titles, coming),
    after: (before, touched) => (touched.rows.has('sources') ? 'read' : before),
  },
  textsThere: {
    read: (db, { documents }) => textsThere(db, documents),
    after: (before, touched) => (touched.rows.has('sources') || touched.rows.has('question_answers') ? 'read' : before),
  },
  propertyOffers: {
    read: propertyOffers,
    after: (before, touched) => (reoffered(touched) ? 'read' : before),
  },
  valuesNamed: {
    read: (db, { valueIds }) => ({ valueIds, rows: valuesNamed(db, valueIds) }),
    after: (before, touched) => (touched.rows.has('source_metadata_values') ? 'read' : before),
  },
  propertyValues: {
    read: propertyValues,
    after: (before, touched) => (reoffered(touched) || touched.rows.has('source_metadatas') ? 'read' : before),
  },
  propertyMatches: {
    read: propertyMatches,
    after: (before, touched) => (reoffered(touched) ? 'read' : before),
  },
  valuesWithComma: {
    read: valuesWithComma,
    after: (before, touched) => (reoffered(touched) ? 'read' : before),
  },
  propertySeveral: {
    read: (db, { keyId }) => propertySeveral(db, keyId),
    after: (before, touched) => (touched.rows.has('source_metadatas') ? 'read' : before),
  },
  answers: {
    read: (db, { sourceId }) => answers(db, sourceId),
    after: (before, touched, { sourceId }) => {
      const rows = touched.rows.has('questions') || touched.rows.has('question_answers')
      return rows || touched.texts.size > 0 || touched.counted.sources.has(sourceId) ? 'read' : before
    },
  },
  questionCounts: {
    read: questionCounts,
    after: (before, touched) => {
      const rows = (['questions', 'question_answers', 'memos'] as const).some((table) => touched.rows.has(table))
      return rows || touched.texts.size > 0 || touched.counted.sources.size > 0 ? 'read' : before
    },
  },
  quirkSources: {
    read: (db, { quirkIds }, counts) => ({ sources: quirkSources(db, quirkIds), of: counts.totals().sources }),
    after: (before, touched, _args, counts) => {
      const { sources } = counts.totals()
      return touched.counted.quirks.size > 0 ? 'read' : sources === before.of ? before : { ...before, of: sources }
    },
  },
  passages: {
    read: passages,
    after: (before, touched) => (touched.texts.size > 0 || touched.rows.has('sources') ? 'read' : before),
  },
  spokenWords: {
    read: spokenWords,
    after: (before, touched) =>
      touched.texts.size > 0 || touched.rows.has('recordings') || touched.rows.has('transcripts') ? 'read' : before,
  },
  totals: {
    read: (_db, _args, counts) => counts.totals(),
    after: (_before, _touched, _args, counts) => counts.totals(),
  },
}
