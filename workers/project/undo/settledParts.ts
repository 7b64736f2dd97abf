/**
 * Of entries whose step goes in parts: what takes back the parts that the room has taken already. What goes in parts holds rows alone
 * (`stepParts.ts`), and is taken back from its last part on.
 */
import { type Change, invert } from '../../../src/model/change.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { PendingStep } from '../pending/pending.ts'
import { entryWith } from './stacks.ts'

/** By entry. */
export function settledParts(db: Db, pending: readonly PendingStep[]): Map<number, Change[]> {
  const settled = new Map<number, Change[]>()
  for (const [entry, steps] of Map.groupBy(pending, ({ entry }) => entry)) {
    const stored = entry === null ? undefined : entryWith(db, entry)
    if (!stored || steps.some(({ id }) => id === stored.step)) continue
    settled.set(stored.id, without(stored.changes, takingBack(steps)))
  }
  return settled
}

/** What takes back those of the steps that wait, the last way that they went. */
function takingBack(steps: readonly PendingStep[]): Change[] {
  const way = steps.at(-1)?.way
  return steps.filter((step) => step.way === way).flatMap(({ effect }) => invert(effect))
}

/** The rows alone, each as often as it is there more than among the others. */
function without(changes: readonly Change[], others: readonly Change[]): Change[] {
  const waiting = new Map<string, number>()
  for (const change of others) waiting.set(nameOf(change), (waiting.get(nameOf(change)) ?? 0) + 1)
  return changes.filter((change) => {
    const left = waiting.get(nameOf(change)) ?? 0
    if (left > 0) waiting.set(nameOf(change), left - 1)
    return left === 0 && change.op !== 'edit'
  })
}

const nameOf = (change: Change): string =>
  change.op === 'edit' ? `edit ${change.answerId}` : `${change.op} ${change.table} ${change.id}`
