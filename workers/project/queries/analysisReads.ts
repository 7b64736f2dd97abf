/**
 * What each question to the whole project reads (`analyses.ts` beside it, and the kernels that answer it), and what a batch of effects has
 * written: a question is asked again when the two have something in common.
 *
 * Promises: whatever changes an answer is among what its question reads; so is whatever moves what the question looks at while it is at work.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { AnalysisArgs, AnalysisName, CrosstabAsked, TimelineAsked, WordsOf } from '../../../src/model/queries.ts'
import type { Criteria } from '../../../src/model/rules/analysis/criteria.ts'
import { readsOfField, readsOfValues } from './filterFields.ts'
import { highlights, links, questions, quirkPaths, type Read, type Reads, sources, texts, whole } from './reads.ts'

const matrix: Reads = [...highlights, 'quirks']
const divided = ({ keyId }: CrosstabAsked): Reads => [
  ...matrix,
  'sources',
  // Who speaks is read from the texts, which `highlights` has.
  ...(keyId === null ? [] : [...whole('source_metadata_values'), ...links]),
]
const made = ({ of }: TimelineAsked): Reads =>
  of === 'memos' ? ['memos', 'memos.author', 'memos.timestamp'] : highlights

const passing = ({ filters }: Pick<Criteria, 'filters'>): Reads => [
  ...highlights,
  ...filters.flatMap(({ field }) => readsOfField(field)),
]
const inOrder = (asked: AnalysisArgs<'quoteIds'>): Reads => [
  ...passing(asked),
  ...(asked.order === 'quirk' ? (['quirks', 'quirks.title'] as const) : []),
]
const words = ({ quirkIds, filters = [], text }: WordsOf): Reads =>
  quirkIds || filters.length > 0 || text ? passing({ filters }) : texts

const reads: { readonly [N in AnalysisName]: (args: AnalysisArgs<N>) => Reads } = {
  overlaps: () => highlights,
  overlapMatrix: () => matrix,
  overlapTable: () => matrix,
  overlapFile: () => [...matrix, 'quirks.title'],
  crosstab: divided,
  crosstabFile: (asked) => [...divided(asked), ...whole('source_metadata_keys'), 'quirks.title'],
  overlapsTogether: () => [...highlights, ...sources],
  coders: () => highlights,
  agreement: () => highlights,
  agreementFile: () => [...highlights, 'quirks', 'quirks.title'],
  codedStretches: () => [...highlights, ...sources],
  timeline: made,
  timelineFile: (asked) => [...made(asked), 'quirks', 'quirks.title'],
  memosMade: () => [...whole('memos'), ...sources],
  filteredAnswers: passing,
  bareStretches: (asked) => [...passing(asked), ...sources, ...questions],
  filterValues: ({ field }) => readsOfValues(field),
  comparedQueries: ({ a, b }) => [...passing(a), ...passing(b)],
  quotes: (asked) => [...inOrder(asked), ...sources, ...questions],
  quoteIds: inOrder,
  quoteRows: () => [...highlights, ...sources, ...questions],
  quoteFile: () => [...highlights, ...sources, ...questions, ...quirkPaths],
  textSearch: () => [...texts, ...sources, ...questions],
  textHits: () => texts,
  hitPlaces: () => texts,
  speakers: () => texts,
  wordCounts: words,
  wordFile: words,
  wordPlaces: (asked) => [...words(asked), ...sources],
}

export const readsOf = <N extends AnalysisName>(query: N, args: AnalysisArgs<N>): Reads => reads[query](args)

/** An edit moves what lies on its text, or takes it away. */
const byEdit: Reads = [
  'question_answers.answer',
  ...(['highlights', 'memos'] as const).flatMap((table): Reads => [table, `${table}.start`, `${table}.length`]),
]

export function writtenBy(effects: readonly Effect[]): ReadonlySet<Read> {
  const written = new Set<Read>()
  for (const effect of effects) {
    if (effect.op === 'edit') for (const read of byEdit) written.add(read)
    else if (effect.op !== 'update') written.add(effect.table)
    else for (const column of Object.keys(effect.set)) written.add(`${effect.table}.${column}` as Read)
  }
  return written
}
