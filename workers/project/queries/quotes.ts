/** Highlights with their words: the rows of a window, and as parts of a file. */
import { csvLine, csvParts } from '../../../src/model/csv.ts'
import { isoTime } from '../../../src/model/isoTime.ts'
import { fileRows, longestQuote, snippetBounds, windowRows } from '../../../src/model/limits.ts'
import type { AnalysisArgs, AnalysisValue, QuoteRow, QuoteWriting } from '../../../src/model/queries.ts'
import { pathText, quirkItems } from '../../../src/model/rules/quirkItems.ts'
import type { Row } from '../../../src/model/schema.ts'
import { citedParagraphs } from '../../../src/model/text/citedParagraphs.ts'
import { wordsAround } from '../../../src/model/text/snippet.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

export function* quotes(
  kernels: Kernels,
  db: Db,
  { limit, ...asked }: AnalysisArgs<'quotes'>,
): Slices<AnalysisValue<'quotes'>> {
  const { total, offset, ids } = yield* kernels.quotes({ ...asked, limit: Math.min(limit, windowRows) })
  return { total, offset, rows: yield* rowsOf(db, ids, longestQuote) }
}

export function* quoteIds(kernels: Kernels, _db: Db, asked: AnalysisArgs<'quoteIds'>): Slices<{ ids: Float64Array }> {
  return { ids: yield* kernels.quoteIds(asked) }
}

export function* quoteRows(_: Kernels, db: Db, { ids }: AnalysisArgs<'quoteRows'>): Slices<{ rows: QuoteRow[] }> {
  return { rows: yield* rowsOf(db, ids.slice(0, windowRows)) }
}

export function* quoteFile(_: Kernels, db: Db, asked: AnalysisArgs<'quoteFile'>): Slices<{ part: Uint8Array }> {
  const { ids, after, writing } = asked
  const rows = yield* rowsOf(db, ids.slice(0, fileRows))
  const paths = quirkPaths(db, writing.untitled)
  const text =
    writing.as === 'csv'
      ? asTable(rows, paths, writing, after === null)
      : asText(rows, paths, writing, place(db, after))
  return { part: new TextEncoder().encode(text) }
}

/** Of each the first `most` units of its words. */
function* rowsOf(db: Db, ids: readonly number[], most = Number.POSITIVE_INFINITY): Slices<QuoteRow[]> {
  const texts = openTexts(db)
  const rows: QuoteRow[] = []
  for (const id of ids) {
    rows.push(...quoteOf(db, texts, id, most))
    yield
  }
  return rows
}

const columns = `SELECT highlights.*, sources.title AS source, question, question_answers.id AS answerId FROM highlights
CROSS JOIN sources ON sources.id = highlights.sourceId CROSS JOIN questions ON questions.id = highlights.questionId
CROSS JOIN question_answers ON question_answers.sourceId = highlights.sourceId AND question_answers.questionId = highlights.questionId
WHERE highlights.id = ?`

function quoteOf(db: Db, texts: Texts, id: number, most: number): QuoteRow[] {
  const row = db.one<Row<'highlights'> & { source: string; question: string; answerId: number }>(columns, [id])
  if (!row) return []
  const { answerId, ...quote } = row
  const { text, paragraphs } = texts.of(answerId)
  const end = row.start + row.length
  return [
    {
      ...quote,
      quote: text.slice(row.start, Math.min(end, row.start + most)),
      ...wordsAround(text, row, snippetBounds),
      paragraphs: paragraphs(row.start, end),
    },
  ]
}

interface AnswerText {
  text: string
  paragraphs: ReturnType<typeof citedParagraphs>
}
interface Texts {
  of(answerId: number): AnswerText
}

/** Units of text that are kept: rows that are neighbours are often of one text, and it may be long. */
const textsKept = 4_000_000

function openTexts(db: Db): Texts {
  const kept = new Map<number, AnswerText>()
  let units = 0
  return {
    of: (answerId) => {
      const known = kept.get(answerId)
      if (known) return known
      const text = textOf(db, answerId) ?? ''
      if (units > textsKept) kept.clear()
      units = kept.size === 0 ? text.length : units + text.length
      const read = { text, paragraphs: citedParagraphs(text) }
      kept.set(answerId, read)
      return read
    },
  }
}

/** By id: `Trust › Letters`. */
function quirkPaths(db: Db, untitled: string): ReadonlyMap<number, string> {
  const rows = db.all<Row<'quirks'>>('SELECT * FROM quirks').map((row) => ({ ...row, highlights: 0 }))
  const path = (item: { title: string; path: readonly string[] }) => [pathText(item), item.title].filter(Boolean)
  return new Map(quirkItems(rows, [], untitled).map((item) => [item.id, path(item).join(' › ')]))
}

type QuirkInSource = Pick<Row<'highlights'>, 'quirkId' | 'sourceId'>

const place = (db: Db, id: number | null): QuirkInSource | undefined =>
  id === null ? undefined : db.one<QuirkInSource>('SELECT quirkId, sourceId FROM highlights WHERE id = ?', [id])

/** As one stretch of prose. */
const inOneLine = (words: string): string => words.replace(/\s+/g, ' ').trim()
const paragraphText = ([first, last]: QuoteRow['paragraphs']): string =>
  first === last ? `${first}` : `${first}–${last}`

function asTable(
  rows: readonly QuoteRow[],
  paths: ReadonlyMap<number, string>,
  { columns: head }: QuoteWriting,
  isFirst: boolean,
): string {
  const lines = rows.map((row) => [
    paths.get(row.quirkId) ?? '',
    row.quote,
    row.source,
    row.question,
    row.author,
    isoTime(row.timestamp),
    paragraphText(row.paragraphs),
    row.start,
    row.length,
  ])
  return isFirst ? [...csvParts([head, ...lines])].join('') : lines.map(csvLine).join('')
}

function asText(
  rows: readonly QuoteRow[],
  paths: ReadonlyMap<number, string>,
  writing: QuoteWriting,
  first: QuirkInSource | undefined,
): string {
  const { heading, reference, referenceSeveral, byWhen, questions } = writing
  const dates = new Intl.DateTimeFormat(writing.language, { dateStyle: 'medium', timeStyle: 'short' })
  let before = first
  let text = ''
  for (const row of rows) {
    const [quirk, source] = [paths.get(row.quirkId) ?? '', row.source]
    const title = heading === 'quirk' ? quirk : source
    if (heading === 'quirk' ? before?.quirkId !== row.quirkId : heading && before?.sourceId !== row.sourceId)
      text += `${before ? '\n' : ''}${title}\n${'='.repeat(Math.min(title.length, 72))}\n\n`
    const [from, to] = row.paragraphs
    text += filled(from === to ? reference : referenceSeveral, {
      quote: inOneLine(row.quote),
      source: questions && row.question !== '' ? `${source}, ${row.question}` : source,
      at: paragraphText(row.paragraphs),
    })
    const by = filled(byWhen, { author: row.author, time: dates.format(row.timestamp) })
    text += `\n${heading === 'quirk' ? by : `${quirk}, ${by}`}\n\n`
    before = row
  }
  return text
}

/** Puts values in the places of `{name}`, each once: what they say is not read again. */
const filled = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
