/**
 * Steps that are set aside: the room takes them no more, because the right to write went, the project had no room, their texts have changed or others
 * removed their rows. They are in the copy until their author sends them again, has them as a file or gives them up.
 */
import { isSaid } from '../../../src/model/access.ts'
import {
  type Change,
  type Edit,
  type Effect,
  editsOf,
  invert,
  mapChanges,
  namedBy,
  squash,
} from '../../../src/model/change.ts'
import { mergeTitle } from '../../../src/model/history.ts'
import { attempt, isProblem, ok, type Problem, type Result, refuse } from '../../../src/model/problems.ts'
import type { Event } from '../../../src/model/protocol.ts'
import type { Key, Table } from '../../../src/model/schema.ts'
import type { SetAsideChange, SetAsideStep } from '../../../src/model/setAside.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { getMeta, metaNumber, metaText, setMeta } from '../../../wasm/database/meta.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { wrapsOf } from '../../../wasm/database/plainTables.ts'
import { hasRow } from '../../../wasm/database/present.ts'
import { settleVersions, versionOf, versionsOf } from '../../../wasm/database/versions.ts'
import { lastStep, noteEntry, type PendingStep } from '../pending/pending.ts'
import { ownTexts, type Steps } from '../steps.ts'
import { pushEntry } from '../undo/stacks.ts'
import { baseOf } from './basesOf.ts'
import { passageOf } from './passageOf.ts'
import { stepsInWords } from './stepsInWords.ts'

/** A step that waits, as it is set aside. */
export const toSetAside = (db: Db, { id, intent, versions, merges }: PendingStep): SetAsideStep => ({
  changes: intent,
  versions,
  ...(merges && { merges }),
  epoch: metaText(db, 'epoch'),
  id,
  until: lastStep(db),
})

/** The same of one that may have been under way: whether the room has it is not known yet. */
export const toSetAsideUnsure = (db: Db, step: PendingStep): SetAsideStep => ({
  ...toSetAside(db, step),
  ...(step.push !== null && step.i !== null && { sent: { client: metaNumber(db, 'client'), n: step.push, i: step.i } }),
})

/** Takes out what the room has all the same. */
export function takeOutArrived(db: Db, events: readonly Pick<Event, 'client' | 'n' | 'i'>[]): void {
  const steps = setAsideSteps(db)
  const hasArrived = ({ sent }: SetAsideStep) =>
    events.some(({ client, n, i }) => client === sent?.client && n === sent.n && i === sent.i)
  if (steps.some(isUnsure))
    writeSetAside(
      db,
      steps.filter((step) => !hasArrived(step)),
    )
}

/** The room has told all that it had taken: what is still here it does not have. */
export function makeSure(db: Db): void {
  const steps = setAsideSteps(db)
  if (steps.some(isUnsure))
    writeSetAside(
      db,
      steps.map(({ sent: _, ...step }) => step),
    )
}

/** Copies that people have bear these names from before. */
const stored = { steps: 'left', count: 'leftCount', title: 'undo.sendLeft' } as const

/** What sending them again is called in the history. */
export const sendSetAsideTitle = stored.title

const isUnsure = ({ sent }: SetAsideStep) => sent !== undefined

/**
 * Whether a push of this client was given up that may still be on its way, and none is under way: under another number the one comes from nobody, so that
 * what is sent again is not done twice.
 */
export function hasGivenUp(db: Db): boolean {
  const client = metaNumber(db, 'client')
  return setAsideSteps(db).some(({ sent }) => sent?.client === client) && !db.one('SELECT 1 FROM _outbox')
}

/** Steps that were set aside together stand on each other; those that were made later were made without them. Asked of one after the other in their order. */
function openGroups() {
  let until = Number.POSITIVE_INFINITY
  return {
    /** Whether it was made without those before it. */
    startsAnew: ({ id }: SetAsideStep): boolean => {
      if (id === undefined || id <= until) return false
      until = 0
      return true
    },
    note: ({ until: last }: SetAsideStep): void => {
      if (last !== undefined) until = Number.isFinite(until) ? Math.max(until, last) : last
    },
  }
}

/**
 * Moves steps that are set aside, asked of one after the other in their order, to the texts as they are; null where a text is not the one that it was made
 * on. Those that were made without earlier ones are moved over what these have done.
 */
function openMoving(db: Db, steps: readonly SetAsideStep[]) {
  const epoch = metaText(db, 'epoch')
  const answerIds = new Set(steps.flatMap(({ versions }) => Object.keys(versions ?? {}).map(Number)))
  const before = versionsOf(db, answerIds)
  /** What lies above a step that is not done finds another text, even where as many edits have been made in it. */
  let broken = new Set<string>()
  const groups = openGroups()
  /** What the steps set aside earlier have done, as it reads above those of this time; and the versions that it has led to. */
  let over: Edit[] = []
  let after = before
  return {
    before,
    move: (step: SetAsideStep, done: readonly Effect[]) => {
      const { changes, versions, epoch: of } = step
      if (groups.startsAnew(step)) {
        broken = new Set()
        over = editsOf(done)
        after = versionsOf(db, answerIds)
      }
      const isSame = ([answer, version]: [string, number]) => {
        const answerId = Number(answer)
        const own = (after.get(answerId) ?? 0) - (before.get(answerId) ?? 0)
        return !broken.has(answer) && versionOf(db, answerId) - own === version
      }
      if (versions === undefined || of !== epoch || !Object.entries(versions).every(isSame)) return null
      if (!fitsTexts(db, step, (answerId) => broken.has(`${answerId}`))) return null
      return mapChanges(changes, over)
    },
    did: (step: SetAsideStep, moved: Edit[]) => {
      over = moved
      groups.note(step)
    },
    refuse: (step: SetAsideStep) => {
      for (const id of Object.keys({ ...step.versions, ...step.bases })) broken.add(id)
      groups.note(step)
    },
  }
}

/** How many of them may be worth sending: what they are about is there, or comes with them. None while it is not known which of them the room has. */
export function sendableSteps(db: Db): number {
  const steps = setAsideSteps(db)
  if (steps.some(isUnsure)) return 0
  const epoch = metaText(db, 'epoch')
  const made = new Set<string>()
  /** Texts that steps before will have changed. */
  const edited = new Set<number>()
  return steps.filter((step) => {
    if (step.versions === undefined || step.epoch !== epoch) return false
    const inserts = step.changes.filter((change) => change.op === 'insert')
    const own = new Set(inserts.map(({ table, id }) => nameOf(table, id)))
    const isThere = ([table, id]: [Table, Key]) => {
      const name = nameOf(table, id)
      return own.has(name) || made.has(name) || hasRow(db, table, id)
    }
    const isEdited = (answerId: number) => edited.has(answerId)
    const may = step.changes.flatMap(namedBy).every(isThere) && fitsTexts(db, step, () => false, isEdited)
    if (may) for (const name of own) made.add(name)
    if (may) for (const { answerId } of editsOf(step.changes)) edited.add(answerId)
    return may
  }).length
}

const nameOf = (table: Table, id: Key): string => `${table} ${id}`

/**
 * Whether what was made on texts that have gone would be where it was: they are back as they were, or what lay on them would lie on the same words. What is
 * gone still says so itself. Of a text that is known to be another one (`isOther`), or the same (`isSame`), it does not matter what it reads now.
 */
function fitsTexts(
  db: Db,
  { changes, bases = {} }: SetAsideStep,
  isOther: (answerId: number) => boolean,
  isSame: (answerId: number) => boolean = () => false,
): boolean {
  const isBase = ([answer, base]: [string, string]) => {
    const answerId = Number(answer)
    const now = baseOf(db, answerId)
    return now === null || (!isOther(answerId) && (isSame(answerId) || now === base))
  }
  if (Object.keys(bases).length > 0 && Object.entries(bases).every(isBase)) return true
  return (
    editsOf(changes).every(({ answerId }) => !(answerId in bases)) &&
    changes.every((change) => liesOnItsWords(db, change))
  )
}

/** Whether what lay on a text that has come back would lie on the same words. */
const liesOnItsWords = (db: Db, change: SetAsideChange): boolean =>
  change.op !== 'insert' || change.words === undefined || passageOf(db, change.row) === change.words

/** Sets aside what could not be sent or carried over, in the order in which it was done. */
export function addSetAside(db: Db, more: readonly SetAsideStep[]): Problem[] {
  const [first] = more
  if (!first) return []
  const before = setAsideSteps(db)
  const later = before.findIndex(({ id }) => id !== undefined && first.id !== undefined && id > first.id)
  writeSetAside(db, before.toSpliced(later < 0 ? before.length : later, 0, ...more))
  return [{ kind: 'stepsSetAside', count: more.length }]
}

/** What is set aside, as JSON: a list of steps (`src/model/stepsInWords.ts`). */
export const setAsideFile = (db: Db): string => JSON.stringify(stepsInWords(db, setAsideChanges(db), false), null, 2)
/** The same with the steps that wait. */
export const waitingFile = (db: Db): string => JSON.stringify(stepsInWords(db, setAsideChanges(db), true), null, 2)
/** An earlier version of the program kept the changes alone. */
export const setAsideSteps = (db: Db): SetAsideStep[] =>
  (JSON.parse(metaText(db, stored.steps) || '[]') as (SetAsideStep | SetAsideChange[])[]).map((step) =>
    Array.isArray(step) ? { changes: step } : step,
  )
/** Each on those before it, so that what was typed on reads in its order; what fits them no more is as it was made. */
function setAsideChanges(db: Db): SetAsideChange[][] {
  const groups = openGroups()
  const done: Edit[] = []
  let over: Edit[] = []
  return setAsideSteps(db).map((step) => {
    if (groups.startsAnew(step)) over = [...done]
    const moved = moveOver(step.changes, over)
    over = moved.over
    done.push(...editsOf(moved.changes))
    groups.note(step)
    return moved.changes
  })
}

function moveOver(changes: SetAsideChange[], over: readonly Edit[]): { changes: SetAsideChange[]; over: Edit[] } {
  try {
    return mapChanges(changes, over)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { changes, over: [] }
  }
}

export const writeSetAside = (db: Db, steps: readonly SetAsideStep[]): void => {
  setMeta(db, stored.steps, JSON.stringify(steps))
  setMeta(db, stored.count, steps.length)
}

/** How many there are: of a protected copy it is known without its key. */
export const setAsideCount = (db: Db): number =>
  Number(getMeta(db, stored.count) ?? (wrapsOf(db) === null ? setAsideSteps(db).length : 0))
export const giveUpSetAside = (db: Db): void => writeSetAside(db, [])

/**
 * Does the steps that are set aside again, as one new step of this tab; returns how many, and how many cannot be done any more and stay set aside. A step
 * is done whole or not at all. Undo takes all of it back but the messages of the chat. Problems: stillLoading (it is not known yet which of them the room has).
 */
export function sendSetAside(db: Db, steps: Steps, tab: string): Result<{ sent: number; setAside: number }> {
  const done = attempt(() =>
    db.transaction(() => {
      const stay: SetAsideStep[] = []
      const effects: Effect[] = []
      const before = setAsideSteps(db)
      if (before.some(isUnsure)) refuse({ kind: 'stillLoading' })
      const moving = openMoving(db, before)
      let merges = false
      for (const step of before) {
        const moved = moving.move(step, effects)
        const again = moved && attempt(() => db.transaction(() => doWhole(db, steps, moved.changes)))
        if (again && !isProblem(again)) {
          effects.push(...again.ok)
          moving.did(step, moved.over)
          merges ||= step.merges === true
        } else {
          moving.refuse(step)
          // Rows may come back; texts only grow older: what does not fit fits none from now on.
          const mayFit = again && isProblem(again) && again.problem.kind === 'parentRemoved'
          stay.push(mayFit ? step : { changes: step.changes })
        }
      }
      writeSetAside(db, stay)
      const net = squash(effects)
      settleVersions(db, moving.before, net)
      const [step, ...more] = steps.keep(net, tab, { merges })
      const taken = invert(net).filter((change) => change.op === 'edit' || !isSaid(change.table))
      if (step !== undefined && taken.length > 0) {
        // As what it is sent again, where it is taken back and done again.
        const title = merges ? { key: mergeTitle } : { key: sendSetAsideTitle, count: before.length - stay.length }
        const entry = pushEntry(db, tab, { title, changes: taken, step, session: null })
        for (const part of [step, ...more]) noteEntry(db, part, entry, 'do')
      }
      return { effects, sent: before.length - stay.length, setAside: stay.length }
    }),
  )
  if (isProblem(done)) return done
  steps.tell(done.ok.effects, ownTexts(done.ok.effects))
  return ok({ sent: done.ok.sent, setAside: done.ok.setAside })
}

/** Refuses where a row that a change is about, or lies under, is gone. */
function doWhole(db: Db, { journal, record }: Steps, changes: readonly Change[]): Effect[] {
  const { effects } = record(() => {
    apply(db, journal, changes)
    leaveOutOrphans(db, journal)
  })
  for (const change of changes) {
    if (change.op === 'remove') continue
    const [table, id]: [Table, Key] =
      change.op === 'edit' ? ['question_answers', change.answerId] : [change.table, change.id]
    if (!hasRow(db, table, id)) refuse({ kind: 'parentRemoved' })
  }
  return effects
}
