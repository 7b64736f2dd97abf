/**
 * A merge of quirks (specification 2 §5) in the room: it hands over what others have put on the quirk meanwhile too (`quirkMerges.ts`), of which
 * its maker did not know.
 */
import type { Change } from '../../src/model/change.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Journal } from '../../wasm/database/journal.ts'
import { isBelow, mergesIn } from '../../wasm/database/quirkMerges.ts'

/** Does the changes. Returns whether more was done than they say, or less; highlights that were handed over besides are added to `merging`. */
export function applyWithMerges(db: Db, journal: Journal, changes: readonly Change[], merging: Set<number>): boolean {
  const merges = mergesIn(changes)
  const isNamed = namedIn(merges.length > 0 ? changes : [])
  const more = merges.filter(({ source, target }) => {
    const highlights = idsOf(db, 'SELECT id FROM highlights WHERE quirkId = ? ORDER BY id', source).filter(
      (id) => !isNamed('highlights', id),
    )
    for (const id of highlights) merging.add(id)
    const children = idsOf(db, 'SELECT id FROM quirks WHERE parentQuirkId = ?', source)
    const moves = isBelow(db, target, source) ? [...children, target] : children
    return highlights.length > 0 || moves.some((id) => !isNamed('quirks', id))
  })
  const left = apply(db, journal, changes)
  return more.length > 0 || left.length > 0
}

const idsOf = (db: Db, sql: string, source: number): number[] =>
  db.all<{ id: number }>(sql, [source]).map(({ id }) => id)

function namedIn(changes: readonly Change[]): (table: string, id: number) => boolean {
  const named = new Set(changes.flatMap((change) => (change.op === 'edit' ? [] : [`${change.table} ${change.id}`])))
  return (table, id) => named.has(`${table} ${id}`)
}
