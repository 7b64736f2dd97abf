/**
 * A project as a workbook with the five sheets of 2 §9: sources, quotes, quirks, memos, chat.
 *
 * Promises: the columns are named as there, and further ones follow them; all that stands in one row fits together, whatever changes in the project meanwhile. A project
 * with several questions has in `answer`'s place a column for each (`src/model/workbookHeads.ts`). Ids are numbers, or all of them texts where one of
 * them has more digits than Excel shows; a property is a number where all that sources have of it is one.
 */
import type { ExportedFile, ExportReport, ProjectFrame, ProjectReader } from '../../../src/model/projectReader.ts'
import { none } from '../../../src/model/schema.ts'
import { citedParagraphs } from '../../../src/model/text/citedParagraphs.ts'
import { answerHeads, sourceHeads } from '../../../src/model/workbookHeads.ts'
import { contentsOf, type Read } from '../contentsOf.ts'
import { groupNames } from '../groupNames.ts'
import { plainTexts } from '../plainTexts.ts'
import { utcTime } from '../utcTime.ts'
import { zipFile } from '../zip/zipFile.ts'
import { idCells } from './idCells.ts'
import { propertyCells } from './propertyCells.ts'
import { quirkRows } from './quirkRows.ts'
import type { Column } from './sheet.ts'
import { workbook } from './workbook.ts'

const id = (title: string): Column => ({ title, width: 12 })
const name = (title: string): Column => ({ title, width: 24, isShared: true })
const words = (title: string): Column => ({ title, width: 60 })
const time: Column = { title: 'timestamp', width: 20 }
const author: Column = { title: 'author', width: 16, isShared: true }
const colour: Column = { title: 'color', width: 12, isShared: true }

export async function* writeXlsx(reader: ProjectReader, _options: object, report: ExportReport): ExportedFile {
  const frame = await reader.frame()
  const zip = zipFile()
  const book = workbook(zip)
  const rows = rowWriter(frame, book)
  for await (const some of contentsOf(reader, frame, report)) {
    for (const read of some) rows.write(read)
    yield* zip.take()
  }
  rows.end()
  book.end()
  zip.end()
  yield* zip.take()
}

function rowWriter(frame: ProjectFrame, book: ReturnType<typeof workbook>) {
  const { questions } = frame
  const isSingle = questions.length < 2
  const quirks = new Map(frame.quirks.map((quirk) => [quirk.id, quirk]))
  const idCell = idCells(frame)
  const property = propertyCells(frame)
  const propertyColumns = property.columns.map(name)

  const sources = book.sheet('sources', [
    id(sourceHeads[0]),
    name(sourceHeads[1]),
    author,
    time,
    ...propertyColumns,
    ...answerHeads(questions).map(words),
  ])
  const quotes = book.sheet('quotes', [
    id('highlightID'),
    colour,
    id('start'),
    id('length'),
    id('end'),
    author,
    id('quirkID'),
    name('quirkTitle'),
    id('sourceID'),
    name('sourceTitle'),
    id('questionID'),
    ...propertyColumns,
    words('quote'),
    time,
    id('paragraph'),
    { title: 'parentQuirkID', width: 14 },
    name('parentQuirkTitle'),
  ])
  const quirkSheets = quirkRows(frame, groupNames(frame), idCell, book)
  const memos = book.sheet('memos', [
    id('memoID'),
    author,
    id('sourceID'),
    name('sourceTitle'),
    id('questionID'),
    words('memo'),
    ...propertyColumns,
    words('quote'),
    time,
  ])
  const chat = book.sheet('chat', [author, words('message'), time])

  return {
    write({ source, content }: Read): void {
      const texts = plainTexts(content)
      const paragraphs = new Map(Array.from(texts, ([question, text]) => [question, citedParagraphs(text)]))
      const own = property.of(source.id)
      const wordsAt = ({ questionId, start, length }: { questionId: number; start: number; length: number }) =>
        texts.get(questionId)?.slice(start, start + length) ?? ''
      const answers = isSingle
        ? [content.answers.map(({ questionId }) => texts.get(questionId) ?? '').join('\n')]
        : questions.map((asked) => texts.get(asked.id) ?? '')
      sources.write([idCell(source.id), source.title, source.author, utcTime(source.timestamp), ...own, ...answers])
      for (const highlight of content.highlights) {
        const quirk = quirks.get(highlight.quirkId)
        // Its quirk is younger than the frame.
        if (!quirk) continue
        const parent = quirk.parentQuirkId === none ? undefined : quirks.get(quirk.parentQuirkId)
        const { start, length } = highlight
        const [paragraph] = paragraphs.get(highlight.questionId)?.(start, start + length) ?? [null]
        quirkSheets.count(quirk.id, source.id)
        quotes.write([
          idCell(highlight.id),
          quirk.color,
          start,
          length,
          start + length,
          highlight.author,
          idCell(quirk.id),
          quirk.title,
          idCell(source.id),
          source.title,
          idCell(highlight.questionId),
          ...own,
          wordsAt(highlight),
          utcTime(highlight.timestamp),
          paragraph,
          parent ? idCell(parent.id) : null,
          parent?.title ?? null,
        ])
      }
      for (const memo of content.memos)
        memos.write([
          idCell(memo.id),
          memo.author,
          idCell(source.id),
          source.title,
          idCell(memo.questionId),
          memo.content,
          ...own,
          wordsAt(memo),
          utcTime(memo.timestamp),
        ])
    },
    end(): void {
      quirkSheets.end()
      for (const said of frame.chatMessages.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id))
        chat.write([said.author, said.message, utcTime(said.timestamp)])
    },
  }
}
