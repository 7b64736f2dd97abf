// Every change that there is, one column or row at a time, against every question: what changes an answer is among what the question says
// that it reads, and what is not among it may happen in the midst of the question.
import { describe, expect, test } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import { type Change, type Effect, invert } from '../../../src/model/change.ts'
import type { AnalysisArgs, AnalysisName, QuoteWriting } from '../../../src/model/queries.ts'
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import { type AnyRow, columnsOf, type Key, keyOf, spec, type Table, tables } from '../../../src/model/schema.ts'
import { plainStep } from '../../../src/model/text/edit.ts'
import { apply } from '../../../wasm/database/apply.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { loadKernels } from '../../../wasm/database/boot/nodeKernels.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { openJournal } from '../../../wasm/database/journal.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { type Kernels, openKernels } from '../../../wasm/kernels/kernels.ts'
import { finish, type Slices, usual } from '../../../wasm/kernels/slices.ts'
import { analysisQueries } from './analyses.ts'
import { readsOf, writtenBy } from './analysisReads.ts'

type Asked = { [N in AnalysisName]: [N, AnalysisArgs<N>] }[AnalysisName]

const where = (field: string, value: string | number): Filter[] => [{ field, operator: '=', value, clause: 'And' }]
const window500 = { offset: 0, limit: 500 }
const everywhere = { quirkIds: null, order: 'place', descending: false } as const
const byAge = { keyId: 1, quirkIds: null, counting: 'highlights', measure: 'count' } as const
const coded = { authors: ['me', 'Ben'], quirkIds: [1, 2] }
const criteria: Filter[][] = [
  [],
  where('highlightAuthor', 'Ben'),
  where('highlightDate', '2026-01-01'),
  where('quirkAuthor', 'me'),
  where('quirkDate', '2026-01-01'),
  where('group', 'Feelings'),
  where('sourceName', 'Anna'),
  where('question', 'Why?'),
  where('quirk', 'Trust'),
  where('sourceQuirk', 1),
  where('answerQuirk', 3),
  where('overlaps', 2),
  where('saidBy', 'Anna'),
  where('Age', 'old'),
]
const writing: QuoteWriting = {
  as: 'csv',
  heading: null,
  reference: '',
  referenceSeveral: '',
  byWhen: '',
  untitled: 'Untitled',
  columns: [],
  language: 'en',
  questions: true,
}

const asked: Asked[] = [
  ['overlaps', { quirkId: 1 }],
  ['overlapMatrix', {}],
  ['overlapTable', { quirkIds: null, least: 1, most: 10, similar: true }],
  ['overlapFile', { quirkIds: null, least: 1, head: ['one', 'other', 'count'], untitled: 'Untitled' }],
  ['crosstab', byAge],
  ['crosstab', { ...byAge, keyId: null }],
  [
    'crosstabFile',
    {
      ...byAge,
      order: { by: 'title', descending: false },
      words: { quirk: 'quirk', total: 'total', without: 'none', untitled: 'Untitled' },
      language: 'en',
    },
  ],
  ['overlapsTogether', { quirkIds: [1, 2], ...window500 }],
  ['coders', {}],
  ['agreement', coded],
  [
    'agreementFile',
    {
      ...coded,
      level: 'character',
      order: { key: 'title', descending: false },
      columns: ['title', 'percent', 'all'].map((key) => ({ key, name: key })),
      words: { together: 'together', untitled: 'Untitled' },
      language: 'en',
    },
  ],
  ['codedStretches', { ...coded, level: 'character', who: 'some', ...window500 }],
  ['timeline', { of: 'highlights', by: 'quirk', quirkIds: null, most: 5 }],
  ['timeline', { of: 'memos', by: 'author', quirkIds: null, most: 5 }],
  [
    'timelineFile',
    {
      ...{ of: 'highlights', by: 'quirk', quirkIds: null, most: 5, unit: 'month' },
      names: { period: 'period', total: 'total', others: 'others', untitled: 'Untitled' },
    },
  ],
  ['memosMade', { from: 0, to: 2 ** 50, ...window500 }],
  ...criteria.map((filters): Asked => ['filteredAnswers', { filters }]),
  ['filteredAnswers', { filters: [], text: 'him' }],
  ['bareStretches', { filters: [], text: 'the', ...window500 }],
  ...criteria.map((filters): Asked => ['filterValues', { field: filters[0]?.field ?? 'sourceName' }]),
  ['comparedQueries', { a: { filters: where('group', 'Feelings'), text: '' }, b: { filters: [], text: 'him' } }],
  ['quotes', { ...everywhere, filters: [], ...window500 }],
  ['quotes', { ...everywhere, filters: where('Age', 'old'), order: 'quirk', ...window500 }],
  ['quoteIds', { ...everywhere, filters: [], order: 'author' }],
  ['quoteRows', { ids: [1, 2] }],
  ['quoteFile', { ids: [1, 2, 3], after: 1, writing }],
  ['textSearch', { text: 'him', ...window500 }],
  ['textHits', { text: 'him' }],
  ['hitPlaces', { text: 'him', wholeWords: false, extent: 'match' }],
  ['speakers', {}],
  ['wordCounts', window500],
  ['wordCounts', { quirkIds: [1], ...window500 }],
  ['wordCounts', { filters: where('sourceName', 'Anna'), text: 'him', ...window500 }],
  ['wordFile', { without: [], least: 1, heads: ['word', 'count', 'share'] }],
  ['wordPlaces', { word: 'him', ...window500 }],
]

/** Everything stops wherever it can. */
const sizes = {
  ...usual,
  rowsRead: 1,
  keys: 1,
  rows: 1,
  bytesRead: 1,
  bytesSearched: 1,
  bytesCounted: 1,
  places: 1,
  pairs: 1,
}

const project = () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(
    db,
    draw(`
      quirk Trust
      quirk Doubt < Trust
      quirk Hope
      group Feelings: Trust, Doubt
      group Good: Hope
      question 2 Why?
      source Anna | I [trusted [him]Doubt]Trust until the [letter]Doubt@Ben came, and ["still"]"a memo"@Ben [hope]Hope@Ben.
      answer Anna 2 | Kim: Nothing is [marked]Trust@Cleo here but him.
      source Ben  | [Never did, said]Doubt [him]Trust@Ben and the other.
    `),
  )
  db.exec(`
    INSERT INTO source_metadata_keys VALUES (1, 'Age', 1, 0), (2, 'Town', 0, 0);
    INSERT INTO source_metadata_values VALUES (1, 1, 'old'), (2, 1, 'young'), (3, 2, 'Bonn');
    INSERT INTO source_metadatas VALUES (1, 1, 1, 1, 'me', 0), (2, 1, 2, 2, 'me', 0), (3, 2, 3, 1, 'me', 0);
    INSERT INTO chat_messages VALUES (1, 'Hello', 'me', 0); INSERT INTO preferences VALUES ('stopList', '[]');
    INSERT INTO quirk_shortcut_keys VALUES (1, 'a')`)
  return db
}

const rowsOf = (db: Db, table: Table) => db.all<AnyRow>(`SELECT * FROM "${table}"`)
/** A value that is another one, and means something. */
const another = (db: Db, table: Table, column: string, now: number | string): number | string => {
  if (typeof now === 'string') return column === 'author' ? 'Dora' : `${now}x`
  const parent = spec(table).parents?.[column] as Table | undefined
  if (!parent) return now + 1
  return (rowsOf(db, parent).find(({ id }) => id !== now)?.id as number | undefined) ?? now
}

function* everyChange(db: Db): Generator<[string, Change]> {
  for (const table of tables) {
    const key = keyOf(table)
    for (const row of rowsOf(db, table).slice(0, 1)) {
      const id = row[key] as Key
      for (const column of columnsOf(table)) {
        // What an edit does; a highlight never changes its text.
        if (column === key || column === 'answer' || (spec(table).onText && /sourceId|questionId/.test(column)))
          continue
        const set = { [column]: another(db, table, column, row[column] as number | string) }
        yield [`${table}.${column} of ${id}`, { op: 'update', table, id, set }]
      }
      yield [`${table} without ${id}`, { op: 'remove', table, id }]
      if (key !== 'id') continue
      const fresh = { ...row, id: 99, ...(table === 'question_answers' && { sourceId: 2, questionId: 2 }) }
      yield [`${table} with another like ${id}`, { op: 'insert', table, id: 99, row: fresh }]
    }
  }
  const [answer] = rowsOf(db, 'question_answers') as [AnyRow & { answer: string; sourceId: number; questionId: number }]
  const rich = readRich(answer.answer)
  const steps = [plainStep(rich, [{ from: 0, to: 12, insert: 'him ' }])]
  yield ['an edit', { op: 'edit', answerId: 1, sourceId: answer.sourceId, questionId: answer.questionId, steps }]
}

const begin = (kernels: Kernels, db: Db, [query, args]: Asked): Slices<unknown> =>
  analysisQueries[query](kernels, db, args as never)
const nameOf = ([query, args]: Asked) => `${query} ${JSON.stringify(args)}`

/** What a question comes to, or that it is refused; `midst` is done after so many slices. */
function ended(slices: Slices<unknown>, after = 0, midst = () => {}): unknown {
  try {
    for (let slice = 0; slice < after; slice += 1) {
      const { done, value } = slices.next()
      if (done) return value
    }
    midst()
    return finish(slices)
  } catch (error) {
    return String(error)
  }
}

describe('what a question reads', async () => {
  const db = project()
  const journal = openJournal(db)
  const module = await loadKernels()
  const doing = (changes: readonly Change[]): Effect[] =>
    db.transaction(() => journal.record(() => apply(db, journal, changes)).effects)
  const answerOf = (each: Asked, kernels: Kernels) => ended(begin(kernels, db, each))
  const kept = openKernels(module, db, sizes)
  const before = asked.map((each) => answerOf(each, kept))

  test.each([...everyChange(db)])('%s', (_, change) => {
    let effects: readonly Effect[] = []
    let isDone = false
    const toAndFro = () => {
      effects = doing(isDone ? invert(effects) : [change])
      kept.keep(effects)
      isDone = !isDone
    }
    toAndFro()
    expect(effects).not.toEqual([])
    const written = writtenBy(effects)
    const fresh = openKernels(module, db, sizes)
    const passedBy = [...asked.entries()].filter(
      ([, [query, args]]) => !readsOf(query, args as never).some((read) => written.has(read)),
    )
    try {
      for (const [n, each] of passedBy) expect(answerOf(each, fresh), nameOf(each)).toEqual(before[n])
      for (const [n, each] of passedBy)
        expect(ended(begin(kept, db, each), n % 7, toAndFro), `${nameOf(each)}, in its midst`).toEqual(before[n])
    } finally {
      if (isDone) toAndFro()
    }
  })
})
