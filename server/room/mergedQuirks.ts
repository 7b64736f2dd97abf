/**
 * A step that gives what a quirk has to another one and then removes it is a merge (specification 2 §5); the room is not told so, it sees it.
 * What others have put on the quirk meanwhile goes the same way instead of going with it: nobody's work is lost to a merge.
 */
import type { Change } from '../../src/model/change.ts'
import { ancestors } from '../../src/model/rules/nesting.ts'
import { none, type Quirk } from '../../src/model/schema.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Journal } from '../../wasm/database/journal.ts'
import { parentsOf } from './check.ts'

/** Does the changes. Returns whether more was done than they say; highlights that were handed over are added to `merging`. */
export function applyWithMerges(db: Db, journal: Journal, changes: readonly Change[], merging: Set<number>): boolean {
  const merged = mergedQuirks(db, changes)
  if (merged.size === 0) {
    apply(db, journal, changes)
    return false
  }
  let more = false
  for (const [source, target] of merged) more = takePlace(db, source, target) || more
  apply(
    db,
    journal,
    changes.filter(({ op }) => op !== 'remove'),
  )
  for (const [source, target] of merged) more = handOver(db, source, target, merging) || more
  apply(
    db,
    journal,
    changes.filter(({ op }) => op === 'remove'),
  )
  return more
}

/** Removed quirks with the one that gets what they had, before the changes are done. */
function mergedQuirks(db: Db, changes: readonly Change[]): Map<number, number> {
  const removed = new Set(
    changes.flatMap((change) => (change.op === 'remove' && change.table === 'quirks' ? [change.id as number] : [])),
  )
  const merged = new Map<number, number>()
  for (const change of changes) {
    if (merged.size === removed.size) break
    if (change.op !== 'update') continue
    const column = change.table === 'quirks' ? 'parentQuirkId' : change.table === 'highlights' ? 'quirkId' : null
    const target = column === null ? undefined : (change.set[column] as number | undefined)
    if (column === null || target === undefined || target === none || removed.has(target)) continue
    const source = db.one<{ id: number }>(`SELECT "${column}" AS id FROM "${change.table}" WHERE id = ?`, [
      change.id,
    ])?.id
    // A target below the source takes the source's place: that by itself gives it nothing.
    if (source !== undefined && removed.has(source) && source !== target) merged.set(source, target)
  }
  return merged
}

/** The target was put below the source meanwhile: with its parent it would be removed. */
function takePlace(db: Db, source: number, target: number): boolean {
  if (!ancestors(parentsOf(db), target).includes(source)) return false
  const place = db.one<Quirk>('SELECT * FROM quirks WHERE id = ?', [source])
  if (!place) return false
  const { parentQuirkId, x, y } = place
  return db.run('UPDATE quirks SET parentQuirkId = ?, x = ?, y = ? WHERE id = ?', [parentQuirkId, x, y, target]) > 0
}

function handOver(db: Db, source: number, target: number, merging: Set<number>): boolean {
  if (!db.one('SELECT 1 FROM quirks WHERE id = ?', [target])) return false
  const highlights = db.all<{ id: number }>('SELECT id FROM highlights WHERE quirkId = ?', [source])
  for (const { id } of highlights) merging.add(id)
  const moved = db.run('UPDATE highlights SET quirkId = ? WHERE quirkId = ?', [target, source])
  const children = db.run('UPDATE quirks SET parentQuirkId = ? WHERE parentQuirkId = ? AND id <> ?', [
    target,
    source,
    target,
  ])
  return moved + children > 0
}
