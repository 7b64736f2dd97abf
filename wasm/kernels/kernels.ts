/**
 * What is asked of a whole project: opens the columns and the texts of a database when a question first needs them, and keeps them in
 * step with what is done. Questions are slices: whoever runs them may let others in between, and begins anew when something
 * that the question reads has changed.
 */
import type { Effect } from '../../src/model/change.ts'
import type { Coder, OverlapTable, PropertyCounts } from '../../src/model/queries.ts'
import type { Criteria } from '../../src/model/rules/analysis/criteria.ts'
import type { Filter } from '../../src/model/rules/analysis/filters.ts'
import type { Table } from '../../src/model/schema.ts'
import type { Span } from '../../src/model/text/span.ts'
import type { Db } from '../database/db.ts'
import { type Answers, openAnswers } from './answers.ts'
import { agreement, type Coded, type CodedBy, type CodedStretch, codedStretches } from './coders/agreement.ts'
import { coders } from './coders/coders.ts'
import { authorsOf } from './columns/authorsOf.ts'
import type { Columns } from './columns/columns.ts'
import { loadAuthors, loadColumns } from './columns/loadColumns.ts'
import { type BareStretch, bareStretches } from './filters/bareStretches.ts'
import { type Compared, compareCriteria } from './filters/compareCriteria.ts'
import type { Filtered } from './filters/filterAnswers.ts'
import { needsAuthors } from './filters/lookUp.ts'
import { openPassing, type Passing } from './filters/passing.ts'
import type { Sought } from './filters/touchedByText.ts'
import { type KernelModule, openKernel } from './kernel.ts'
import { type OverlapCounts, type OverlapMatrix, openOverlapCounts } from './overlaps/overlapCounts.ts'
import { overlapsTogether, type Together } from './overlaps/overlapsTogether.ts'
import { type OverlapTableAsked, overlapTable } from './overlaps/overlapTable.ts'
import { passagesOf } from './passages.ts'
import { type PropertyCountsAsked, propertyCounts } from './propertyCounts.ts'
import { type AllQuotesAsked, openQuotes, type Quotes, type QuotesAsked, type QuotesWindow } from './quotes/quotes.ts'
import { type Slices, usual } from './slices.ts'
import { type SpeakerCounts, speakerCounts } from './speakerCounts.ts'
import { openSpeakers } from './texts/speakers.ts'
import { openTextLengths } from './texts/textLengths.ts'
import { countPlaces, textSearch } from './texts/textSearch.ts'
import { loadTexts, type Texts } from './texts/texts.ts'
import { countWords, mostFrequent, type WordCount } from './texts/wordCounts.ts'
import { openWordWindows, type WordsAsked, type WordWindow } from './texts/wordWindows.ts'
import { highlightTimeline, memoTimeline, type Timeline, type TimelineAsked } from './timeline.ts'

export interface Kernels {
  /** Another after each change that an answer can depend on. */
  readonly version: number
  /** Of `quirkId` with each quirk that it overlaps, itself included. */
  overlaps(quirkId: number): Slices<Map<number, number>>
  overlapMatrix(): Slices<OverlapMatrix>
  overlapTable(asked: OverlapTableAsked): Slices<OverlapTable>
  propertyCounts(asked: PropertyCountsAsked): Slices<PropertyCounts>
  speakerCounts(asked: Pick<PropertyCountsAsked, 'quirkIds'>): Slices<SpeakerCounts>
  overlapsTogether(quirkIds: readonly number[]): Slices<Together[]>
  filterAnswers(filters: readonly Filter[], text?: string): Slices<Filtered>
  /** A window of what belongs to no quirk of the answers that pass. */
  bareStretches(asked: Criteria & { offset: number; limit: number }): Slices<{ total: number; found: BareStretch[] }>
  compareCriteria(a: Criteria, b: Criteria): Slices<Compared>
  /** Of the highlights there are. */
  authors(): Slices<string[]>
  quotes(asked: QuotesAsked): Slices<QuotesWindow>
  /** The ids of all of them, in their order. */
  quoteIds(asked: AllQuotesAsked): Slices<Float64Array>
  /** Of the highlights there are, the busiest first. */
  coders(): Slices<Coder[]>
  /** How these authors have coded the texts that all of them have coded. */
  agreement(asked: CodedBy): Slices<Coded>
  /** Where they have; `whole`: what hangs together by whomever, else stretch by stretch of the same authors. */
  codedStretches(asked: CodedBy, whole: boolean): Slices<CodedStretch[]>
  timeline(asked: TimelineAsked): Slices<Timeline>
  /** The answers that contain the text, by source and question. */
  textSearch(sought: string): Slices<number[]>
  /** In how many places of them it stands, none overlapping the one before. */
  textHits(sought: string): Slices<number>
  /** The `most` most frequent, or all. */
  wordCounts(of: WordsOf & { most?: number }): Slices<WordCount[]>
  /** A window of them. */
  words(of: WordsOf, asked: WordsAsked): Slices<WordWindow>
  /** How often this one occurs: what `words` says of it. */
  wordCount(of: WordsOf, word: string): Slices<number>
  /** Where the words of `wordCounts` stand: of these answers only their spans, ascending and apart; null: all texts. */
  passages(of: WordsOf): Slices<ReadonlyMap<number, readonly Span[]> | null>
  /** Who begins paragraphs with a name and a colon, the busiest first. */
  speakers(): Slices<string[]>
  /** Answers what the views ask first, where something is highlighted. What has been read stays, also of a run that is given up. */
  warm(): Slices<void>
  keep(effects: readonly Effect[]): void
  /** Bytes of memory taken from the system. */
  readonly size: number
  /** Bytes of it that are in use. */
  readonly held: number
}

/**
 * With neither quirks nor criteria: whole answers. With them the passages of the highlights that are of one of the quirks and pass;
 * `whole`: whole answers nevertheless, those with such a highlight, and without quirks all that pass.
 */
export interface WordsOf {
  /** In these alone. */
  sourceIds?: readonly number[] | undefined
  quirkIds?: readonly number[] | undefined
  filters?: readonly Filter[] | undefined
  text?: string | undefined
  whole?: boolean | undefined
  /** The labels before colons that say who speaks are no words. */
  withoutSpeakers?: boolean | undefined
}

interface Opened {
  columns: Columns
  counts: OverlapCounts
  quotes: Quotes
  passing: Passing
  /** Run once a question needs authors and times. */
  authors: Slices<void>
}

/** What no question reads. */
const aside: ReadonlySet<Table> = new Set(['memos', 'chat_messages', 'preferences', 'quirk_shortcut_keys'])
const ofQuirk = ['title', 'author', 'timestamp', 'parentQuirkId'] as const

/** A bubble that is moved or coloured changes no answer. */
const matters = (effect: Effect): boolean =>
  effect.op === 'edit' ||
  (!aside.has(effect.table) &&
    !(effect.op === 'update' && effect.table === 'quirks' && !ofQuirk.some((column) => column in effect.set)))

const ofTexts: ReadonlySet<Table> = new Set(['sources', 'questions', 'question_answers'])
const changesTexts = (effect: Effect): boolean => effect.op === 'edit' || ofTexts.has(effect.table)

const sortsByAuthors = ({ filters, order }: AllQuotesAsked): boolean =>
  needsAuthors(filters) || order === 'author' || order === 'date'

/** A load that is given up is not begun anew: whoever needs it next goes on with it, since what it has read is kept in step. */
function* onward(load: Slices<unknown>): Slices<void> {
  while (!load.next().done) yield
}

export function openKernels(module: KernelModule, db: Db, sizes = usual): Kernels {
  let answers: Answers | null = null
  let columns: Opened | null = null
  let columnsLoad: Slices<Columns> | null = null
  let texts: Texts | null = null
  let textsLoad: Slices<Texts> | null = null
  let version = 0
  const lengths = openTextLengths(db, sizes)
  const speakers = openSpeakers(db, sizes)
  /** What was counted last of who has coded, as long as it holds. */
  let coded: { version: number; coders: Coder[]; agreement: { what: string; value: Coded } | null } | null = null
  const wordWindows = openWordWindows()
  /** What was counted last is of texts alone, whatever is highlighted in them. */
  let countedTexts = false

  const withAnswers = (): Answers => {
    answers ??= openAnswers(db)
    return answers
  }
  const dropColumns = () => {
    columns = null
    columnsLoad = null
  }
  function* withColumns(authors = false): Slices<Opened> {
    columnsLoad ??= loadColumns(openKernel(module, sizes), db, withAnswers(), (opened) => {
      const counts = openOverlapCounts(opened)
      const passing = openPassing(opened, db, (name) => speakers.saidBy(answerIds(), name))
      const quotes = openQuotes(opened, db, passing)
      columns = { columns: opened, counts, quotes, passing, authors: loadAuthors(opened, db) }
    })
    try {
      yield* onward(columnsLoad)
      const open = columns as unknown as Opened
      if (authors) yield* onward(open.authors)
      return open
    } catch (error) {
      dropColumns()
      throw error
    }
  }
  function* withTexts(): Slices<Texts> {
    textsLoad ??= loadTexts(openKernel(module, sizes), db, (opened) => {
      texts = opened
    })
    try {
      yield* onward(textsLoad)
      return texts as unknown as Texts
    } catch (error) {
      texts = null
      textsLoad = null
      throw error
    }
  }

  function* overlapMatrix(): Slices<OverlapMatrix> {
    const quirkIds = db.all<{ id: number }>('SELECT id FROM quirks ORDER BY id').map(({ id }) => id)
    return yield* (yield* withColumns()).counts.matrix(quirkIds)
  }

  function* codersNow(): Slices<Coder[]> {
    const before = version
    if (coded?.version === before) return coded.coders
    const found = yield* coders((yield* withColumns(true)).columns)
    coded = { version: before, coders: found, agreement: null }
    return found
  }

  function* agreementNow(asked: CodedBy): Slices<Coded> {
    const what = JSON.stringify(asked)
    // Counted while something changes, it is of what was before.
    const before = version
    if (coded?.version !== before || coded.agreement?.what !== what) {
      const coders = yield* codersNow()
      const value = yield* agreement((yield* withColumns(true)).columns, lengths, asked)
      coded = { version: before, coders, agreement: { what, value } }
    }
    const { value } = coded.agreement as { value: Coded }
    // What is posted to a page is handed over.
    return { ...value, counts: value.counts.slice() }
  }

  /** Texts are loaded only where one is sought. */
  function* soughtOf(text = ''): Slices<Sought | null> {
    return text === '' ? null : { texts: yield* withTexts(), text }
  }

  return {
    get version() {
      return version
    },
    get held() {
      return (columns?.columns.kernel.held ?? 0) + (texts?.kernel.held ?? 0)
    },
    get size() {
      return (columns?.columns.kernel.size ?? 0) + (texts?.kernel.size ?? 0)
    },
    *overlaps(quirkId) {
      return yield* (yield* withColumns()).counts.against(quirkId)
    },
    overlapMatrix,
    *overlapTable(asked) {
      return yield* overlapTable(yield* overlapMatrix(), asked)
    },
    *propertyCounts(asked) {
      return yield* propertyCounts((yield* withColumns()).columns, db, asked)
    },
    *speakerCounts(asked) {
      const { columns } = yield* withColumns()
      return yield* speakerCounts(columns, db, yield* speakers.speaking(answerIds()), withAnswers().inOrder(), asked)
    },
    *overlapsTogether(quirkIds) {
      return yield* overlapsTogether((yield* withColumns()).columns, quirkIds)
    },
    *filterAnswers(filters, text) {
      const sought = yield* soughtOf(text)
      const { columns, passing } = yield* withColumns(needsAuthors(filters))
      const { pointer, filtered } = yield* passing.of(filters, sought)
      columns.kernel.free(pointer)
      return filtered
    },
    *bareStretches(asked) {
      const sought = yield* soughtOf(asked.text)
      const { columns, passing } = yield* withColumns(needsAuthors(asked.filters))
      return yield* bareStretches(columns, db, passing, asked, sought)
    },
    *compareCriteria(a, b) {
      const sought = [yield* soughtOf(a.text), yield* soughtOf(b.text)] as const
      const { columns, passing } = yield* withColumns(needsAuthors(a.filters) || needsAuthors(b.filters))
      return yield* compareCriteria(columns, passing, [a.filters, b.filters], sought)
    },
    *authors() {
      return yield* authorsOf((yield* withColumns(true)).columns)
    },
    *quotes(asked) {
      const sought = yield* soughtOf(asked.text)
      return yield* (yield* withColumns(sortsByAuthors(asked))).quotes.window(asked, sought)
    },
    *quoteIds(asked) {
      const sought = yield* soughtOf(asked.text)
      return yield* (yield* withColumns(sortsByAuthors(asked))).quotes.ids(asked, sought)
    },
    coders: codersNow,
    agreement: agreementNow,
    *codedStretches(asked, whole) {
      return yield* codedStretches((yield* withColumns(true)).columns, lengths, asked, whole)
    },
    *timeline(asked) {
      if (asked.of === 'memos') return yield* memoTimeline(db, asked)
      return yield* highlightTimeline((yield* withColumns(true)).columns, asked)
    },
    *textSearch(sought) {
      const found = new Set(yield* textSearch(yield* withTexts(), sought))
      return withAnswers()
        .inOrder()
        .flatMap(({ id }) => (found.has(id) ? [id] : []))
    },
    *textHits(sought) {
      return yield* countPlaces(yield* withTexts(), sought)
    },
    *wordCounts({ most = Number.POSITIVE_INFINITY, ...of }) {
      const counts = yield* countWords(yield* withTexts(), yield* passagesAsked(of))
      return mostFrequent(
        Array.from(counts, ([word, count]) => ({ word, count })),
        most,
      )
    },
    *words(of, asked) {
      const open = yield* withTexts()
      const decoder = new TextDecoder()
      const counts = yield* wordWindows.counts(JSON.stringify(of), () => countedWords(of))
      return yield* wordWindows.window(counts, asked, (text) => decoder.decode(open.fold(text)))
    },
    *wordCount(of, word) {
      return (yield* wordWindows.counts(JSON.stringify(of), () => countedWords(of))).get(word) ?? 0
    },
    passages: passagesAsked,
    *speakers() {
      return (yield* speakers.speaking(answerIds())).speakers.map(({ name }) => name)
    },
    *warm() {
      if (!db.one('SELECT 1 FROM highlights LIMIT 1')) return
      yield* overlapMatrix()
      const authors = (yield* codersNow()).slice(0, 2).map(({ author }) => author)
      if (authors.length === 2) yield* agreementNow({ authors, quirkIds: null })
      yield* withTexts()
      const allTexts: WordsOf = {}
      if (wordWindows.isEmpty) yield* wordWindows.counts(JSON.stringify(allTexts), () => countedWords(allTexts))
    },
    keep: (effects) => {
      if (!effects.some(matters)) return
      version += 1
      answers?.keep(effects)
      texts?.keep(effects)
      lengths.keep(effects)
      speakers.keep(effects)
      columns?.quotes.forget()
      columns?.passing.forget()
      if (!countedTexts || effects.some(changesTexts)) wordWindows.forget()
      try {
        columns?.columns.keep(effects)
      } catch (error) {
        // Not what the database holds any more: read anew when next asked.
        dropColumns()
        throw error
      }
    },
  }

  function* countedWords(of: WordsOf): Slices<Map<string, number>> {
    countedTexts = !of.quirkIds && !of.text && (of.filters ?? []).length === 0
    return yield* countWords(yield* withTexts(), yield* passagesAsked(of))
  }
  function answerIds(): number[] {
    return withAnswers()
      .inOrder()
      .map(({ id }) => id)
  }
  function* passagesAsked({ withoutSpeakers, ...of }: WordsOf): Slices<Passages | null> {
    const passages = yield* passagesChosen(of)
    return withoutSpeakers ? yield* speakers.without(answerIds(), passages ?? wholeAnswers()) : passages
  }
  function* passagesChosen({
    sourceIds,
    quirkIds,
    filters = [],
    text,
    whole = false,
  }: Omit<WordsOf, 'withoutSpeakers'>): Slices<Passages | null> {
    const sought = yield* soughtOf(text)
    if (!quirkIds && filters.length === 0 && !sought) return sourceIds ? wholeAnswers(sourceIds) : null
    const { columns: rows, passing } = yield* withColumns(needsAuthors(filters))
    const { pointer, filtered } = yield* passing.of(filters, sought)
    try {
      if (whole && !quirkIds) return wholeAnswers(sourceIds, new Set(filtered.answers.map(({ id }) => id)))
      const passages = yield* passagesOf(rows, { quirkIds, sourceIds, kept: pointer })
      return whole ? wholeAnswers(sourceIds, passages) : passages
    } finally {
      rows.kernel.free(pointer)
    }
  }
  function wholeAnswers(sourceIds?: readonly number[], among?: { has(answerId: number): boolean }): Passages {
    const sources = sourceIds && new Set(sourceIds)
    const passages: Passages = new Map()
    for (const { id, sourceId } of withAnswers().inOrder())
      if ((sources?.has(sourceId) ?? true) && (among?.has(id) ?? true)) passages.set(id, wholeText)
    return passages
  }
}

type Passages = Map<number, readonly Span[]>
const wholeText = [{ start: 0, length: 0x7fffffff }]
