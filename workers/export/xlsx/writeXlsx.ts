/**
 * A project as a workbook with the five sheets of 2 §9: sources, quotes, quirks, memos, chat.
 *
 * Promises: the columns are named as there; all that stands in one row fits together, whatever changes in the project meanwhile. A project
 * with several questions has in `answer`'s place a column for each, `answer 5: Why?`, by the question's id. One without words is `answer`;
 * `answer 5` where there are several of them.
 */
import type { ExportedFile, ExportReport, ProjectFrame, ProjectReader } from '../../../src/model/projectReader.ts'
import type { Question } from '../../../src/model/schema.ts'
import { contentsOf, type Read } from '../contentsOf.ts'
import { groupNames } from '../groupNames.ts'
import { plainTexts } from '../plainTexts.ts'
import { properties } from '../properties.ts'
import { utcTime } from '../utcTime.ts'
import { zipFile } from '../zip/zipFile.ts'
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

function answerHead({ id, question }: Question, _: number, all: readonly Question[]): string {
  if (question.trim() !== '') return `answer ${id}: ${question}`
  return all.filter((other) => other.question.trim() === '').length > 1 ? `answer ${id}` : 'answer'
}

function rowWriter(frame: ProjectFrame, book: ReturnType<typeof workbook>) {
  const { questions } = frame
  const isSingle = questions.length < 2
  const quirks = new Map(frame.quirks.map((quirk) => [quirk.id, quirk]))
  const property = properties(frame)
  const propertyColumns = property.columns.map(name)
  const answerColumns = isSingle ? ['answer'] : questions.map(answerHead)

  const sources = book.sheet('sources', [
    id('sourceID'),
    name('title'),
    author,
    time,
    ...propertyColumns,
    ...answerColumns.map(words),
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
  ])
  const quirkSheets = quirkRows(frame, groupNames(frame), book)
  const memos = book.sheet('memos', [
    id('memoID'),
    author,
    id('sourceID'),
    name('sourceTitle'),
    id('questionID'),
    words('memo'),
    ...propertyColumns,
    words('quote'),
  ])
  const chat = book.sheet('chat', [author, words('message'), time])

  return {
    write({ source, content }: Read): void {
      const texts = plainTexts(content)
      const own = property.of(source.id)
      const wordsAt = ({ questionId, start, length }: { questionId: number; start: number; length: number }) =>
        texts.get(questionId)?.slice(start, start + length) ?? ''
      const answers = isSingle
        ? [content.answers.map(({ questionId }) => texts.get(questionId) ?? '').join('\n')]
        : questions.map((asked) => texts.get(asked.id) ?? '')
      sources.write([source.id, source.title, source.author, utcTime(source.timestamp), ...own, ...answers])
      for (const highlight of content.highlights) {
        const quirk = quirks.get(highlight.quirkId)
        // Its quirk is younger than the frame.
        if (!quirk) continue
        const { start, length } = highlight
        quirkSheets.count(quirk.id, source.id)
        quotes.write([
          highlight.id,
          quirk.color,
          start,
          length,
          start + length,
          highlight.author,
          quirk.id,
          quirk.title,
          source.id,
          source.title,
          highlight.questionId,
          ...own,
          wordsAt(highlight),
        ])
      }
      for (const memo of content.memos)
        memos.write([
          memo.id,
          memo.author,
          source.id,
          source.title,
          memo.questionId,
          memo.content,
          ...own,
          wordsAt(memo),
        ])
    },
    end(): void {
      quirkSheets.end()
      for (const said of frame.chatMessages.toSorted((a, b) => a.timestamp - b.timestamp || a.id - b.id))
        chat.write([said.author, said.message, utcTime(said.timestamp)])
    },
  }
}
