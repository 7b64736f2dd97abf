/**
 * Every live query of a project: its arguments and what it answers. A *rows* query is a keyed list that posts only the rows
 * that differ; a *value* query posts its whole answer when that has changed. Large lists are asked for by window, and what
 * is large as a whole (the highlights of an answer) comes packed in columns.
 */
import type { PassagePlace } from './commands.ts'
import type { PackedHighlights } from './packedHighlights.ts'
import type { Result } from './problems.ts'
import type { AgreementLevel } from './rules/analysis/agreement.ts'
import type { AgreementColumn, AgreementFigures } from './rules/analysis/agreementTable.ts'
import type { Criteria } from './rules/analysis/criteria.ts'
import type { CrosstabOrder } from './rules/analysis/crosstabTable.ts'
import type { Filter } from './rules/analysis/filters.ts'
import type { PeriodUnit } from './rules/analysis/periods.ts'
import type { Counting, Measure } from './rules/analysis/shares.ts'
import type { Counted, Stretch } from './rules/analysis/timelinePeriods.ts'
import type { SourceOrder, SourcesOnly } from './rules/sourceOrder.ts'
import type { Group, Key, Memo, Preference, Question, Quirk, Recording, Row, Source } from './schema.ts'
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
/** Which sources, and in which order: those whose title contains `search`, and that have one of `values` of each property that these belong to. */
export interface SourcesAsked {
  search?: string
  order?: SourceOrder
  only?: SourcesOnly
  /** By id; those that are no more filter nothing. */
  values?: readonly number[]
}
/** A source with what it has of each property. */
export type SourceTableRow = SourceRow & { properties: { keyId: number; valueId: number; value: string }[] }
/** `values`: by their words where the property is sorted so, else as they were added. */
export type PropertyOffer = { keyId: number; total: number; values: PropertyValue[] }
export type PropertyValue = { id: number; value: string }
/** `sources`: how many have it. */
export type PropertyValueRow = PropertyValue & { sources: number }
/** A passage with what is around it, and the title of its source. */
export type PassageRow = PassagePlace & Snippet & { source: string }
/** How a source answers a question; `answerId` null: not at all. */
export type AnswerRow = { questionId: number; answerId: number | null; empty: boolean; highlights: number }
/** What there is to a question in all sources; `answers`: those that are not empty. */
export type QuestionCount = { questionId: number; answers: number; highlights: number; memos: number }

/**
 * The text of an answer. `tick` counts the changes of the text as this browser shows it. Posted whole at first, then as the
 * `steps` that lead from the last posted tick to this one, with who wrote them where it was another person; whole again when steps cannot tell it. `isUnreadable`: a part of it
 * could not be decrypted, so that it takes no edits.
 */
export type AnswerText =
  | { tick: number; answerId: number; rich: RichText; steps?: undefined; isUnreadable?: true }
  | {
      tick: number
      answerId: number
      rich?: undefined
      steps: EditStep[]
      session: string | null
      by?: string | null
      isUnreadable?: true
    }
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
  chatMessages: { args: Record<never, never>; row: Row<'chat_messages'> }
  /** Those of one answer. Where the text has changed, or many of them, all are posted again. */
  highlights: {
    args: { sourceId: number; questionId: number }
    posted: { packed: PackedHighlights } | { put: HighlightRow[]; gone: number[] }
  }
  memos: { args: { sourceId: number; questionId: number }; row: Memo }
  /** Of what the text of an answer was written down: of one answer, or all. */
  recordings: { args: { sourceId: number; questionId: number } | Record<never, never>; row: Recording }
  /**
   * Where the words of a recording stand in its text as it is, and when each was said: packed (`sound/packedWords.ts`). Empty
   * where nobody knows. Asked for, not watched: to align them takes some 50 ms for an hour.
   */
  spokenWords: { args: { recordingId: number }; value: Float64Array }
  source: { args: { sourceId: number }; value: SourceRow | null }
  /** A window of the sources asked for; `limit` at most 500. */
  sources: { args: SourcesAsked & Window; value: { total: number; rows: SourceRow[] } }
  /** All of them, in that order, by id. */
  sourceIds: { args: SourcesAsked; value: number[] }
  sourceTable: { args: SourcesAsked & Window; value: { total: number; rows: SourceTableRow[] } }
  /** These sources, at most 500, in this order; those that are no more are left out. */
  sourceRows: { args: { sourceIds: number[] }; value: SourceTableRow[] }
  /** Of titles, a line each, how many an import would take for those of sources that are there, or of `coming`, a line each. */
  titlesThere: { args: { titles: string; coming?: string }; value: number }
  /** Of each of these documents, whether a source of its title has its words already. */
  textsThere: { args: { documents: { title: string; html: string }[] }; value: boolean[] }
  /** By property, what can be chosen of it: its first `most` values, as it has them in order, and those of `chosen`; `total`: of all. */
  propertyOffers: { args: { most: number; chosen: readonly number[] }; value: PropertyOffer[] }
  /** These; those that are no more are left out. */
  valuesNamed: {
    args: { valueIds: readonly number[] }
    value: { valueIds: readonly number[]; rows: Row<'source_metadata_values'>[] }
  }
  /** A window of the values of a property, by their words where it is sorted so, else as they were added, with how many sources have each. */
  propertyValues: { args: { keyId: number } & Window; value: { total: number; rows: PropertyValueRow[] } }
  /** Values of a property that begin with `search`, then those that contain it, in any case: at most `most`, and that which is `search` itself. */
  propertyMatches: { args: { keyId: number; search: string; most: number }; value: PropertyValue[] }
  /** Those that have a comma in them, of properties with several values: a text that names several is read by them. */
  valuesWithComma: { args: Record<never, never>; value: { keyId: number; value: string }[] }
  /** How many sources have several values of a property. */
  propertySeveral: { args: { keyId: number }; value: number }
  /** In how many sources, of all, these quirks have a highlight. */
  quirkSources: { args: { quirkIds: readonly number[] }; value: { sources: number; of: number } }
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

/** Which highlights, and in which order. `quirkIds` null: of every quirk. */
export interface QuotesAsked {
  quirkIds: readonly number[] | null
  filters: Filter[]
  /** Highlights pass that share a character with a place of it (`rules/analysis/criteria.ts`); missing or empty: all. */
  text?: string
  order: QuoteOrder
  descending: boolean
}
/**
 * A highlight with its words, the first `longestQuote` of them, and what is around it. `paragraphs`: the numbers of the first and the last
 * that it touches.
 */
export type QuoteRow = Row<'highlights'> & {
  quote: string
  before: string
  after: string
  source: string
  question: string
  paragraphs: readonly [number, number]
}
/** How quotes are written where they leave the program. `reference` has `{quote}`, `{source}` and `{at}` in it, as for several paragraphs. */
export interface QuoteWriting {
  as: 'text' | 'csv'
  /** Above each new quirk or source, by what they are ordered. */
  heading: 'quirk' | 'source' | null
  reference: string
  referenceSeveral: string
  /** Has `{author}` and `{time}`. */
  byWhen: string
  untitled: string
  /** The columns of a table: quirk, words, source, question, author, date, paragraph, start, length. */
  columns: readonly string[]
  /** Of dates in text, as BCP 47 names it. */
  language: string
  /** The question stands with the source. */
  questions: boolean
}
/** An answer that contains what was sought, with its first place. */
export type SearchRow = {
  answerId: number
  sourceId: number
  questionId: number
  source: string
  question: string
} & Span &
  Snippet
/** `hits`: places in this answer, of which the first one is told. */
export type FoundAnswer = SearchRow & { hits: number }
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
/**
 * With neither quirks nor criteria: whole texts. With them the passages of the highlights that are of one of the quirks and pass; `whole`:
 * whole texts nevertheless, those with such a highlight, and without quirks all that pass.
 */
export interface WordsOf extends Partial<Criteria> {
  /** In these alone. */
  sourceIds?: readonly number[]
  quirkIds?: readonly number[]
  whole?: boolean
  /** The labels before colons that say who speaks are no words (`rules/analysis/speakerLabels.ts`). */
  withoutSpeakers?: boolean
}
/** What a cloud and its table count. */
export interface WordsCounted extends WordsOf {
  without: readonly string[]
  withoutNumbers?: boolean
  least: number
}
/** What passes the first of two criteria, the second, and both: the last is counted in all three. */
export interface Shares {
  a: number
  b: number
  both: number
}
/** Somebody who has made highlights, and in how many texts. */
export interface Coder {
  author: string
  highlights: number
  texts: number
}
/** Who is compared, and where: in the texts in which each of the authors (at most `mostCoders`) has a highlight of some quirk. */
export interface AgreementAsked {
  authors: string[]
  /** null: every quirk. */
  quirkIds: readonly number[] | null
  /** Only in these; left out: in all. */
  sourceIds?: readonly number[]
  questionIds?: readonly number[]
}
/** What is counted for a timeline, and by what; `most`: so many authors or quirks have numbers of their own. */
export interface TimelineAsked {
  of: 'highlights' | 'memos'
  by: 'author' | 'quirk'
  /** null: of every quirk. */
  quirkIds: readonly number[] | null
  most: number
}
/** Who has coded a stretch: all of them, some but not all, or the author at this place alone. */
export type CodedWho = 'all' | 'some' | number
/** A stretch with its first words, `longestQuote` of them. */
export type CodedRow = { sourceId: number; questionId: number; source: string; quote: string; by: string[] } & Span
/** A memo in a list. */
export type MemoRow = Memo & { source: string }

/** A stretch that the highlights of several quirks have in common. */
export type TogetherRow = { sourceId: number; questionId: number; source: string; quote: string } & Span

/** A table as the bytes of a file. */
export interface CsvFile {
  bytes: Uint8Array
}

/** The matrix of overlaps, packed; a place is an index of `quirkIds`. */
export interface OverlapTable {
  /** Those that overlap another one, by their overlaps in all, the most first. */
  quirkIds: readonly number[]
  /** Overlaps of each with all others that were asked for. */
  totals: Uint32Array
  /** Those of place p are the entries from `starts[p]` to `starts[p + 1]`: `others` has the other place, `counts` the count. */
  starts: Uint32Array
  others: Uint32Array
  counts: Uint32Array
  highest: number
  /** Places in an order in which those that overlap much are neighbours; empty where it was not asked for. */
  similar: Uint32Array
  /** Quirks that overlap another one, with those that `most` leaves out. */
  overlapping: number
}

export interface CrosstabAsked {
  /** The property whose values are the columns; null: who speaks. */
  keyId: number | null
  /** null: every quirk. */
  quirkIds: readonly number[] | null
  counting: Counting
  measure: Measure
}

/** Quirks by the values of a property or by who speaks, as they were asked for; `rules/analysis/shares.ts` says what stands in a cell, and where it is (`cellAt`). */
export interface Crosstab extends Pick<PropertyCounts, 'quirkIds' | 'valueIds' | 'left'> {
  keyId: number | null
  /** What the columns are called, where they are who speaks; null: they are the values of a property. */
  names: readonly string[] | null
  counting: Counting
  measure: Measure
  cells: Float64Array
}

/**
 * Quirks by the values of a property. A highlight counts in each value of its source; sources without any are the last column. By who speaks: in whoever says
 * any of it; what nobody says is the last column.
 */
export interface PropertyCounts {
  /** The rows. */
  quirkIds: readonly number[]
  /** The columns but for the last: ids of values or of speakers. */
  valueIds: readonly number[]
  /** By row, then column; of `sources` those with a highlight. */
  highlights: Uint32Array
  sources: Uint32Array
  /** Of each row, each highlight and each source counted once. */
  rowHighlights: Uint32Array
  rowSources: Uint32Array
  /** Of each column; `columnSources`: with a highlight of any of these quirks, `sourcesOfValue`: coded or not (of speakers: in which they speak, of the last column all). */
  columnHighlights: Uint32Array
  columnSources: Uint32Array
  sourcesOfValue: Uint32Array
  /** Each counted once; `sources`: all there are, `codedSources`: those with a highlight of any of these quirks. */
  total: { highlights: number; sources: number; codedSources: number }
  /** Values or speakers that are left out, because there are too many: those that the fewest sources have, those who speak least. */
  left: number
}

/**
 * Questions to the whole project, answered by the kernels: worked out in slices, so that commands and other questions get their turn,
 * and given up when nobody waits for them any more. Each answers a Result. Windows are of at most 500 rows.
 */
export interface AnalysisMap {
  /** The quirks whose highlights overlap those of one, the most frequent first; itself where highlights of it overlap each other. */
  overlaps: { args: { quirkId: number }; value: { quirkId: number; count: number }[] }
  /** Triples: index in `quirkIds`, higher index, count of overlapping pairs. */
  overlapMatrix: { args: Record<never, never>; value: { quirkIds: readonly number[]; pairs: Uint32Array } }
  /** The same without the pairs below `least`, of `quirkIds` (null: all) the `most` with the most overlaps. */
  overlapTable: {
    args: { quirkIds: readonly number[] | null; least: number; most: number; similar: boolean }
    value: OverlapTable
  }
  /** All pairs with at least so many overlaps as a CSV file; `head`: the names of its columns, `untitled`: what stands for an empty title. */
  overlapFile: {
    args: {
      quirkIds: readonly number[] | null
      least: number
      head: readonly [string, string, string]
      untitled: string
    }
    value: CsvFile
  }
  crosstab: { args: CrosstabAsked; value: Crosstab }
  /** The same table as CSV; `language`: whose order titles have. */
  crosstabFile: {
    args: CrosstabAsked & {
      order: CrosstabOrder
      words: { quirk: string; total: string; without: string; untitled: string }
      language: string
    }
    value: CsvFile
  }
  overlapsTogether: { args: { quirkIds: number[] } & Window; value: { total: number; rows: TogetherRow[] } }
  coders: { args: Record<never, never>; value: { coders: Coder[] } }
  /** Of each level what `rules/analysis/agreementTable.ts` tells: of all quirks together, then of each that was used. */
  agreement: {
    args: AgreementAsked
    value: { texts: number; characters: number; levels: Record<AgreementLevel, AgreementFigures[]> }
  }
  /** The same table as CSV, at one level; `columns`: the names of those that are shown, `language`: whose order titles have. */
  agreementFile: {
    args: AgreementAsked & {
      level: AgreementLevel
      order: { key: AgreementColumn; descending: boolean }
      columns: readonly { key: AgreementColumn; name: string }[]
      words: { together: string; untitled: string }
      language: string
    }
    value: CsvFile
  }
  /** Where they have coded words with one quirk, by source, question and place: of white space alone none. `totals`: by all, by some, then by each author alone. */
  codedStretches: {
    args: AgreementAsked & { quirkIds: number[]; level: AgreementLevel; who: CodedWho } & Window
    value: { total: number; rows: CodedRow[]; totals: number[] }
  }
  /** Numbers for each period in which there are some; memos by author alone, whatever their place. */
  timeline: {
    args: TimelineAsked
    value: {
      /** The shortest: hours where all lies within two days. */
      unit: 'hour' | 'day'
      /** From the first day with something to the last. */
      whole: Stretch | null
      /** Of a unit that is shorter than the shortest none. */
      periods: Record<PeriodUnit, Counted>
      series: { key: string | number; total: number }[]
      others: number
      undated: number
    }
  }
  /** All of its periods of one length as CSV, those with nothing too. */
  timelineFile: {
    args: TimelineAsked & {
      unit: PeriodUnit
      names: { period: string; total: string; others: string; untitled: string }
    }
    value: CsvFile
  }
  /** Those made in the period, the earliest first; `to`: after its end. */
  memosMade: { args: { from: number; to: number } & Window; value: { total: number; rows: MemoRow[] } }
  /** How many answers and highlights pass, and of each quirk that has some; `bare`: what belongs to no quirk (`bareStretches`). */
  filteredAnswers: {
    args: { filters: Filter[]; text?: string }
    value: { answers: number; quirks: { id: number; highlights: number }[]; highlights: number; bare: number }
  }
  /** By source and question: of the answers that pass what no passing highlight covers; without a text the answer, with its beginning. */
  bareStretches: { args: Criteria & Window; value: { total: number; rows: SearchRow[] } }
  /** What there is to compare a field of a filter with: each once, sorted by code units. */
  filterValues: { args: { field: string }; value: { values: string[] } }
  /** Highlights of each quirk with some, of all; answers. */
  comparedQueries: {
    args: { a: Criteria; b: Criteria }
    value: { quirks: ({ id: number } & Shares)[]; highlights: Shares; answers: Shares }
  }
  /** `near`: a highlight that stood at `at`; the window, and so `offset`, goes along with it to where it stands now. */
  quotes: {
    args: QuotesAsked & Window & { near?: { id: number; at: number } }
    value: { total: number; offset: number; rows: QuoteRow[] }
  }
  /** All of them, in their order. */
  quoteIds: { args: QuotesAsked; value: { ids: Float64Array } }
  /** These, at most 500, in this order, with all their words; those that are no more are left out. */
  quoteRows: { args: { ids: number[] }; value: { rows: QuoteRow[] } }
  /** These written as part of a file, UTF-8, at most 5000; `after`: the one before them, null at the beginning. */
  quoteFile: { args: { ids: number[]; after: number | null; writing: QuoteWriting }; value: { part: Uint8Array } }
  /** By source and question; `sources`: how many these answers belong to. */
  textSearch: { args: { text: string } & Window; value: { total: number; sources: number; rows: FoundAnswer[] } }
  /** Places in all answers together, none overlapping the one before. */
  textHits: { args: { text: string }; value: { hits: number } }
  /** By source and question; four numbers each: source, question, start, length. */
  hitPlaces: { args: HitsAsked; value: Float64Array }
  /** Who speaks in transcripts: what begins several paragraphs before a colon, the most frequent first. */
  speakers: { args: Record<string, never>; value: { names: string[] } }
  /** Words with how often they occur, whatever their case; the usual order is the most frequent first. */
  wordCounts: {
    args: WordsOf & {
      /** Words that are left out; of the others only those that contain `search` and occur `least` times are in rows and total. */
      without?: readonly string[]
      /** Those that consist of digits alone are left out too. */
      withoutNumbers?: boolean
      search?: string
      least?: number
      order?: 'count' | 'word'
      descending?: boolean
    } & Window
    /** `occurrences`: of all words that are not left out. */
    value: { total: number; occurrences: number; rows: { word: string; count: number }[] }
  }
  /** All words that are not left out as CSV, the most frequent first; `heads`: the names of its columns. Shares are of all that occur, 0 to 1. */
  wordFile: {
    args: WordsCounted & { heads: readonly [word: string, count: string, share: string] }
    value: CsvFile
  }
  /** Where a word stands, by source and question: as often as `wordCounts` counts it. */
  wordPlaces: { args: WordsOf & { word: string } & Window; value: { total: number; rows: PassageRow[] } }
}

export type AnalysisName = keyof AnalysisMap
export type AnalysisArgs<N extends AnalysisName> = AnalysisMap[N]['args']
export type AnalysisValue<N extends AnalysisName> = AnalysisMap[N]['value']
/** What a watch of an analysis posts. */
export type Answered<N extends AnalysisName> = Result<AnalysisValue<N>>
