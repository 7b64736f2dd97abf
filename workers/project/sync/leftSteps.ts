/**
 * Steps that could not be sent, because the right to write went, the project had no room, or their texts have changed: they are kept in the copy
 * (meta `left`) until their author sends them again, saves them as a file or discards them.
 */
import { type Change, type Effect, invert } from '../../../src/model/change.ts'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../../src/model/problems.ts'
import { keyOf } from '../../../src/model/schema.ts'
import type { LeftChange, LeftStep } from '../../../src/model/unsent.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaText, setMeta } from '../../../wasm/database/meta.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { versionOf } from '../../../wasm/database/versions.ts'
import { noteEntry, type PendingStep } from '../pending/pending.ts'
import { ownTexts, type Steps } from '../steps.ts'
import { pushEntry } from '../undo/stacks.ts'
import { sayUnsent } from './sayUnsent.ts'

/** A step that waits, to be kept and sent later. */
export const toKeep = (db: Db, { intent, versions }: PendingStep): LeftStep => ({
  changes: intent,
  versions,
  epoch: metaText(db, 'epoch'),
})

/** Which of the kept steps lie on texts that are still the ones they were made on; asked of one after the other, in their order. */
export function openFitting(db: Db): { fits: (step: LeftStep) => boolean; refuse: (step: LeftStep) => void } {
  /** What lies above a step that is not done finds another text, even where as many edits have been made in it. */
  const broken = new Set<string>()
  const epoch = metaText(db, 'epoch')
  return {
    fits: ({ versions, epoch: of }) =>
      versions !== undefined &&
      of === epoch &&
      Object.entries(versions).every(([id, version]) => !broken.has(id) && versionOf(db, Number(id)) === version),
    refuse: ({ versions }) => {
      for (const id of Object.keys(versions ?? {})) broken.add(id)
    },
  }
}

/** How many of the kept steps may be worth sending. */
export const sendableSteps = (db: Db): number =>
  leftSteps(db).filter(({ versions, epoch }) => versions !== undefined && epoch === metaText(db, 'epoch')).length

/** Keeps what could not be sent or carried over, until it is sent or discarded. `first`: it was done before what is kept already. */
export function keepLeft(db: Db, left: readonly LeftStep[], first = false): Problem[] {
  if (left.length === 0) return []
  const kept = leftSteps(db)
  setLeft(db, first ? [...left, ...kept] : [...kept, ...left])
  return [{ kind: 'stepsLeftOver', count: left.length }]
}

/** What was left, as JSON: a list of steps (`src/model/unsent.ts`). */
export const leftFile = (db: Db): string => JSON.stringify(sayUnsent(db, leftChanges(db), false), null, 2)
/** The same with the steps that wait. */
export const waitingFile = (db: Db): string => JSON.stringify(sayUnsent(db, leftChanges(db), true), null, 2)
/** An earlier version of the program kept the changes alone. */
export const leftSteps = (db: Db): LeftStep[] =>
  (JSON.parse(metaText(db, 'left') || '[]') as (LeftStep | LeftChange[])[]).map((step) =>
    Array.isArray(step) ? { changes: step } : step,
  )
const leftChanges = (db: Db): LeftChange[][] => leftSteps(db).map(({ changes }) => changes)
export const setLeft = (db: Db, left: readonly LeftStep[]): void => setMeta(db, 'left', JSON.stringify(left))
export const discardLeft = (db: Db): void => setLeft(db, [])

/**
 * Does the steps that are kept for their author again, as one new step of this tab; returns how many, and how many cannot be done any more and stay. A step is done
 * whole or not at all.
 */
export function sendLeft(db: Db, steps: Steps, tab: string): Result<{ sent: number; kept: number }> {
  const done = attempt(() =>
    db.transaction(() => {
      const fitting = openFitting(db)
      const kept: LeftStep[] = []
      const effects: Effect[] = []
      const before = leftSteps(db)
      for (const left of before) {
        const again = fitting.fits(left) ? attempt(() => db.transaction(() => doWhole(db, steps, left.changes))) : null
        if (again && !isProblem(again)) effects.push(...again.ok)
        else {
          fitting.refuse(left)
          // Texts only grow older: it fits none from now on.
          kept.push({ changes: left.changes })
        }
      }
      setLeft(db, kept)
      const [step, ...more] = steps.keep(effects, tab, null)
      if (step !== undefined) {
        const title = { key: 'undo.sendLeft', count: before.length - kept.length }
        const entry = pushEntry(db, tab, { title, changes: invert(effects), step, session: null })
        for (const part of [step, ...more]) noteEntry(db, part, entry, 'do')
      }
      return { effects, sent: before.length - kept.length, kept: kept.length }
    }),
  )
  if (isProblem(done)) return done
  steps.tell(done.ok.effects, ownTexts(done.ok.effects))
  return ok({ sent: done.ok.sent, kept: done.ok.kept })
}

/** Refuses where a row that a change is about, or lies under, is gone. */
function doWhole(db: Db, { journal, record }: Steps, changes: readonly Change[]): Effect[] {
  const { effects } = record(() => {
    apply(db, journal, changes)
    leaveOutOrphans(db, journal)
  })
  for (const change of changes) {
    if (change.op !== 'insert' && change.op !== 'update') continue
    const { table, id } = change
    if (!db.one(`SELECT 1 FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id])) refuse({ kind: 'parentRemoved' })
  }
  return effects
}
