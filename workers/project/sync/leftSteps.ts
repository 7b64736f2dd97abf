/**
 * Steps that could not be sent, because the right to write went, the project had no room, or their texts have changed: they are kept in the copy
 * (meta `left`) until their author sends them again, saves them as a file or discards them.
 */
import { type Change, type Edit, type Effect, invert, mapChanges, squash } from '../../../src/model/change.ts'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../../src/model/problems.ts'
import type { Event } from '../../../src/model/protocol.ts'
import { keyOf } from '../../../src/model/schema.ts'
import type { LeftChange, LeftStep } from '../../../src/model/unsent.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../../wasm/database/meta.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { settleVersions, versionOf, versionsOf } from '../../../wasm/database/versions.ts'
import { lastStep, noteEntry, type PendingStep } from '../pending/pending.ts'
import { editsOf, ownTexts, type Steps } from '../steps.ts'
import { pushEntry } from '../undo/stacks.ts'
import { sayUnsent } from './sayUnsent.ts'

/** A step that waits, to be kept and sent later. */
export const toKeep = (db: Db, { id, intent, versions }: PendingStep): LeftStep => ({
  changes: intent,
  versions,
  epoch: metaText(db, 'epoch'),
  id,
  until: lastStep(db),
})

/** The same of one that may have been under way: whether the room has it is not known yet. */
export const toKeepUnsure = (db: Db, step: PendingStep): LeftStep => ({
  ...toKeep(db, step),
  ...(step.push !== null && step.i !== null && { sent: { client: metaNumber(db, 'client'), n: step.push, i: step.i } }),
})

/** Takes out what the room has all the same. */
export function takeOutArrived(db: Db, events: readonly Pick<Event, 'client' | 'n' | 'i'>[]): void {
  const left = leftSteps(db)
  const hasArrived = ({ sent }: LeftStep) =>
    events.some(({ client, n, i }) => client === sent?.client && n === sent.n && i === sent.i)
  if (left.some(isUnsure))
    setLeft(
      db,
      left.filter((step) => !hasArrived(step)),
    )
}

/** The room has told all that it had taken: what is still here it does not have. */
export function makeSure(db: Db): void {
  const left = leftSteps(db)
  if (left.some(isUnsure))
    setLeft(
      db,
      left.map(({ sent: _, ...step }) => step),
    )
}

/** What sending them again is called in the history. */
export const sendLeftTitle = 'undo.sendLeft'

const isUnsure = ({ sent }: LeftStep) => sent !== undefined

/**
 * Whether a push of this client was given up that may still be on its way, and none is under way: under another number the one comes from nobody, so that
 * what is sent again is not done twice.
 */
export function hasGivenUp(db: Db): boolean {
  const client = metaNumber(db, 'client')
  return leftSteps(db).some(({ sent }) => sent?.client === client) && !db.one('SELECT 1 FROM _outbox')
}

/**
 * Moves kept steps, asked of one after the other in their order, to the texts as they are; null where a text is not the one that it was made on. Steps that
 * were kept together stand on each other; those that were made later, without them, are moved over what they have done.
 */
function openMoving(db: Db, steps: readonly LeftStep[]) {
  const epoch = metaText(db, 'epoch')
  const answerIds = new Set(steps.flatMap(({ versions }) => Object.keys(versions ?? {}).map(Number)))
  const before = versionsOf(db, answerIds)
  /** What lies above a step that is not done finds another text, even where as many edits have been made in it. */
  let broken = new Set<string>()
  let until = Number.POSITIVE_INFINITY
  /** What the steps kept earlier have done, as it reads above those of this time; and the versions that it has led to. */
  let over: Edit[] = []
  let after = before
  return {
    before,
    move: ({ changes, versions, epoch: of, id }: LeftStep, done: readonly Effect[]) => {
      if (id !== undefined && id > until) {
        broken = new Set()
        over = editsOf(done)
        after = versionsOf(db, answerIds)
        until = 0
      }
      const isSame = ([answer, version]: [string, number]) => {
        const answerId = Number(answer)
        const own = (after.get(answerId) ?? 0) - (before.get(answerId) ?? 0)
        return !broken.has(answer) && versionOf(db, answerId) - own === version
      }
      if (versions === undefined || of !== epoch || !Object.entries(versions).every(isSame)) return null
      return mapChanges(changes, over)
    },
    did: ({ until: last }: LeftStep, moved: Edit[]) => {
      over = moved
      note(last)
    },
    refuse: ({ versions, until: last }: LeftStep) => {
      for (const id of Object.keys(versions ?? {})) broken.add(id)
      note(last)
    },
  }
  function note(last: number | undefined): void {
    if (last !== undefined) until = Number.isFinite(until) ? Math.max(until, last) : last
  }
}

/** How many of the kept steps may be worth sending; none while it is not known which of them the room has. */
export function sendableSteps(db: Db): number {
  const left = leftSteps(db)
  if (left.some(isUnsure)) return 0
  return left.filter(({ versions, epoch }) => versions !== undefined && epoch === metaText(db, 'epoch')).length
}

/** Keeps what could not be sent or carried over, until it is sent or discarded, in the order in which it was done. */
export function keepLeft(db: Db, left: readonly LeftStep[]): Problem[] {
  const [first] = left
  if (!first) return []
  const kept = leftSteps(db)
  const later = kept.findIndex(({ id }) => id !== undefined && first.id !== undefined && id > first.id)
  setLeft(db, kept.toSpliced(later < 0 ? kept.length : later, 0, ...left))
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
 * whole or not at all. Problems: stillLoading (it is not known yet which of them the room has).
 */
export function sendLeft(db: Db, steps: Steps, tab: string): Result<{ sent: number; kept: number }> {
  const done = attempt(() =>
    db.transaction(() => {
      const kept: LeftStep[] = []
      const effects: Effect[] = []
      const before = leftSteps(db)
      if (before.some(isUnsure)) refuse({ kind: 'stillLoading' })
      const moving = openMoving(db, before)
      for (const left of before) {
        const moved = moving.move(left, effects)
        const again = moved && attempt(() => db.transaction(() => doWhole(db, steps, moved.changes)))
        if (again && !isProblem(again)) {
          effects.push(...again.ok)
          moving.did(left, moved.over)
        } else {
          moving.refuse(left)
          // Texts only grow older: it fits none from now on.
          kept.push({ changes: left.changes })
        }
      }
      setLeft(db, kept)
      const net = squash(effects)
      settleVersions(db, moving.before, net)
      const [step, ...more] = steps.keep(net, tab, null)
      if (step !== undefined) {
        const title = { key: sendLeftTitle, count: before.length - kept.length }
        const entry = pushEntry(db, tab, { title, changes: invert(net), step, session: null })
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
