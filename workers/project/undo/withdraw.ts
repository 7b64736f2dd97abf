import { attempt, isProblem, ok, type Result } from '../../../src/model/problems.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { ownTexts, type Steps } from '../steps.ts'
import { entryWith, removeEntry } from './stacks.ts'
import { takeBack } from './takeBack.ts'

/**
 * Takes back what the room has taken of a step, which it has not taken whole; `id`: one of the step's parts, `tab`: whose it is. What has been
 * undone meanwhile is on its way out already. Problems: those of the changes that take back.
 */
export function withdraw(db: Db, { journal, keep, tell }: Steps, id: number, tab: string): Result<void> {
  const done = attempt(() =>
    db.transaction(() => {
      const entry = entryWith(db, id)
      if (!entry || entry.undone) return []
      const effects = takeBack(db, journal, entry.changes)
      keep(effects, tab, {})
      removeEntry(db, id)
      return effects
    }),
  )
  if (isProblem(done)) return done
  if (done.ok.length > 0) tell(done.ok, ownTexts(done.ok))
  return ok(undefined)
}
