/**
 * Which texts does a project have for programs that know one text a source? Without questions each source is a text. With several, each
 * answer is one; a case holds those of a source together, a set those of a question. Answers of nothing are left out, but one where a source has no other.
 */
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import type { Answer, Source } from '../../../src/model/schema.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { Read } from '../contentsOf.ts'
import { xmlText } from '../xml.ts'
import { firstWords } from './firstWords.ts'
import type { Guids } from './guid.ts'
import type { Placed } from './selections.ts'
import { attribute, element } from './xml.ts'

export interface Text extends Placed {
  guid: string
  name: string
  source: Source
  /** None where the source has none yet. */
  answer?: Answer
}

export interface Texts {
  /** Those of one source. */
  of(read: Read): Text[]
  /** Of the sources asked for so far: `<Case>` elements with these values, none where every source is one text. */
  cases(values: ReadonlyMap<number, string>): string[]
  /** Of the sources asked for so far: a `<Set>` for each question, none for a single one without words. */
  sets(): string[]
}

export function texts({ questions, quirks }: ProjectFrame, guids: Guids): Texts {
  const structured = questions.length > 1
  const known = new Set(quirks.map(({ id }) => id))
  const bySource = new Map<Source, string[]>()
  const byQuestion = new Map<number, string[]>(questions.map(({ id }) => [id, []]))

  const textOf = ({ source, content }: Read, answer: Answer, words: string): Text => ({
    guid: guids.of('answer', answer.id),
    name: structured && words !== '' ? `${source.title} – ${firstWords(words)}` : source.title,
    source,
    answer,
    text: parseHtml(answer.answer).text,
    highlights: content.highlights.filter(
      ({ questionId, quirkId }) => questionId === answer.questionId && known.has(quirkId),
    ),
    memos: content.memos.filter(({ questionId }) => questionId === answer.questionId),
  })
  return {
    of(read) {
      const { source, content } = read
      const all = questions.flatMap(({ id, question }) =>
        content.answers.filter(({ questionId }) => questionId === id).map((answer) => textOf(read, answer, question)),
      )
      const told = all.filter(isTold)
      const found = told.length > 0 ? told : all.slice(0, 1)
      if (found.length === 0)
        found.push({
          guid: guids.of('source', source.id),
          name: source.title,
          source,
          text: '',
          highlights: [],
          memos: [],
        })
      bySource.set(
        source,
        found.map(({ guid }) => guid),
      )
      for (const { guid, answer } of found) byQuestion.get(answer?.questionId ?? questions[0]?.id ?? -1)?.push(guid)
      return found
    },
    cases: (values) =>
      structured
        ? [...bySource].map(([{ id, title }, found]) =>
            element(
              'Case',
              attribute('guid', guids.of('case', id)) + attribute('name', title),
              (values.get(id) ?? '') + references('SourceRef', found),
            ),
          )
        : [],
    sets: () =>
      structured || questions[0]?.question
        ? questions.map(({ id, question }, place) =>
            element(
              'Set',
              attribute('guid', guids.of('question', id)) + attribute('name', question || `Question ${place + 1}`),
              `<Description>${xmlText(`Question ${place + 1}${question === '' ? ', without words' : ''}`)}</Description>` +
                references('MemberSource', byQuestion.get(id) ?? []),
            ),
          )
        : [],
  }
}

/** Whether there is anything to it. */
const isTold = ({ answer, highlights, memos }: Text): boolean =>
  answer?.answer !== '' || highlights.length > 0 || memos.length > 0

const references = (tag: string, targets: readonly string[]): string =>
  targets.map((guid) => element(tag, attribute('targetGUID', guid))).join('')
