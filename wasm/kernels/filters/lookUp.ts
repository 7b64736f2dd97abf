/**
 * What a filter by an author, a time, a quirk, a source or a question means for a highlight: looked up in the database once, whether columns are
 * filtered by it then (`filterAnswers.ts`) or the rows of a list for a program.
 */
import { refuse } from '../../../src/model/problems.ts'
import { type Filter, type Period, periodOf } from '../../../src/model/rules/analysis/filters.ts'
import type { Db, Params } from '../../database/db.ts'

/** Of what it must be one of `ids`, or none of them (`not`); bear the name; be within the period. */
export type LookedUp = { not: boolean } & (
  | { of: 'quirk' | 'source' | 'question'; ids: ReadonlySet<number> }
  | { of: 'author'; name: string }
  | ({ of: 'time' } & Period)
)

/** Of every field but those that ask for quirks. Throws Refusal `badFilter`, where there is no such property. */
export function lookUp(db: Db, filter: Filter): LookedUp {
  const not = filter.operator === '!='
  const value = String(filter.value)
  switch (filter.field) {
    case 'highlightAuthor':
      return { of: 'author', not, name: value }
    case 'highlightDate':
      return { of: 'time', not, ...(periodOf(filter) as Period) }
    case 'quirkAuthor':
      return { of: 'quirk', not, ids: numbers(db, 'SELECT id FROM quirks WHERE author = ?', [value]) }
    case 'quirkDate': {
      const { from, to } = periodOf(filter) as Period
      const bounded = [Math.max(from, Number.MIN_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)]
      return { of: 'quirk', not, ids: numbers(db, quirksOfTime, bounded) }
    }
    case 'group':
      return { of: 'quirk', not, ids: numbers(db, quirksOfGroup, [value]) }
    case 'sourceName':
      return { of: 'source', not, ids: numbers(db, 'SELECT id FROM sources WHERE title = ?', [value]) }
    case 'question':
      return { of: 'question', not, ids: numbers(db, 'SELECT id FROM questions WHERE question = ?', [value]) }
    default:
      return lookUpProperty(db, keyNamed(db, filter.field), filter)
  }
}

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
