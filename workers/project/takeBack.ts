/** Takes the changes of a history entry back or does them again, on a project that others may have changed meanwhile. */
import type { Change, Effect, Remove } from '../../src/model/change.ts'
import { attempt, isProblem, refuse } from '../../src/model/problems.ts'
import { keyOf } from '../../src/model/schema.ts'
import { apply } from '../../wasm/apply.ts'
import type { Db } from '../../wasm/db.ts'
import type { Journal } from '../../wasm/journal.ts'
import { leaveOutOrphans } from '../../wasm/orphans.ts'

/** Does what fits of the changes, but nothing under a row that is gone, which the room would not take either; returns what it did. */
export function takeBack(db: Db, journal: Journal, changes: readonly Change[]): Effect[] {
  const done = attempt(() =>
    db.transaction(() =>
      journal.record(() => {
        applyWhatFits(db, journal, changes)
        leaveOutOrphans(db, journal)
      }),
    ),
  )
  if (!isProblem(done)) return done.ok.effects
  return done.problem.kind === 'parentRemoved' ? [] : refuse(done.problem)
}

/**
 * Each change by itself: what no longer fits, because others have changed it, is left alone. (A change of a row then does
 * nothing, by what it expects; only an edit has to be tried.) A row on which rows hang that
 * go in the same step goes once they are gone.
 */
function applyWhatFits(db: Db, journal: Journal, changes: readonly Change[]): void {
  /** What went, and comes back with words of the same step, stays. */
  let waiting: Remove[] = []
  for (const change of changes) {
    if (change.op !== 'edit') {
      apply(db, journal, [change])
      if (change.op === 'remove' && isThere(db, change)) waiting.push(change)
      continue
    }
    const done = attempt(() => db.transaction(() => apply(db, journal, [change])))
    if (isProblem(done) && done.problem.kind !== 'badEdit') refuse(done.problem)
  }
  for (let before = 0; waiting.length > 0 && waiting.length !== before; ) {
    before = waiting.length
    apply(db, journal, waiting)
    waiting = waiting.filter((change) => isThere(db, change))
  }
}

const isThere = (db: Db, { table, id }: Remove): boolean =>
  db.one(`SELECT 1 FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id]) !== undefined

/** Whether the effects fall short of the changes: others have changed or removed what these were about. */
export function leftAlone(changes: readonly Change[], effects: readonly Effect[]): boolean {
  const done = new Map(effects.map((effect) => [nameOf(effect), effect]))
  return changes.some((change) => {
    if (change.op === 'edit' && change.steps.length === 0) return false
    const effect = done.get(nameOf(change))
    if (!effect || change.op !== 'update' || effect.op !== 'update') return !effect
    return Object.keys(effect.set).length < Object.keys(change.set).length
  })
}

const nameOf = (change: Change): string =>
  change.op === 'edit' ? `text ${change.answerId}` : `${change.table} ${change.id}`
