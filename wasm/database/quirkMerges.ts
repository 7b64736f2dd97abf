/**
 * Merges of quirks (specification 2 §5): a removal says into which quirk, and whoever does it, room or copy, gives that one all that is on the
 * quirk then, so that nothing that others put there meanwhile goes with it.
 */
import type { Change, Insert, Remove, Update } from '../../src/model/change.ts'
import { refuse } from '../../src/model/problems.ts'
import type { AnyRow, Quirk, Table } from '../../src/model/schema.ts'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'
import { hasRow } from './present.ts'

export interface Merge {
  source: number
  target: number
}

/** In the order of the changes. */
export const mergesIn = (changes: readonly Change[]): Merge[] =>
  changes.filter(isMerge).map(({ id, into }) => ({ source: id as number, target: into }))

const isMerge = (change: Change): change is Remove & { into: number } =>
  change.op === 'remove' && change.into !== undefined

/** Whether the quirk lies below the other, at whatever level. */
export function isBelow(db: Db, id: number, above: number): boolean {
  const sql = `WITH RECURSIVE up(id) AS (SELECT parentQuirkId FROM quirks WHERE id = ?
UNION SELECT q.parentQuirkId FROM quirks q JOIN up ON q.id = up.id) SELECT 1 FROM up WHERE id = ?`
  return db.one(sql, [id, above]) !== undefined
}

/** Before anything else of its step: a target below the source takes the source's place, since it would go with it. */
export function takePlace(db: Db, { source, target }: Merge): void {
  const place = isBelow(db, target, source) && db.one<Quirk>('SELECT * FROM quirks WHERE id = ?', [source])
  if (!place) return
  const { parentQuirkId, x, y } = place
  db.run('UPDATE OR FAIL quirks SET parentQuirkId = ?, x = ?, y = ? WHERE id = ?', [parentQuirkId, x, y, target])
}

/** Right before the source is removed. Throws Refusal `parentRemoved` where the target is gone. */
export function handOver(db: Db, journal: Journal, { source, target }: Merge): void {
  if (!hasRow(db, 'quirks', source)) return
  if (!hasRow(db, 'quirks', target)) refuse({ kind: 'parentRemoved' })
  db.run('UPDATE OR FAIL highlights SET quirkId = ? WHERE quirkId = ?', [target, source])
  db.run('UPDATE OR FAIL quirks SET parentQuirkId = ? WHERE parentQuirkId = ? AND id <> ?', [target, source, target])
  journal.noteHow('quirks', source, { into: target })
}

/** The column that says whose a row of this table is, where a merge hands it over. */
const columnOf = (table: Table): string | null =>
  table === 'quirks' ? 'parentQuirkId' : table === 'highlights' ? 'quirkId' : null

/** What is to be put on the source of a merge, on its target; the same change where it has nothing to do with the source. */
export function handedOver(change: Change, { source, target }: Merge): Change {
  const moved = onOther(change, source, target)
  return moved === change || moved.op === 'edit' || moved.op === 'remove'
    ? moved
    : { ...moved, from: [...(moved.from ?? []), source] }
}

/** A quirk is back from its merge: what was handed over goes back to it. */
export function handedBack(change: Change, quirkId: number): Change {
  if (change.op === 'edit' || change.op === 'remove') return change
  const at = change.from?.indexOf(quirkId) ?? -1
  const now = at < 0 ? undefined : quirkOf(change)
  if (now === undefined) return change
  const back = onOther(change, now, quirkId)
  return back === change || back.op === 'edit' || back.op === 'remove'
    ? back
    : { ...back, from: change.from?.slice(0, at) ?? [] }
}

const quirkOf = (change: Insert | Update): number | undefined => {
  const column = columnOf(change.table)
  const row = change.op === 'insert' ? change.row : change.set
  return column === null ? undefined : (row[column] as number | undefined)
}

function onOther(change: Change, quirkId: number, other: number): Change {
  if (change.op === 'edit' || change.op === 'remove') return change
  const column = columnOf(change.table)
  const isOn = (row: AnyRow | undefined): boolean => column !== null && row?.[column] === quirkId
  const moved = (row: AnyRow): AnyRow => (isOn(row) ? { ...row, [column as string]: other } : row)
  if (change.op === 'insert') return isOn(change.row) ? { ...change, row: moved(change.row) } : change
  if (!isOn(change.set) && !isOn(change.expect)) return change
  return { ...change, set: moved(change.set), ...(change.expect && { expect: moved(change.expect) }) }
}
