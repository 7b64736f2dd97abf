/** `thicket quotes`: every highlight with the words it lies on. */
import { none } from '../../src/model/schema.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../../wasm/database/db.ts'
import { readProject } from '../working/openToRead.ts'
import { command } from './command.ts'
import { jsonArray, printAll } from './output.ts'
import { passwordOf, passwordOption, passwordUsage, readingProtected } from './password.ts'

export interface Quote {
  id: number
  /** The titles of the quirk and all above it, the highest first, joined by ' / '. */
  quirk: string
  source: string
  question: string
  /** UTF-16 units of the answer's plain text. */
  start: number
  length: number
  quote: string
  author: string
  sourceId: number
  questionId: number
  quirkId: number
}

interface Row {
  id: number
  sourceId: number
  questionId: number
  quirkId: number
  start: number
  length: number
  author: string
}

/** In the order of sources, questions and places in the text; one text is in memory at a time. */
export function* quotesOf(db: Db): Generator<Quote> {
  const quote = quoteMaker(db)
  for (const row of highlightsOf(db)) yield quote(row)
}

/** Those of these highlights, in their order. */
export function* quotesOfIds(db: Db, ids: readonly number[]): Generator<Quote> {
  const quote = quoteMaker(db)
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = db.all<Row>(
      `SELECT h.id, sourceId, questionId, quirkId, start, length, author FROM json_each(?) AS asked
CROSS JOIN highlights h ON h.id = asked.value ORDER BY asked.key`,
      [JSON.stringify(ids.slice(from, from + atOnce))],
    )
    // Text by text: each is read once.
    const quotes = new Map(rows.toSorted(byAnswer).map((row) => [row.id, quote(row)]))
    for (const { id } of rows) yield quotes.get(id) as Quote
  }
}

const byAnswer = (a: Row, b: Row): number => a.sourceId - b.sourceId || a.questionId - b.questionId

/** Rows of one answer come one after the other: its text is kept. */
function quoteMaker(db: Db): (row: Row) => Quote {
  const titles = (table: string, column: string) =>
    new Map(
      db
        .all<{ id: number; title: string }>(`SELECT id, "${column}" AS title FROM "${table}"`)
        .map((row) => [row.id, row.title]),
    )
  const sources = titles('sources', 'title')
  const questions = titles('questions', 'question')
  const paths = quirkPaths(db)
  const text = textReader(db)
  return ({ id, sourceId, questionId, quirkId, start, length, author }) => ({
    id,
    quirk: paths.get(quirkId) ?? '',
    source: sources.get(sourceId) ?? '',
    question: questions.get(questionId) ?? '',
    start,
    length,
    quote: text(sourceId, questionId).slice(start, start + length),
    author,
    sourceId,
    questionId,
    quirkId,
  })
}

const atOnce = 1000

function* highlightsOf(db: Db): Generator<Row> {
  let last = [Number.MIN_SAFE_INTEGER, 0, 0, 0]
  for (;;) {
    const rows = db.all<Row>(
      `SELECT id, sourceId, questionId, quirkId, start, length, author FROM highlights
WHERE (sourceId, questionId, start, id) > (?, ?, ?, ?) ORDER BY sourceId, questionId, start, id LIMIT ${atOnce}`,
      last,
    )
    yield* rows
    const end = rows.at(-1)
    if (!end || rows.length < atOnce) return
    last = [end.sourceId, end.questionId, end.start, end.id]
  }
}

/** The text of the answer at a place, '' where there is none; the last one is kept. */
export function textReader(db: Db): (sourceId: number, questionId: number) => string {
  let place = ''
  let text = ''
  return (sourceId, questionId) => {
    if (place !== `${sourceId} ${questionId}`) {
      place = `${sourceId} ${questionId}`
      text = textAt(db, sourceId, questionId)
    }
    return text
  }
}

function textAt(db: Db, sourceId: number, questionId: number): string {
  const answer = db.one<{ text: string | null; answer: string }>(
    `SELECT t.text, a.answer FROM question_answers a LEFT JOIN answer_texts t ON t.answerId = a.id
WHERE a.sourceId = ? AND a.questionId = ?`,
    [sourceId, questionId],
  )
  return answer?.text ?? parseHtml(answer?.answer ?? '').text
}

/** By id. A file of another program may nest in a circle: the path ends where it would begin again. */
export function quirkPaths(db: Db): Map<number, string> {
  const quirks = new Map(
    db
      .all<{ id: number; title: string; parent: number }>('SELECT id, title, parentQuirkId AS parent FROM quirks')
      .map((quirk) => [quirk.id, quirk]),
  )
  const pathOf = (id: number): string => {
    const passed = new Set<number>()
    const names: string[] = []
    for (let at = id; at !== none && !passed.has(at); at = quirks.get(at)?.parent ?? none) {
      passed.add(at)
      const quirk = quirks.get(at)
      if (quirk) names.unshift(quirk.title)
    }
    return names.join(' / ')
  }
  return new Map([...quirks.keys()].map((id) => [id, pathOf(id)]))
}

export const main = command(
  {
    usage: `quotes <project.qrk> --json ${passwordUsage}`,
    options: { json: { type: 'boolean' }, ...passwordOption },
    needs: ['json'],
    words: { least: 1, most: 1 },
  },
  async ({ words: [name = ''], options, folder }) => {
    const done = await readProject(
      name,
      folder,
      (db) => printAll(jsonArray(quotesOf(db))),
      readingProtected(() => passwordOf({ options, folder })),
    )
    return 'problem' in done ? done : 0
  },
)
