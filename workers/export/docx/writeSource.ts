/** A source in a Word document: its title, then its text, or its questions with an answer each; highlights and memos as comments. */
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { Read } from '../contentsOf.ts'
import { xmlText } from '../xml.ts'
import type { DocxFile } from './docxFile.ts'
import type { DocxOptions } from './docxOptions.ts'
import { spacing } from './docxParts.ts'
import { type Commented, writeText } from './writeText.ts'

export function sourceWriter(frame: ProjectFrame, options: DocxOptions) {
  const quirkTitles = new Map(frame.quirks.map(({ id, title }) => [id, title.trim() || options.untitledQuirk]))
  const questions = new Map(
    frame.questions.map(({ id, question }, at) => [
      id,
      { asked: question.trim(), place: options.unnamedQuestion.replace('{n}', String(at + 1)) },
    ]),
  )
  const isStructured = frame.questions.length > 1
  return (file: DocxFile, { source, content }: Read, isFirst: boolean): void => {
    file.write(heading(1, source.title.trim() || options.untitledSource, isFirst ? '' : '<w:pageBreakBefore/>'))
    const comments = Map.groupBy(
      [
        ...content.highlights.flatMap(({ questionId, quirkId, start, length, author, timestamp }) => {
          const title = quirkTitles.get(quirkId)
          if (title === undefined) return []
          return [{ questionId, from: start, to: start + length, text: `${title} by ${author}`, author, timestamp }]
        }),
        ...content.memos.map(({ questionId, start, length, content, author, timestamp }) => {
          return { questionId, from: start, to: start + length, text: content, author, timestamp }
        }),
      ] satisfies (Commented & { questionId: number })[],
      ({ questionId }) => questionId,
    )
    let isUnder = false
    for (const { questionId, answer } of content.answers) {
      const own = comments.get(questionId) ?? []
      if (isStructured && answer === '' && own.length === 0) continue
      // Without words of its own it needs a name only where it would seem to answer the question before: imported again, that name is part of the text.
      const { asked = '', place = '' } = questions.get(questionId) ?? {}
      if (isStructured && (asked !== '' || isUnder)) file.write(heading(2, asked || place))
      isUnder = true
      writeText(
        file,
        parseHtml(answer),
        own.map(({ questionId: _, ...comment }) => comment),
      )
    }
  }
}

const heading = (level: 1 | 2, text: string, before = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/>${before}${spacing}</w:pPr><w:r><w:t xml:space="preserve">${xmlText(text.replaceAll('\n', ' '))}</w:t></w:r></w:p>`
