/**
 * What a report says of a project, read source by source: passages and memos are given away in parts of `partLength` as they fill, so that
 * what is in memory does not grow with the project, and what is counted is known at the end.
 *
 * Promises: passages of a quirk stand in the order of sources, questions and places.
 */
import type { ExportReport, ProjectFrame, ProjectReader } from '../../../src/model/projectReader.ts'
import { partLength, type ReportMemo, type ReportQuote, type ReportSource } from '../../../src/model/report.ts'
import { timesOf } from '../../../src/model/sound/alignWords.ts'
import { citedParagraphs } from '../../../src/model/text/citedParagraphs.ts'
import { contentsOf, type Read } from '../contentsOf.ts'
import { plainTexts } from '../plainTexts.ts'
import { properties } from '../properties.ts'
import { saidIn } from '../saidIn.ts'

export type ReportPart =
  | { readonly quirkId: number; readonly number: number; readonly quotes: readonly ReportQuote[] }
  | { readonly quirkId: null; readonly number: number; readonly memos: readonly ReportMemo[] }

/** What is known once all parts have been given. */
export interface ReportCounts {
  sources: ReportSource[]
  /** By quirk. */
  highlights: Map<number, number>
  totalHighlights: number
  totalMemos: number
  authors: number
}

export async function* readReport(
  reader: ProjectReader,
  frame: ProjectFrame,
  report: ExportReport,
): AsyncGenerator<ReportPart, ReportCounts> {
  const propertiesOf = properties(frame).of
  const known = new Set(frame.quirks.map(({ id }) => id))
  const quotes = new Map<number, Filling<ReportQuote>>()
  const memos: Filling<ReportMemo> = { full: 0, rows: [] }
  const authors = new Set<string>()
  const counts: ReportCounts = {
    ...{ sources: [], highlights: new Map(), totalHighlights: 0, totalMemos: 0, authors: 0 },
  }

  function* fromSource({ source, content }: Read): Generator<ReportPart> {
    const at = counts.sources.length
    const texts = plainTexts(content)
    const said = saidIn(content, texts)
    const paragraphs = new Map(Array.from(texts, ([question, text]) => [question, citedParagraphs(text)]))
    const highlights = content.highlights.filter(({ quirkId }) => known.has(quirkId))
    counts.sources.push({
      ...{ title: source.title, author: source.author, timestamp: source.timestamp },
      ...{ highlights: highlights.length, memos: content.memos.length, properties: propertiesOf(source.id) },
    })
    for (const { quirkId, questionId, start, length, author, timestamp } of highlights) {
      const cited = paragraphs.get(questionId)
      const times = timesOf(said.get(questionId) ?? [], { start, length })
      const held = quotes.get(quirkId) ?? { full: 0, rows: [] }
      quotes.set(quirkId, held)
      counts.highlights.set(quirkId, (counts.highlights.get(quirkId) ?? 0) + 1)
      authors.add(author)
      held.rows.push({
        quote: (texts.get(questionId) ?? '').slice(start, start + length),
        ...{ source: at, question: questionId, author, timestamp },
        paragraphs: cited?.(start, start + length) ?? [1, 1],
        ...(times && { said: [times.from, times.to] }),
      })
      if (held.rows.length === partLength) yield { quirkId, number: held.full, quotes: taken(held) }
    }
    for (const { questionId, start, length, content: memo, author, timestamp } of content.memos) {
      const quote = (texts.get(questionId) ?? '').slice(start, start + length)
      authors.add(author)
      counts.totalMemos += 1
      memos.rows.push({ memo, quote, source: at, question: questionId, author, timestamp })
      if (memos.rows.length === partLength) yield { quirkId: null, number: memos.full, memos: taken(memos) }
    }
  }

  for await (const some of contentsOf(reader, frame, report)) for (const read of some) yield* fromSource(read)
  for (const [quirkId, held] of quotes)
    if (held.rows.length > 0) yield { quirkId, number: held.full, quotes: taken(held) }
  if (memos.rows.length > 0) yield { quirkId: null, number: memos.full, memos: taken(memos) }
  counts.totalHighlights = [...counts.highlights.values()].reduce((sum, count) => sum + count, 0)
  counts.authors = authors.size
  return counts
}

interface Filling<T> {
  /** Parts that were given away. */
  full: number
  rows: T[]
}

function taken<T>(filling: Filling<T>): T[] {
  const { rows } = filling
  filling.rows = []
  filling.full += 1
  return rows
}
