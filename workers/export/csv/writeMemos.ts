/** The memos as CSV, in the order of sources, questions and places in the text. */
import type { CsvCell } from '../../../src/model/csv.ts'
import { bom, csvLine } from '../../../src/model/csv.ts'
import { isoTime } from '../../../src/model/isoTime.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { contentsOf } from '../contentsOf.ts'
import { plainTexts } from '../plainTexts.ts'

/** In the person's language: the heads of the columns, and what is without a name. */
export interface MemosOptions {
  columns: {
    memo: string
    /** Those that it lies on. */
    words: string
    source: string
    question: string
    author: string
    date: string
    start: string
    length: string
  }
  untitledSource: string
  /** `{n}` stands for the question's place. */
  unnamedQuestion: string
}

const encoder = new TextEncoder()

export async function* writeMemos(
  reader: ProjectReader,
  { columns, untitledSource, unnamedQuestion }: MemosOptions,
  report: ExportReport,
): ExportedFile {
  const frame = await reader.frame()
  const isStructured = frame.questions.length > 1
  const questions = new Map(
    frame.questions.map(({ id, question }, at) => [
      id,
      question.trim() || unnamedQuestion.replace('{n}', String(at + 1)),
    ]),
  )
  /** The question only where there are several. */
  const line = (question: string, before: CsvCell[], after: CsvCell[]): string =>
    csvLine([...before, ...(isStructured ? [question] : []), ...after])
  yield encoder.encode(
    bom +
      line(
        columns.question,
        [columns.memo, columns.words, columns.source],
        [columns.author, columns.date, columns.start, columns.length],
      ),
  )
  for await (const some of contentsOf(reader, frame, report)) {
    let lines = ''
    for (const { source, content } of some) {
      if (content.memos.length === 0) continue
      const texts = plainTexts(content)
      for (const { questionId, start, length, content: memo, author, timestamp } of content.memos)
        lines += line(
          questions.get(questionId) ?? '',
          [memo, texts.get(questionId)?.slice(start, start + length) ?? '', source.title.trim() || untitledSource],
          [author, isoTime(timestamp), start, length],
        )
    }
    yield encoder.encode(lines)
  }
}
