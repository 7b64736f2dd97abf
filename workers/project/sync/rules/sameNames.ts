/**
 * Rows that two people make at the same time though there may be one only: groups, properties and their values by their name, an answer by its
 * place. The one that the room had first is everybody's, and what waits here goes into it.
 */
import type { Change, Insert } from '../../../../src/model/change.ts'
import type { Problem } from '../../../../src/model/problems.ts'
import { type AnyRow, type Key, spec, type Table } from '../../../../src/model/schema.ts'
import type { Db } from '../../../../wasm/database/db.ts'
import { type PendingStep, pendingSteps } from '../../pending/pending.ts'
import type { Ground, Rule } from './rule.ts'

/** Of rows made here, the key of the one that stands for each. */
type SameNames = ReadonlyMap<string, Key>

/** The room has refused a step because something of it is there already. */
const taken: ReadonlySet<Problem['kind']> = new Set(['groupExists', 'keyExists', 'valueExists', 'answerExists'])

export const sameNames: Rule = {
  name: 'sameNames',
  onRefusal: (refused, { kind }, db) => {
    const same = taken.has(kind) ? findSame(db, pendingSteps(db), refused) : null
    return same && { amend: (ground) => joinSame(ground, same) }
  },
  setsAside: taken,
}

/** What waits is done on the rows that others have made under the same names; what takes it back is known once it is done. */
export function joinSame({ db, waiting }: Ground, same: SameNames): void {
  for (const [at, { intent }] of waiting.steps.entries()) {
    const left = withSame(db, intent, same)
    if (left.length < intent.length) waiting.leaveToOthers(at, left)
    else waiting.mean(at, left)
  }
}

const nameOf = (table: Table, id: Key): string => `${table} ${id}`

/** The same of one row. */
export const sameRow = (table: Table, own: Key, theirs: Key): SameNames => new Map([[nameOf(table, own), theirs]])

/**
 * Of the groups, properties and values that wait; null where the step makes none of them, or more is done with one than to make it and to take that
 * back.
 */
function findSame(db: Db, pending: readonly PendingStep[], refused: PendingStep): SameNames | null {
  const same = sameIn(
    db,
    pending.flatMap(({ intent }) => insertsOf(intent)),
    new Set(),
  )
  const isMade = refused.intent.some((change) => change.op === 'insert' && same.has(nameOf(change.table, change.id)))
  const goesAlong = ({ way, intent }: PendingStep) =>
    way === 'undo' || intent.every((change) => isOnlyMade(change, same))
  return isMade && pending.every(goesAlong) ? same : null
}

/** Whose rows are known by their names. */
const namedTables: ReadonlySet<Table> = new Set(['groups', 'source_metadata_keys', 'source_metadata_values'])

const insertsOf = (changes: readonly Change[]): Insert[] => changes.filter((change) => change.op === 'insert')

/** What comes back under a name that something else has meanwhile goes into that, unless the same step removes or changes it. */
export function ontoSameNames(db: Db, changes: readonly Change[]): readonly Change[] {
  const made = insertsOf(changes).filter(({ table }) => namedTables.has(table))
  if (made.length === 0) return changes
  const besides = new Set(
    changes.flatMap((change) =>
      change.op === 'remove' || change.op === 'update' ? [nameOf(change.table, change.id)] : [],
    ),
  )
  const same = sameIn(db, made, besides)
  return same.size === 0 ? changes : withSame(db, changes, same)
}

/** Of the rows that are made, those whose name another row has; `besides`: rows that do not count. */
function sameIn(db: Db, inserts: readonly Insert[], besides: ReadonlySet<string>): Map<string, Key> {
  const same = new Map<string, Key>()
  const seek = (table: Table, placeOf: (row: AnyRow) => string) => {
    const own = inserts.filter((insert) => insert.table === table)
    if (own.length === 0) return
    const ids = new Set(own.map(({ id }) => id))
    const others = new Map<string, Key>()
    for (const row of db.all<AnyRow>(`SELECT * FROM "${table}"`))
      if (!ids.has(row.id as Key) && !besides.has(nameOf(table, row.id as Key))) others.set(placeOf(row), row.id as Key)
    for (const { id, row } of own) {
      const other = others.get(placeOf(row))
      if (other !== undefined) same.set(nameOf(table, id), other)
    }
  }
  seek('groups', ({ description }) => `${description}`)
  seek('source_metadata_keys', ({ key }) => folded(key))
  seek(
    'source_metadata_values',
    ({ keyId, value }) => `${same.get(nameOf('source_metadata_keys', keyId as Key)) ?? keyId} ${folded(value)}`,
  )
  return same
}

const folded = (name: unknown): string => `${name}`.toLowerCase()

/** Who renames or removes what they have made means their own. */
const isOnlyMade = (change: Change, same: SameNames): boolean =>
  change.op === 'edit' || change.op === 'insert' || !same.has(nameOf(change.table, change.id))

/** What a step is to do, with the others' rows in the place of its own. `db`: as it is without what waits. */
function withSame(db: Db, changes: readonly Change[], same: SameNames): Change[] {
  return changes.flatMap((change): Change[] => {
    if (change.op === 'edit') {
      const answerId = same.get(nameOf('question_answers', change.answerId))
      return [answerId === undefined ? change : { ...change, answerId: answerId as number }]
    }
    if (same.has(nameOf(change.table, change.id))) return []
    if (change.op === 'remove') return [change]
    if (change.op === 'update') {
      const set = renamed(change.table, change.set, same)
      return [set === change.set ? change : { ...change, set }]
    }
    const row = renamed(change.table, change.row, same)
    const insert = row === change.row ? change : { ...change, row }
    return isLinked(db, insert) ? [] : [insert]
  })
}

function renamed(table: Table, row: AnyRow, same: SameNames): AnyRow {
  const named = Object.entries(spec(table).parents ?? {}).flatMap(([column, parent]) => {
    const id = row[column] === undefined ? undefined : same.get(nameOf(parent as Table, row[column]))
    return id === undefined ? [] : [[column, id]]
  })
  return named.length === 0 ? row : { ...row, ...Object.fromEntries(named) }
}

/** Whether the quirk is in that group, or the source has that value, already. */
function isLinked(db: Db, { table, row }: Insert): boolean {
  if (table === 'group_quirks')
    return has(db, 'SELECT 1 FROM group_quirks WHERE groupId = ? AND quirkId = ?', row.groupId, row.quirkId)
  if (table === 'source_metadatas')
    return has(db, 'SELECT 1 FROM source_metadatas WHERE sourceId = ? AND valueId = ?', row.sourceId, row.valueId)
  return false
}

const has = (db: Db, sql: string, ...params: unknown[]): boolean => db.one(sql, params as Key[]) !== undefined
