/**
 * Questions, sources and texts of another project.
 *
 * Promises: no text of the base changes. A source of the other project is one of the base's where each answer that both have differs by 5 % at most
 * (specification 2 §4); then what lies on its text moves through the difference. Otherwise it is a source of its own.
 */
import { mergedProjects } from '../../../limits.ts'
import type { ProjectRows } from '../../../projectRows.ts'
import { type Answer, firstQuestionId, type Question, type Source } from '../../../schema.ts'
import { alignTexts } from '../../../text/alignTexts.ts'
import { type Changes, readChanges, writeChanges } from '../../../text/changes.ts'
import { numbered, withoutNumber } from '../../numbered.ts'
import type { Ids } from './codebook.ts'
import type { MergeResult } from './result.ts'
import { folded } from './words.ts'

/** Where what lies on an answer of the other project goes. */
export interface MergedText {
  /** In the result. */
  sourceId: number
  questionId: number
  /** The text as the other project has it, read when it is asked for. */
  readonly words: { readonly text: string }
  /** From their text to that of the base; null: they are equal. */
  changes: Changes | null
}

/** A source that is another's with small differences. */
export interface SimilarSource {
  /** Its id in the other project. */
  sourceId: number
  title: string
  /** As the base calls it. */
  baseTitle: string
  /** Answers that differ. */
  answers: number
  /** The largest part of an answer that differs, 0 to 1, in thousandths: what differs is never told as nothing. */
  share: number
  /** The first of the words that differ, each once. */
  words: DifferingWords[]
}

/** Whole words, as they stand between spaces. */
export interface DifferingWords {
  theirs: string
  base: string
}

export interface MergedSources {
  /** Theirs to those of the result. */
  ids: Ids
  same: number
  similar: SimilarSource[]
  added: number
  /** By `placeKey` of their answers. */
  texts: ReadonlyMap<string, MergedText>
}

export const placeKey = (sourceId: number, questionId: number): string => `${sourceId} ${questionId}`

/** A question is known by its words; the first one of both, where neither has any, is one. */
export function mergeQuestions(result: MergeResult, theirs: readonly Question[]): Ids {
  const { questions } = result.rows
  const asked = new Map(questions.map(({ id, question }) => [folded(question), id]))
  const wordless = questions.find(({ id, question }) => id === firstQuestionId && folded(question) === '')
  let order = Math.max(-1, ...questions.map(({ questionOrder }) => questionOrder))
  const ids = new Map<number, number>()
  for (const question of theirs.toSorted((a, b) => a.questionOrder - b.questionOrder)) {
    const words = folded(question.question)
    const known = words === '' ? (question.id === firstQuestionId ? wordless?.id : undefined) : asked.get(words)
    const id = known ?? result.freeId('questions', question.id)
    ids.set(question.id, id)
    if (known !== undefined) continue
    order += 1
    questions.push({ ...question, id, questionOrder: order })
    if (words !== '') asked.set(words, id)
  }
  return ids
}

/** The answers of a source by their question in the result, with the texts that were asked for. */
type Answers = Map<number, { row: Answer; readonly text: string }>

function answersBySource(
  answers: readonly Answer[],
  questionOf: (id: number) => number | undefined,
  textOf: MergeResult['textOf'],
) {
  const bySource = new Map<number, Answers>()
  for (const row of answers) {
    const questionId = questionOf(row.questionId)
    if (questionId === undefined) continue
    const of = bySource.get(row.sourceId) ?? new Map()
    bySource.set(row.sourceId, of.set(questionId, withText(row, textOf)))
  }
  return bySource
}

function withText(row: Answer, textOf: MergeResult['textOf']) {
  let text: string | undefined
  return {
    row,
    get text() {
      text ??= textOf(row.answer)
      return text
    },
  }
}

/** `keepBoth`: their sources that are to be sources of their own although they are similar. */
export function mergeSources(
  result: MergeResult,
  other: ProjectRows,
  questions: Ids,
  keepBoth: ReadonlySet<number>,
): MergedSources {
  const { sources, question_answers: answers } = result.rows
  const known = answersBySource(answers, (id) => id, result.textOf)
  const theirs = answersBySource(other.question_answers ?? [], (id) => questions.get(id), result.textOf)
  const byStem = Map.groupBy(sources, ({ title }) => folded(withoutNumber(title)))
  const byId = new Map(sources.map((source) => [source.id, source]))
  const titles = new Set(sources.map(({ title }) => folded(title)))
  const ids = new Map<number, number>()
  const texts = new Map<string, MergedText>()
  const merged = { ids, same: 0, similar: [] as SimilarSource[], added: 0, texts }
  const meant = new Set<number>()
  const nothing: Answers = new Map()

  const join = (source: Source, of: Answers, mine: Source, differences: Differences) => {
    meant.add(mine.id)
    ids.set(source.id, mine.id)
    const there = known.get(mine.id) ?? new Map()
    for (const [questionId, words] of of) {
      const { row } = words
      const found = there.get(questionId)
      if (!found) answers.push({ ...row, id: result.freeId('question_answers', row.id), sourceId: mine.id, questionId })
      else if (found.row.answer !== row.answer && found.text === '' && words.text !== '') {
        // Nobody has answered in the base yet.
        const at = answers.indexOf(found.row)
        answers[at] = { ...found.row, answer: row.answer }
      }
      const changes = differences.get(questionId) ?? null
      texts.set(placeKey(source.id, row.questionId), { sourceId: mine.id, questionId, words, changes })
    }
  }
  const add = (source: Source, of: Answers) => {
    const id = result.freeId('sources', source.id)
    ids.set(source.id, id)
    sources.push({ ...source, id, title: freeTitle(source.title, titles) })
    merged.added += 1
    for (const [questionId, words] of of) {
      const { row } = words
      answers.push({ ...row, id: result.freeId('question_answers', row.id), sourceId: id, questionId })
      texts.set(placeKey(source.id, row.questionId), { sourceId: id, questionId, words, changes: null })
    }
  }

  for (const source of other.sources ?? []) {
    const of = theirs.get(source.id) ?? nothing
    const madeAs = byId.get(source.id)
    const candidates = [
      ...(madeAs?.timestamp === source.timestamp ? [madeAs] : []),
      ...(byStem.get(folded(withoutNumber(source.title))) ?? []),
    ].filter(({ id }) => !meant.has(id))
    const equal = candidates.find(({ id }) => areEqual(of, known.get(id) ?? nothing))
    if (equal) {
      merged.same += 1
      join(source, of, equal, new Map())
      continue
    }
    const isAlone = keepBoth.has(source.id)
    const alike = isAlone ? undefined : firstAlike(candidates, (id) => differencesOf(of, known.get(id) ?? nothing))
    if (!alike) {
      add(source, of)
      continue
    }
    const { mine, found } = alike
    if (found.changes.size === 0) merged.same += 1
    else {
      const { share, changes, words } = found
      merged.similar.push({
        sourceId: source.id,
        title: source.title,
        baseTitle: mine.title,
        answers: changes.size,
        share: Math.ceil(share * 1000 - 1e-9) / 1000,
        words,
      })
    }
    join(source, of, mine, found.changes)
  }
  return merged
}

type Differences = ReadonlyMap<number, Changes>

function firstAlike(candidates: readonly Source[], look: (id: number) => ReturnType<typeof differencesOf>) {
  for (const mine of candidates) {
    const found = look(mine.id)
    if (found) return { mine, found }
  }
  return undefined
}

/** The same words to the same questions, to one at least. */
function areEqual(theirs: Answers, mine: Answers): boolean {
  if (theirs.size !== mine.size || theirs.size === 0) return false
  for (const [questionId, words] of theirs) {
    const found = mine.get(questionId)
    if (!found || (found.row.answer !== words.row.answer && found.text !== words.text)) return false
  }
  return true
}

interface Found {
  changes: Map<number, Changes>
  share: number
  words: DifferingWords[]
}

/** How many words that differ are told of a source, and how much of each. */
const mostTold = 3
const longestTold = 80

/** Null: they are not alike. What has no words in one of the two is no difference. */
function differencesOf(theirs: Answers, mine: Answers): Found | null {
  const told: DifferingWords[] = []
  const changes = new Map<number, Changes>()
  let most = 0
  for (const [questionId, words] of theirs) {
    const found = mine.get(questionId)
    if (!found || found.row.answer === words.row.answer) continue
    const [text, base] = [words.text, found.text]
    if (text === '' || base === '' || text === base) continue
    const longer = Math.max(text.length, base.length)
    if (Math.abs(text.length - base.length) > longer * mergedProjects.alike) return null
    const list = alignTexts(text, base)
    const differing = list.reduce((sum, { fromA, toA, insert }) => sum + Math.max(toA - fromA, insert.length), 0)
    if (differing > longer * mergedProjects.alike) return null
    most = Math.max(most, differing / longer)
    for (const change of list) {
      if (told.length >= mostTold) break
      const words = wholeWords(text, change)
      if (!told.some(({ theirs, base: mine }) => theirs === words.theirs && mine === words.base)) told.push(words)
    }
    changes.set(questionId, readChanges(writeChanges(text.length, list)))
  }
  return { changes, share: most, words: told }
}

function wholeWords(text: string, { fromA, toA, insert }: ReturnType<typeof alignTexts>[number]): DifferingWords {
  const before = /\S*$/.exec(text.slice(Math.max(0, fromA - longestTold), fromA))?.[0] ?? ''
  const after = /^\S*/.exec(text.slice(toA, toA + longestTold))?.[0] ?? ''
  const whole = (words: string) => `${before}${words.slice(0, longestTold)}${after}`.trim()
  return { theirs: whole(text.slice(fromA, toA)), base: whole(insert) }
}

/** `Anna`, else `Anna (2)` and so on; `titles` has it then. */
function freeTitle(title: string, titles: Set<string>): string {
  const isTaken = (name: string) => titles.has(folded(name))
  const stem = withoutNumber(title)
  const free = isTaken(title) ? numbered(stem, (name) => name === stem || isTaken(name)) : title
  titles.add(folded(free))
  return free
}
