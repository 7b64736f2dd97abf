/**
 * What each field of a filter reads beside highlights and texts, and the values that there are of it. Any field that is not named here is a
 * property of sources.
 */
import { type FilterField, isFilterField } from '../../../src/model/rules/analysis/filters.ts'
import { highlights, links, questions, quirkPaths, type Reads, sources, texts, whole } from './reads.ts'

interface Field {
  reads: Reads
  /** What it can be compared with: the authors of highlights or who speaks, whom the kernels know; what an SQL finds; or nothing that could be listed. */
  values: 'authors' | 'speakers' | { sql: string; reads?: Reads } | null
}

const distinct = (column: string, table: string): string => `SELECT DISTINCT ${column} AS value FROM ${table}`
const ofQuirk: Field = { reads: quirkPaths, values: null }

const fields: Readonly<Record<FilterField, Field>> = {
  highlightAuthor: { reads: [], values: 'authors' },
  highlightDate: { reads: [], values: null },
  quirkAuthor: { reads: ['quirks', 'quirks.author'], values: { sql: distinct('author', 'quirks') } },
  quirkDate: { reads: ['quirks', 'quirks.timestamp'], values: null },
  group: {
    reads: [...whole('groups'), ...whole('group_quirks')],
    values: { sql: distinct('description', 'groups'), reads: whole('groups') },
  },
  sourceName: { reads: sources, values: { sql: distinct('title', 'sources') } },
  question: { reads: questions, values: { sql: distinct('question', 'questions') } },
  quirk: ofQuirk,
  sourceQuirk: ofQuirk,
  answerQuirk: ofQuirk,
  overlaps: ofQuirk,
  saidBy: { reads: texts, values: 'speakers' },
}

const properties: Reads = ['source_metadata_keys', 'source_metadata_keys.key', ...whole('source_metadata_values')]

/** undefined: of a property. */
export const valuesOf = (field: string): Field['values'] | undefined =>
  isFilterField(field) ? fields[field].values : undefined

export const readsOfField = (field: string): Reads =>
  isFilterField(field) ? fields[field].reads : [...properties, ...links]

/** What the list of its values reads. */
export function readsOfValues(field: string): Reads {
  const values = valuesOf(field)
  if (values === undefined) return properties
  if (values === 'authors') return highlights
  if (values === 'speakers') return texts
  return values?.reads ?? readsOfField(field)
}
