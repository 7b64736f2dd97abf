/**
 * What `thicket query` can be asked: what each question takes on the command line, and its answer as pieces of JSON. What is refused is
 * refused before there is a first piece (throws Refusal); rows are looked up while they are printed.
 */
import { mostUsed } from '../../src/model/limits.ts'
import { isProblem, refuse } from '../../src/model/problems.ts'
import type { QuoteOrder } from '../../src/model/queries.ts'
import { type Filter, readFilters } from '../../src/model/rules/analysis/filters.ts'
import { snippet } from '../../src/model/text/snippet.ts'
import { soughtPattern } from '../../src/model/text/soughtPattern.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Kernels } from '../../wasm/kernels/kernels.ts'
import type { OverlapMatrix } from '../../wasm/kernels/overlaps/overlapCounts.ts'
import type { Together } from '../../wasm/kernels/overlaps/overlapsTogether.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { openCounts } from '../../workers/project/live/counts.ts'
import { jsonArray } from './output.ts'
import { quirkPaths, quotesOfIds, textReader } from './quotes.ts'

export interface Asked {
  /** What stands after the question's name. */
  text: string
  /** Only what has it; empty: all. */
  containing: string
  quirkIds: number[]
  sourceIds: number[]
  order: QuoteOrder
  descending: boolean
  offset: number
  limit: number
  /** Names beside the ids. */
  titles: boolean
}

export interface Question {
  /** For people: what stands after its name, and what it answers. */
  usage: readonly [takes: string, answers: string]
  /** What stands after its name; missing: nothing. */
  given?: 'text' | 'quirks'
  /** The other options that go with it. */
  takes?: readonly string[]
  /** Whether it reads `answer_texts`. */
  readsTexts?: true
  /** What cannot be understood. */
  wrong?(asked: Asked): string | undefined
  answer(kernels: Kernels, db: Db, asked: Asked): Iterable<string>
}

export const questions: Readonly<Record<string, Question>> = {
  overlap: {
    usage: ['<quirk> [<quirk>]', 'overlapping pairs of highlights of two quirks, or of one and each other'],
    given: 'quirks',
    wrong: ({ quirkIds }) => (quirkIds.length > 2 ? '--overlap takes one quirk or two' : undefined),
    answer(kernels, _db, { quirkIds: [quirk = 0, other] }) {
      const counts = finish(kernels.overlaps(quirk))
      if (other !== undefined) return json({ quirks: [quirk, other], count: counts.get(other) ?? 0 })
      const overlaps = Array.from(counts, ([id, count]) => ({ quirk: id, count }))
      return json({ quirk, overlaps: overlaps.sort((a, b) => b.count - a.count || a.quirk - b.quirk) })
    },
  },
  matrix: {
    usage: [
      '[--titles]',
      'the same for each two quirks, by their places in "quirks"; with --titles their titles too, by id',
    ],
    takes: ['titles'],
    answer(kernels, db, { titles }) {
      const matrix = finish(kernels.overlapMatrix())
      const head = { quirks: matrix.quirkIds, ...(titles && { titles: quirkTitles(db, matrix.quirkIds) }) }
      return jsonWith(head, 'pairs', pairsInOrder(matrix))
    },
  },
  together: {
    usage: ['<quirk>,<quirk>,…', 'stretches that each of them covers, with their words'],
    given: 'quirks',
    wrong: ({ quirkIds }) => (new Set(quirkIds).size < 2 ? '--together takes two quirks or more' : undefined),
    answer: (kernels, db, { quirkIds }) => jsonArray(stretches(db, finish(kernels.overlapsTogether(quirkIds)))),
  },
  search: {
    usage: ['<text>', 'answers that contain it, in any case, with the first place'],
    given: 'text',
    readsTexts: true,
    answer: (kernels, db, { text }) =>
      jsonWith({ text }, 'answers', searchRows(db, finish(kernels.textSearch(text)), text)),
  },
  filter: {
    usage: [
      `'[{"field":…,"operator":…,"value":…,"clause":…},…]' [--containing <text>] [--titles]`,
      'answers that pass, and how many highlights; with --containing those that have the text, and how many of its places no highlight that passes covers (bare); with --titles the titles of quirks and of the answers’ sources too, by id',
    ],
    given: 'text',
    takes: ['titles', 'containing'],
    answer(kernels, db, { text, containing, titles }) {
      const { answers, quirks, highlights, bare } = finish(kernels.filterAnswers(filtersOf(text), containing))
      const named = titles && {
        titles: { quirks: quirkTitles(db, quirks.map(idOf)), answers: sourceTitles(db, answers.map(idOf)) },
      }
      const byId = quirks.toSorted((a, b) => a.id - b.id)
      const asked = containing !== ''
      const rows = asked ? answers : answers.map(({ id, highlights }) => ({ id, highlights }))
      return jsonWith({ highlights, ...(asked && { bare }), quirks: byId, ...named }, 'answers', rows)
    },
  },
  words: {
    usage: ['[--quirk <quirk> | --source <source>] [--limit <n>]', 'words, the most frequent first'],
    takes: ['quirk', 'source', 'limit'],
    readsTexts: true,
    wrong: ({ quirkIds, sourceIds }) =>
      quirkIds.length > 0 && sourceIds.length > 0 ? '--words takes --quirk or --source' : undefined,
    answer(kernels, _db, { quirkIds, sourceIds, limit }) {
      const of = quirkIds.length > 0 ? { quirkIds } : sourceIds.length > 0 ? { sourceIds } : {}
      return jsonArray(finish(kernels.wordCounts(of)).slice(0, limit))
    },
  },
  quotes: {
    usage: [
      `[--quirk <quirk>] [--order place|quirk|author|date|length] [--descending] [--offset <n>] [--limit <n>]`,
      'highlights with their words',
    ],
    takes: ['quirk', 'order', 'descending', 'offset', 'limit'],
    answer(kernels, db, { order, descending, offset, limit, quirkIds }) {
      const asked = { order, descending, offset, limit, filters: [], quirkIds: quirkIds.length > 0 ? quirkIds : null }
      const { total, ids } = finish(kernels.quotes(asked))
      return jsonWith({ total }, 'rows', quotesOfIds(db, ids))
    },
  },
  counts: {
    usage: ['', 'highlights of each quirk, and the quirks with most of them'],
    answer: (_kernels, db) => json(countsOf(db)),
  },
}

/** Throws Refusal where one is asked for that there is not. */
export function checkIds(db: Db, { quirkIds, sourceIds }: Asked): void {
  for (const id of quirkIds) if (!db.one('SELECT 1 FROM quirks WHERE id = ?', [id])) refuse({ kind: 'quirkNotFound' })
  for (const id of sourceIds)
    if (!db.one('SELECT 1 FROM sources WHERE id = ?', [id])) refuse({ kind: 'sourceNotFound' })
}

const idOf = ({ id }: { id: number }): number => id

const quirkTitles = (db: Db, ids: readonly number[]) => titlesOf(db, 'SELECT id, title FROM quirks', ids)

/** By the ids of answers: whose they are. */
const sourceTitles = (db: Db, answerIds: readonly number[]) =>
  titlesOf(db, 'SELECT a.id, s.title FROM question_answers a JOIN sources s ON s.id = a.sourceId', answerIds)

function titlesOf(db: Db, select: string, ids: readonly number[]): Record<number, string> {
  const titles = new Map(db.all<{ id: number; title: string }>(select).map(({ id, title }) => [id, title]))
  return Object.fromEntries(ids.map((id) => [id, titles.get(id) ?? '']))
}

const json = (value: object): string[] => [`${JSON.stringify(value)}\n`]

/** An object whose last member is a long list. */
function* jsonWith(head: object, name: string, rows: Iterable<unknown>): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"${name}":`
  yield* jsonArray(rows)
  yield '}\n'
}

/** Ascending by the first index, then by the second. */
function* pairsInOrder({ quirkIds, pairs }: OverlapMatrix): Generator<[number, number, number]> {
  const ends = new Uint32Array(quirkIds.length)
  for (let at = 0; at < pairs.length; at += 3) ends[pairs[at] as number] = (ends[pairs[at] as number] as number) + 1
  for (let i = 1; i < ends.length; i++) ends[i] = (ends[i] as number) + (ends[i - 1] as number)
  const starts = Uint32Array.from(ends, (_, i) => ends[i - 1] ?? 0)
  // Index and count in one number, which sorts by the index: there are fewer than 2^21 quirks.
  const cells = new Float64Array(pairs.length / 3)
  const next = starts.slice()
  for (let at = 0; at < pairs.length; at += 3) {
    const i = pairs[at] as number
    const place = next[i] as number
    cells[place] = (pairs[at + 1] as number) * 2 ** 32 + (pairs[at + 2] as number)
    next[i] = place + 1
  }
  for (const [i, start] of starts.entries())
    for (const cell of cells.subarray(start, ends[i]).sort()) yield [i, Math.floor(cell / 2 ** 32), cell % 2 ** 32]
}

function* stretches(db: Db, found: readonly Together[]) {
  const textAt = textReader(db)
  for (const { place, start, length } of found) {
    const { sourceId, questionId } = place
    yield { sourceId, questionId, start, length, text: textAt(sourceId, questionId).slice(start, start + length) }
  }
}

function* searchRows(db: Db, answerIds: readonly number[], sought: string) {
  const pattern = soughtPattern(sought)
  for (const answerId of answerIds) {
    const answer = db.one<{ sourceId: number; questionId: number; source: string | null; text: string }>(
      `SELECT a.sourceId, a.questionId, s.title AS source, t.text FROM question_answers a JOIN answer_texts t ON t.answerId = a.id
LEFT JOIN sources s ON s.id = a.sourceId WHERE a.id = ?`,
      [answerId],
    )
    if (!answer) continue
    const { text, sourceId, questionId, source } = answer
    const [first, ...others] = text.matchAll(pattern)
    if (!first) continue
    const { before, match, after } = snippet(text, { start: first.index, length: first[0].length })
    yield { id: answerId, sourceId, questionId, source: source ?? '', matches: 1 + others.length, before, match, after }
  }
}

function filtersOf(text: string): Filter[] {
  const read = readFilters(parsed(text))
  return isProblem(read) ? refuse(read.problem) : read.ok
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse({ kind: 'badFilter', detail: (error as SyntaxError).message })
  }
}

function countsOf(db: Db) {
  const counts = openCounts(db)
  const quirks = Array.from(quirkPaths(db), ([id, quirk]) => ({ id, quirk, highlights: counts.ofQuirk(id) }))
  quirks.sort((a, b) => a.id - b.id)
  const used = quirks.filter(({ highlights }) => highlights > 0)
  return {
    highlights: counts.totals().highlights,
    mostUsed: used.sort((a, b) => b.highlights - a.highlights || a.id - b.id).slice(0, mostUsed),
    quirks,
  }
}
