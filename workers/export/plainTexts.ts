import type { SourceContent } from '../../src/model/projectReader.ts'
import { parseHtml } from '../../src/model/text/richText.ts'

/** The plain texts of a source's answers, by question. */
export const plainTexts = ({ answers }: SourceContent): Map<number, string> =>
  new Map(answers.map(({ questionId, answer }) => [questionId, parseHtml(answer).text]))
