/** The report as a Word document: the same data as the viewer's, in the order of its sections, written paragraph by paragraph. */

import { shadesOf } from '../../../src/model/palette.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import {
  mostColumnsOnPaper,
  numbersOf,
  placesOf,
  type ReportMemo,
  type ReportProject,
  type ReportQuirk,
  type ReportQuote,
} from '../../../src/model/report.ts'
import { type DocxFile, docxFile } from '../docx/docxFile.ts'
import { canvasPicture } from '../picture/canvasPicture.ts'
import { openDrawing } from '../picture/writePictureFiles.ts'
import { heading, paragraph, pictureParagraph, table } from './docxBlocks.ts'
import { readReport } from './readReport.ts'
import type { ReportOptions } from './reportOptions.ts'
import { reportProject } from './reportProject.ts'

/** Of the work: texts, then the document. */
const readingShare = 0.7

export async function* writeReportDocx(
  reader: ProjectReader,
  options: ReportOptions,
  report: ExportReport,
): ExportedFile {
  const frame = await reader.frame()
  const quotes = new Map<number, ReportQuote[]>()
  const memos: ReportMemo[] = []
  const reading = readReport(reader, frame, (share) => report(share * readingShare))
  let read = await reading.next()
  for (; !read.done; read = await reading.next()) {
    const part = read.value
    if (part.quirkId === null) memos.push(...part.memos)
    else {
      const held = quotes.get(part.quirkId) ?? []
      held.push(...part.quotes)
      quotes.set(part.quirkId, held)
    }
  }
  const project = reportProject(frame, read.value, options, [], new Map())
  const file = docxFile()
  begin(file, project)
  const picture = { ...options.picture, shown: null, highlights: [...read.value.highlights] }
  const { drawn, painter } = await openDrawing(reader, picture, options.fonts)
  if (painter && project.quirks.length > 0) {
    file.write(heading(2, project.words['report.canvas']))
    const canvas = canvasPicture(drawn)
    file.write(pictureParagraph(file, await painter.png(canvas), canvas))
  }
  tables(file, project)
  yield* file.take()

  const { say, day } = speech(project)
  const used = project.quirks.filter(({ id }) => quotes.has(id))
  if (used.length > 0) file.write(heading(1, say('report.quotes')))
  for (const [at, quirk] of used.entries()) {
    file.write(heading(2, quirk.title))
    if (quirk.description) file.write(paragraph(quirk.description, { soft: true }))
    for (const quote of quotes.get(quirk.id) ?? []) writeQuote(file, quote, project, day)
    quotes.delete(quirk.id)
    yield* file.take()
    report(readingShare + (1 - readingShare) * ((at + 1) / used.length))
  }
  if (memos.length > 0) file.write(heading(1, say('report.memos')))
  for (const memo of memos) {
    file.write(paragraph(memo.memo, { keeps: true }))
    if (memo.quote) file.write(paragraph(memo.quote, { soft: true, indent: true, keeps: true }))
    file.write(paragraph(about(memo, project, day), { small: true }))
  }
  file.end()
  yield* file.take()
  report(1)
}

function speech({ language, words }: ReportProject) {
  const numbers = new Intl.NumberFormat(language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  return {
    say: (word: keyof ReportProject['words']) => words[word],
    number: (value: number) => numbers.format(value),
    day: (time: number) => (Math.abs(time) <= 8.64e15 ? days.format(time) : ''),
  }
}

function begin(file: DocxFile, project: ReportProject): void {
  const { say, number, day } = speech(project)
  file.write(heading(1, project.title))
  file.write(paragraph(say('report.made').replace('{date}', day(project.made)), { soft: true }))
  file.write(heading(2, say('report.overview')))
  file.write(
    table(
      null,
      numbersOf(project).map(([word, count]) => [word, number(count)]),
    ),
  )
}

function tables(file: DocxFile, project: ReportProject): void {
  const { say, number, day } = speech(project)
  const { quirks, hierarchy, overlap, sources, properties } = project
  const nested = hierarchy && quirks.some(({ depth }) => depth > 1)
  if (quirks.length > 0) {
    file.write(heading(2, say('report.quirks')))
    const named = ({ title, depth }: ReportQuirk) => `${'\u2003'.repeat(depth - 1)}${title}`
    file.write(
      table(
        [
          say('report.quirk'),
          say('report.description'),
          say('report.groups'),
          say('report.highlights'),
          ...(nested ? [say('report.inside')] : []),
        ],
        quirks.map((quirk) => [
          named(quirk),
          quirk.description,
          quirk.groups.join(', '),
          number(quirk.highlights),
          ...(nested ? [number(quirk.within)] : []),
        ]),
        quirks.map(({ color }) => shadesOf(color).light),
      ),
    )
  }
  if (overlap && overlap.length > 0) {
    file.write(heading(2, say('report.overlap')))
    file.write(paragraph(say('report.overlapHint'), { soft: true }))
    const head = [say('report.quirk'), say('report.other'), say('report.count')]
    const rows = overlap.map(([one, other, count]) => [
      quirks[one]?.title ?? '',
      quirks[other]?.title ?? '',
      number(count),
    ])
    file.write(table(head, rows))
  }
  if (sources.length > 0) {
    file.write(heading(2, say('report.sources')))
    const head = [
      say('report.source'),
      ...properties,
      say('report.highlights'),
      say('report.memos'),
      say('report.author'),
      say('report.date'),
    ]
    const rows = sources.map((source) => [
      ...[source.title, ...source.properties, number(source.highlights), number(source.memos)],
      ...[source.author, day(source.timestamp)],
    ])
    file.write(head.length > mostColumnsOnPaper ? rows.map((row) => rowAsText(head, row)).join('') : table(head, rows))
  }
}

/** What a row of a table has that is too wide for the page: its title, below it what is in its columns. */
function rowAsText(head: readonly string[], [title = '', ...cells]: readonly string[]): string {
  const said = cells.flatMap((cell, at) => (cell ? `${head[at + 1]}: ${cell}` : [])).join(' · ')
  return paragraph(title, { bold: true, keeps: true }) + paragraph(said, { small: true })
}

function writeQuote(file: DocxFile, quote: ReportQuote, project: ReportProject, day: (time: number) => string): void {
  file.write(paragraph(quote.quote, { indent: true, keeps: true }))
  file.write(paragraph(about(quote, project, day, placesOf(quote)), { small: true, indent: true }))
}

const about = (
  { source, question, author, timestamp }: Omit<ReportMemo, 'memo' | 'quote'>,
  { sources, questions }: ReportProject,
  day: (time: number) => string,
  places: readonly string[] = [],
): string =>
  [sources[source]?.title, questions[question], ...places, author, day(timestamp)].filter(Boolean).join(' · ')
