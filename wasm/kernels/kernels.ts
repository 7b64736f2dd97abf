/**
 * What is asked of a whole project: opens the columns and the texts of a database when a question first needs them, and keeps them in
 * step with what is done. Questions are slices: whoever runs them may let others in between, and begins anew when `version` has changed.
 */
import type { Effect } from '../../src/model/change.ts'
import type { Filter } from '../../src/model/rules/filters.ts'
import type { Table } from '../../src/model/schema.ts'
import type { Span } from '../../src/model/text/span.ts'
import type { Db } from '../db.ts'
import { type Answers, openAnswers } from './answers.ts'
import type { Columns } from './columns.ts'
import { type Filtered, filterAnswers, needsAuthors } from './filterAnswers.ts'
import { type KernelModule, openKernel } from './kernel.ts'
import { loadAuthors, loadColumns } from './loadColumns.ts'
import { type OverlapCounts, type OverlapMatrix, openOverlapCounts } from './overlapCounts.ts'
import { overlapsTogether, passagesOfQuirks, type Together } from './overlapsTogether.ts'
import { openQuotes, type Quotes, type QuotesAsked } from './quotes.ts'
import { type Slices, usual } from './slices.ts'
import { textSearch } from './textSearch.ts'
import { loadTexts, type Texts } from './texts.ts'
import { type WordCount, wordCounts } from './wordCounts.ts'

export interface Kernels {
  /** Another after each change that an answer can depend on. */
  readonly version: number
  /** Of `quirkId` with each quirk that it overlaps, itself included. */
  overlaps(quirkId: number): Slices<Map<number, number>>
  overlapMatrix(): Slices<OverlapMatrix>
  overlapsTogether(quirkIds: readonly number[]): Slices<Together[]>
  filterAnswers(filters: readonly Filter[]): Slices<Filtered>
  quotes(asked: QuotesAsked): Slices<{ total: number; ids: number[] }>
  /** The answers that contain the text, by source and question. */
  textSearch(sought: string): Slices<number[]>
  /** Of the answers of these sources, of the passages of these quirks, or of everything; the `most` most frequent, or all. */
  wordCounts(of: { sourceIds?: readonly number[]; quirkIds?: readonly number[]; most?: number }): Slices<WordCount[]>
  keep(effects: readonly Effect[]): void
  /** Bytes of memory taken from the system. */
  readonly size: number
  /** Bytes of it that are in use. */
  readonly held: number
}

interface Opened {
  columns: Columns
  counts: OverlapCounts
  quotes: Quotes
  /** Run once a question needs authors and times. */
  authors: Slices<void>
}

/** What no question reads. */
const aside: ReadonlySet<Table> = new Set(['memos', 'chat_messages', 'preferences', 'quirk_shortcut_keys'])
const ofQuirk = ['title', 'author', 'timestamp'] as const

/** A bubble that is moved or coloured changes no answer. */
const matters = (effect: Effect): boolean =>
  effect.op === 'edit' ||
  (!aside.has(effect.table) &&
    !(effect.op === 'update' && effect.table === 'quirks' && !ofQuirk.some((column) => column in effect.set)))

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
      columns = { columns: opened, counts, quotes: openQuotes(opened, db), authors: loadAuthors(opened, db) }
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
    *overlapMatrix() {
      const quirkIds = db.all<{ id: number }>('SELECT id FROM quirks ORDER BY id').map(({ id }) => id)
      return yield* (yield* withColumns()).counts.matrix(quirkIds)
    },
    *overlapsTogether(quirkIds) {
      return yield* overlapsTogether((yield* withColumns()).columns, quirkIds)
    },
    *filterAnswers(filters) {
      return yield* filterAnswers((yield* withColumns(needsAuthors(filters))).columns, db, filters)
    },
    *quotes(asked) {
      const authors = needsAuthors(asked.filters) || asked.order === 'author' || asked.order === 'date'
      return yield* (yield* withColumns(authors)).quotes.window(asked)
    },
    *textSearch(sought) {
      const found = new Set(yield* textSearch(yield* withTexts(), sought))
      return withAnswers()
        .inOrder()
        .flatMap(({ id }) => (found.has(id) ? [id] : []))
    },
    *wordCounts({ sourceIds, quirkIds, most }) {
      const open = yield* withTexts()
      const passages = quirkIds ? yield* passagesOf(quirkIds) : sourceIds ? wholeAnswers(sourceIds) : null
      return yield* wordCounts(open, passages, most)
    },
    keep: (effects) => {
      if (!effects.some(matters)) return
      version += 1
      answers?.keep(effects)
      texts?.keep(effects)
      columns?.quotes.forget()
      try {
        columns?.columns.keep(effects)
      } catch (error) {
        // Not what the database holds any more: read anew when next asked.
        dropColumns()
        throw error
      }
    },
  }

  function* passagesOf(quirkIds: readonly number[]): Slices<Map<number, Span[]>> {
    const { columns: rows } = yield* withColumns()
    return passagesOfQuirks(rows, quirkIds)
  }
  function wholeAnswers(sourceIds: readonly number[]): Map<number, Span[]> {
    const sought = new Set(sourceIds)
    const whole = [{ start: 0, length: 0x7fffffff }]
    return new Map(
      withAnswers()
        .inOrder()
        .flatMap((answer) => (sought.has(answer.sourceId) ? [[answer.id, whole] as const] : [])),
    )
  }
}
