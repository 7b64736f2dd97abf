/**
 * Every live query of a project: its arguments and what it answers. A *rows* query is a keyed list that posts only the rows
 * that differ; a *value* query posts its whole answer when that has changed. Large lists are asked for by window.
 */
import type { Group, Key, Memo, Preference, Question, Quirk, Row, Source } from './schema.ts'
import type { EditStep } from './text/edit.ts'
import type { RichText } from './text/richText.ts'

/** A quirk as the canvas draws it, with the number of its highlights. */
export type QuirkRow = Quirk & { highlights: number }
/** A highlight on the open text; its colour is its quirk's. */
export type HighlightRow = Omit<Row<'highlights'>, 'sourceId' | 'questionId'>
/** A source in a list, with the number of its highlights. */
export type SourceRow = Source & { highlights: number }

/**
 * The text of an answer. `tick` counts the changes of the text as this browser shows it. Posted whole at first, then as the
 * `steps` that lead from the last posted tick to this one; whole again when steps cannot tell it.
 */
export type AnswerText =
  | { tick: number; answerId: number; rich: RichText; steps?: undefined }
  | { tick: number; answerId: number; rich?: undefined; steps: EditStep[]; session: string | null }
  | { tick: number; answerId: null; rich?: undefined; steps?: undefined }

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
  highlights: { args: { sourceId: number; questionId: number }; row: HighlightRow }
  memos: { args: { sourceId: number; questionId: number }; row: Memo }
  source: { args: { sourceId: number }; value: SourceRow | null }
  /** A window of the sources in the order of their ids, those whose title contains `search`; `limit` at most 500. */
  sources: { args: { offset: number; limit: number; search?: string }; value: { total: number; rows: SourceRow[] } }
  totals: { args: Record<never, never>; value: { sources: number; quirks: number; highlights: number; memos: number } }
  answer: { args: { sourceId: number; questionId: number }; value: AnswerText }
}

export type QueryName = keyof QueryMap
export type QueryArgs<N extends QueryName> = QueryMap[N]['args']
export type RowsQueryName = { [N in QueryName]: QueryMap[N] extends { row: unknown } ? N : never }[QueryName]
export type ValueQueryName = Exclude<QueryName, RowsQueryName>
export type QueryRow<N extends RowsQueryName> = QueryMap[N] extends { row: infer R } ? R : never
export type QueryValue<N extends ValueQueryName> = QueryMap[N] extends { value: infer V } ? V : never

/** What a watch posts: first everything, then what differs. */
export type Posted<N extends QueryName> = N extends RowsQueryName
  ? { all: QueryRow<N>[] } | { put: QueryRow<N>[]; gone: Key[] }
  : N extends ValueQueryName
    ? { value: QueryValue<N> }
    : never
