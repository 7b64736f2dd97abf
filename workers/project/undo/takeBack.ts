/** Takes the changes of a history entry back or does them again, on a project that others may have changed meanwhile. */
import { type Change, type Effect, named, type Remove } from '../../../src/model/change.ts'
import { attempt, isProblem, refuse } from '../../../src/model/problems.ts'
import type { Key } from '../../../src/model/schema.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Journal } from '../../../wasm/database/journal.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { recordStep } from '../../../wasm/database/versions.ts'
import { ontoSameNames } from '../sync/rules/sameNames.ts'

/**
 * Does what fits of the changes, but nothing under a row that is gone, which the room would not take either; what comes back under a name that is taken goes into
 * what has it. Returns what it did.
 */
export function takeBack(db: Db, journal: Journal, given: readonly Change[]): Effect[] {
  const changes = ontoSameNames(db, named(given))
  const done = attempt(() =>
    db.transaction(() =>
      recordStep(db, journal, changes, () => {
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
 * go in the same step goes once they are gone, be it with the words of an edit.
 */
function applyWhatFits(db: Db, journal: Journal, changes: readonly Change[]): void {
  let left: Remove[] = []
  for (let from = 0; from < changes.length; ) {
    const change = changes[from] as Change
    if (change.op === 'edit') {
      const done = attempt(() => db.transaction(() => apply(db, journal, [change])))
      if (isProblem(done) && done.problem.kind !== 'badEdit') refuse(done.problem)
      from += 1
      continue
    }
    let to = from + 1
    while (to < changes.length && changes[to]?.op !== 'edit') to += 1
    left = left.concat(apply(db, journal, changes.slice(from, to)))
    from = to
  }
  apply(db, journal, left)
}

/** Whether the effects fall short of the changes: others have changed or removed what these were about. */
export function leftAlone(changes: readonly Change[], effects: readonly Effect[]): boolean {
  const done = new Map<string, Map<Key, Effect>>()
  for (const effect of effects) {
    const { of, id } = nameOf(effect)
    const known = done.get(of) ?? new Map<Key, Effect>()
    done.set(of, known.set(id, effect))
  }
  return changes.some((change) => {
    if (change.op === 'edit' && change.steps.length === 0) return false
    const { of, id } = nameOf(change)
    const effect = done.get(of)?.get(id)
    if (!effect || change.op !== 'update' || effect.op !== 'update') return !effect
    return Object.keys(effect.set).length < Object.keys(change.set).length
  })
}

const nameOf = (change: Change): { of: string; id: Key } =>
  change.op === 'edit' ? { of: 'text', id: change.answerId } : { of: change.table, id: change.id }
