/**
 * What a filter by an author, a time, a quirk, a source or a question means for a highlight: looked up in the database once, whether columns are
 * filtered by it then (`filterAnswers.ts`) or the rows of a list for a program.
 */
import { refuse } from '../../../src/model/problems.ts'
import {
  type Filter,
  type FilterField,
  isFilterField,
  isQuirkField,
  isSpeakerField,
  type Period,
  periodOf,
  type QuirkField,
  type SpeakerField,
} from '../../../src/model/rules/analysis/filters.ts'
import type { Db, Params } from '../../database/db.ts'

type Found =
  | { of: 'quirk' | 'source' | 'question'; ids: ReadonlySet<number> }
  | { of: 'author'; name: string }
  | ({ of: 'time' } & Period)
/** Of what it must be one of `ids`, or none of them (`not`); bear the name; be within the period. */
export type LookedUp = { not: boolean } & Found

interface Meaning {
  /** It asks for the authors or times of highlights, which the columns have to hold. */
  ofAuthors?: true
  find: (db: Db, value: string, filter: Filter) => Found
}

/** Those of fields that ask for quirks or speakers are in `filterAnswers.ts`. */
const meanings: Readonly<Record<Exclude<FilterField, QuirkField | SpeakerField>, Meaning>> = {
  highlightAuthor: { ofAuthors: true, find: (_, name) => ({ of: 'author', name }) },
  highlightDate: { ofAuthors: true, find: (_, __, filter) => ({ of: 'time', ...(periodOf(filter) as Period) }) },
  quirkAuthor: { find: (db, value) => those(db, 'quirk', 'SELECT id FROM quirks WHERE author = ?', [value]) },
  quirkDate: { find: (db, _, filter) => those(db, 'quirk', quirksOfTime, boundsOf(periodOf(filter) as Period)) },
  group: { find: (db, value) => those(db, 'quirk', quirksOfGroup, [value]) },
  sourceName: { find: (db, value) => those(db, 'source', 'SELECT id FROM sources WHERE title = ?', [value]) },
  question: { find: (db, value) => those(db, 'question', 'SELECT id FROM questions WHERE question = ?', [value]) },
}

const meaningOf = (field: string): Meaning | undefined =>
  isFilterField(field) && !isQuirkField(field) && !isSpeakerField(field) ? meanings[field] : undefined

export const needsAuthors = (filters: readonly Filter[]): boolean =>
  filters.some(({ field }) => meaningOf(field)?.ofAuthors)

/** Of every field but those that ask for quirks or speakers. Throws Refusal `badFilter`, where there is no such property. */
export function lookUp(db: Db, filter: Filter): LookedUp {
  const meaning = meaningOf(filter.field)
  if (!meaning) return lookUpProperty(db, keyNamed(db, filter.field), filter)
  return { not: filter.operator === '!=', ...meaning.find(db, String(filter.value), filter) }
}

const those = (db: Db, of: 'quirk' | 'source' | 'question', sql: string, params: Params): Found => ({
  of,
  ids: numbers(db, sql, params),
})

const boundsOf = ({ from, to }: Period): Params => [
  Math.max(from, Number.MIN_SAFE_INTEGER),
  Math.min(to, Number.MAX_SAFE_INTEGER),
]

/** Of a property by its id: another may bear a name of ours. */
export const lookUpProperty = (db: Db, keyId: number, { operator, value }: Filter): LookedUp => ({
  of: 'source',
  not: operator === '!=',
  ids: numbers(db, withValue, [keyId, String(value)]),
})

const quirksOfTime = 'SELECT id FROM quirks WHERE timestamp >= ? AND timestamp < ?'
const quirksOfGroup = 'SELECT quirkId FROM groups JOIN group_quirks ON groupId = groups.id WHERE description = ?'
const withValue = `SELECT links.sourceId FROM source_metadata_values AS given CROSS JOIN source_metadatas AS links
ON links.keyId = given.keyId AND links.valueId = given.id WHERE given.keyId = ? AND given.value = ?`

const keyNamed = (db: Db, name: string): number =>
  propertyNamed(db, name) ?? refuse({ kind: 'badFilter', detail: `there is no property ${name}` })

/** The property of this name; names are the same whatever their case. */
export function propertyNamed(db: Db, name: string): number | undefined {
  const keys = db.all<{ id: number; key: string }>('SELECT id, key FROM source_metadata_keys')
  const low = name.toLowerCase()
  return (keys.find(({ key }) => key === name) ?? keys.find(({ key }) => key.toLowerCase() === low))?.id
}

function numbers(db: Db, sql: string, params: Params): Set<number> {
  const found = new Set<number>()
  db.each(sql, params, (row) => {
    found.add(row.number(0))
  })
  return found
}
