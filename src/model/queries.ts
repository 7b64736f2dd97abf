/**
 * Every live query of a project: its arguments and what it answers. A *rows* query is a keyed list that posts only the rows
 * that differ; a *value* query posts its whole answer when that has changed. Large lists are asked for by window, and what
 * is large as a whole (the highlights of an answer) comes packed in columns.
 */
import type { PassagePlace } from './commands.ts'
import type { PackedHighlights } from './packedHighlights.ts'
import type { Result } from './problems.ts'
import type { Filter } from './rules/filters.ts'
import type { SourceOrder, SourcesOnly } from './rules/sourceOrder.ts'
import type { Group, Key, Memo, Preference, Question, Quirk, Row, Source } from './schema.ts'
import type { EditStep } from './text/edit.ts'
import type { RichText } from './text/richText.ts'
import type { Snippet } from './text/snippet.ts'
import type { Span } from './text/span.ts'

/** A quirk as the canvas draws it, with the number of its highlights. */
export type QuirkRow = Quirk & { highlights: number }
/** A highlight on the open text; its colour is its quirk's. */
export type HighlightRow = Omit<Row<'highlights'>, 'sourceId' | 'questionId'>
/** A source in a list, with the number of its highlights; `read`: it has been opened in this browser. */
export type SourceRow = Source & { highlights: number; read: boolean }
/** Which sources, and in which order: those whose title contains `search`. */
export interface SourcesAsked {
  search?: string
  order?: SourceOrder
  only?: SourcesOnly
}
/** A source with what it has of each property. */
export type SourceTableRow = SourceRow & { properties: { keyId: number; valueId: number }[] }
/** A passage with what is around it, and the title of its source. */
export type PassageRow = PassagePlace & Snippet & { source: string }
/** How a source answers a question; `answerId` null: not at all. */
export type AnswerRow = { questionId: number; answerId: number | null; empty: boolean; highlights: number }
/** What there is to a question in all sources; `answers`: those that are not empty. */
export type QuestionCount = { questionId: number; answers: number; highlights: number; memos: number }

/**
 * The text of an answer. `tick` counts the changes of the text as this browser shows it. Posted whole at first, then as the
 * `steps` that lead from the last posted tick to this one, with who wrote them where it was another person; whole again when steps cannot tell it.
 */
export type AnswerText =
  | { tick: number; answerId: number; rich: RichText; steps?: undefined }
  | { tick: number; answerId: number; rich?: undefined; steps: EditStep[]; session: string | null; by?: string | null }
  | { tick: number; answerId: null; rich?: undefined; steps?: undefined }

type Window = { offset: number; limit: number }

export interface QueryMap {
  quirks: { args: Record<never, never>; row: QuirkRow }
  questions: { args: Record<never, never>; row: Question }
  groups: { args: Record<never, never>; row: Group }
  groupQuirks: { args: Record<never, never>; row: Row<'group_quirks'> }
  shortcutKeys: { args: Record<never, never>; row: Row<'quirk_shortcut_keys'> }
  preferences: { args: Record<never, never>; row: Preference }
  propertyKeys: { args: Record<never, never>; row: Row<'source_metadata_keys'> }
  propertyValues: { args: Record<never, never>; row: Row<'source_metadata_values'> }
  sourceProperties: { args: { sourceId: number }; row: Row<'source_metadatas'> }
  chatMessages: { args: Record<never, never>; row: Row<'chat_messages'> }
  /** Those of one answer. Where the text has changed, or many of them, all are posted again. */
  highlights: {
    args: { sourceId: number; questionId: number }
    posted: { packed: PackedHighlights } | { put: HighlightRow[]; gone: number[] }
  }
  memos: { args: { sourceId: number; questionId: number }; row: Memo }
  source: { args: { sourceId: number }; value: SourceRow | null }
  /** A window of the sources asked for; `limit` at most 500. */
  sources: { args: SourcesAsked & Window; value: { total: number; rows: SourceRow[] } }
  /** All of them, in that order, by id. */
  sourceIds: { args: SourcesAsked; value: number[] }
  sourceTable: { args: SourcesAsked & Window; value: { total: number; rows: SourceTableRow[] } }
  /** These sources, at most 500, in this order; those that are no more are left out. */
  sourceRows: { args: { sourceIds: number[] }; value: SourceTableRow[] }
  /** How many sources have each value of a property, and how many have several. */
  propertyUses: { args: { keyId: number }; value: { values: { valueId: number; sources: number }[]; several: number } }
  /** At most 500; those that lie in no text any more are left out. */
  passages: { args: { places: PassagePlace[] }; value: PassageRow[] }
  /** One row for each question, in their order. */
  answers: { args: { sourceId: number }; value: AnswerRow[] }
  /** By question. Counted anew at each change of these: for a dialogue, and for what is said when one is removed. */
  questionCounts: { args: Record<never, never>; value: QuestionCount[] }
  totals: { args: Record<never, never>; value: { sources: number; quirks: number; highlights: number; memos: number } }
  answer: { args: { sourceId: number; questionId: number }; value: AnswerText }
}

export type QueryName = keyof QueryMap
export type QueryArgs<N extends QueryName> = QueryMap[N]['args']
export type RowsQueryName = { [N in QueryName]: QueryMap[N] extends { row: unknown } ? N : never }[QueryName]
export type ValueQueryName = { [N in QueryName]: QueryMap[N] extends { value: unknown } ? N : never }[QueryName]
export type QueryRow<N extends RowsQueryName> = QueryMap[N] extends { row: infer R } ? R : never
export type QueryValue<N extends ValueQueryName> = QueryMap[N] extends { value: infer V } ? V : never

/** What a watch posts: first everything, then what differs. */
export type Posted<N extends QueryName> = N extends RowsQueryName
  ? { all: QueryRow<N>[] } | { put: QueryRow<N>[]; gone: Key[] }
  : N extends ValueQueryName
    ? { value: QueryValue<N> }
    : QueryMap[N] extends { posted: infer P }
      ? P
      : never

/** By place: source, question, position. The others keep that order among their equals. */
export type QuoteOrder = 'place' | 'quirk' | 'author' | 'date' | 'length'

/** A highlight with its words, in a list. */
export type QuoteRow = Row<'highlights'> & { quote: string; source: string; question: string }
/** An answer that contains what was sought, with its first place. */
export type SearchRow = { answerId: number; sourceId: number; questionId: number; source: string } & Snippet
export type HitExtent = 'match' | 'sentence' | 'paragraph'
/** Every place of a text in any case and script, or the sentence or paragraph around it; those that overlap are one. */
export interface HitsAsked {
  text: string
  /** No parts of words. */
  wholeWords: boolean
  extent: HitExtent
  /** In these sources alone. */
  sourceIds?: number[]
}
/** A stretch that the highlights of several quirks have in common. */
export type TogetherRow = { sourceId: number; questionId: number; source: string; quote: string } & Span

/**
 * Questions to the whole project, answered by the kernels: worked out in slices, so that commands and other questions get their turn,
 * and given up when nobody waits for them any more. Each answers a Result. Windows are of at most 500 rows.
 */
export interface AnalysisMap {
  /** The quirks whose highlights overlap those of one, the most frequent first; itself where highlights of it overlap each other. */
  overlaps: { args: { quirkId: number }; value: { quirkId: number; count: number }[] }
  /** Triples: index in `quirkIds`, higher index, count of overlapping pairs. */
  overlapMatrix: { args: Record<never, never>; value: { quirkIds: readonly number[]; pairs: Uint32Array } }
  overlapsTogether: { args: { quirkIds: number[] } & Window; value: { total: number; rows: TogetherRow[] } }
  /** Counts of highlights that pass, of each answer that does and each quirk that has some. */
  filteredAnswers: {
    args: { filters: Filter[] }
    value: {
      answers: { id: number; highlights: number }[]
      quirks: { id: number; highlights: number }[]
      highlights: number
    }
  }
  /** `quirkIds` null: of every quirk. */
  quotes: {
    args: { quirkIds: number[] | null; filters: Filter[]; order: QuoteOrder; descending: boolean } & Window
    value: { total: number; rows: QuoteRow[] }
  }
  /** By source and question. */
  textSearch: { args: { text: string } & Window; value: { total: number; rows: SearchRow[] } }
  /** By source and question; four numbers each: source, question, start, length. */
  hitPlaces: { args: HitsAsked; value: Float64Array }
  /** The most frequent words of the answers of some sources, of the passages of some quirks, or of everything. */
  wordCounts: {
    args: { sourceIds?: number[]; quirkIds?: number[]; limit: number }
    value: { word: string; count: number }[]
  }
}

export type AnalysisName = keyof AnalysisMap
export type AnalysisArgs<N extends AnalysisName> = AnalysisMap[N]['args']
export type AnalysisValue<N extends AnalysisName> = AnalysisMap[N]['value']
/** What a watch of an analysis posts. */
export type Answered<N extends AnalysisName> = Result<AnalysisValue<N>>
