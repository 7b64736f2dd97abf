/** What the room's answer to a push comes to, step by step: what it has taken, what it has refused, and what becomes of that. Nothing is done here. */
import { mayChange } from '../../../src/model/access.ts'
import { bringsBack, type Change, namedBy } from '../../../src/model/change.ts'
import { operationsOf } from '../../../src/model/operations.ts'
import type { Problem } from '../../../src/model/problems.ts'
import type { PushAnswer, StepAnswer } from '../../../src/model/protocol.ts'
import type { SetAsideStep } from '../../../src/model/setAside.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber } from '../../../wasm/database/meta.ts'
import { isOtherwise, type PendingStep, pendingSteps, stepsOfPush, withoutThere } from '../pending/pending.ts'
import { sendSetAsideTitle, toSetAside } from '../setAside/setAside.ts'
import { entryWith } from '../undo/stacks.ts'
import type { GoneRows } from './goneRows.ts'
import { type Decision, isAbout } from './rebase.ts'
import { isSetAside, otherWay } from './rules/rules.ts'

export interface Judged {
  /** The steps of the push. */
  sent: PendingStep[]
  /** The last event that the copy has with it. */
  head: number
  /** Taken as they were done here, before anything else was decided: the copy has them in their place. */
  confirmed: PendingStep[]
  decisions: Decision[]
  problems: Problem[]
  /** Of what is refused: what its author keeps, since it has become another's to allow, or has no room. */
  aside: SetAsideStep[]
  /** Entries of the history with a part that was refused, with their tabs. */
  broken: Map<number, string>
  /** Of the steps behind the last that was taken: they wait on, with rows of others that a rule has put in; or may not be sent any more, and are set aside. */
  rest: 'waits' | 'amended' | 'forbidden'
}

/** `gap`: an event before is missing, or the copy cannot know what the room has done. */
export function judge(db: Db, gone: GoneRows, answer: PushAnswer): Judged | 'gap' {
  const sent = stepsOfPush(db, answer.n)
  const before = metaNumber(db, 'head')
  const judged: Judged = {
    ...{ sent, head: before, rest: 'waits' },
    ...{ confirmed: [], decisions: [], problems: [], aside: [], broken: new Map() },
  }
  for (const [i, step] of answer.steps.entries()) {
    if ('stale' in step) continue
    const own = sent.find((other) => other.i === i)
    if ('problem' in step) {
      if (own) refuse(db, gone, judged, own, step.problem)
    } else if (step.seq > before && !take(db, judged, own, step)) return 'gap'
  }
  if (judged.broken.size > 0) judged.decisions.push(...otherParts(db, answer, judged.broken))
  if (judged.rest === 'forbidden') setAsideRest(db, judged)
  return judged
}

/**
 * What waits behind a step that was refused for want of the right to write is set aside with it, at once: done again without that step, what stands on it
 * would come to nothing, or be sent for a refusal of its own.
 */
function setAsideRest(db: Db, { decisions, confirmed, aside }: Judged): void {
  const isDecided = (step: PendingStep) =>
    confirmed.some(({ id }) => id === step.id) || decisions.some((decision) => isAbout(decision, step))
  for (const step of pendingSteps(db)) {
    if (isDecided(step) || step.intent.every(isOfReader)) continue
    decisions.push({ kind: 'refused', id: step.id })
    aside.push(toSetAside(db, step))
  }
}

/**
 * What stands on what a step would have made that is set aside, and is not taken back since, is set aside with it: done again without that step, it would
 * come to nothing.
 */
function setAsideStanding(db: Db, { decisions, aside }: Judged, own: PendingStep): void {
  const made = new Set<string>()
  const noteMade = ({ intent }: PendingStep) => {
    for (const change of intent) if (change.op === 'insert') made.add(`${change.table} ${change.id}`)
  }
  const standsOnIt = ({ intent }: PendingStep) =>
    intent.some((change) => namedBy(change).some(([table, id]) => made.has(`${table} ${id}`)))
  noteMade(own)
  // Other parts of the same step share its lot.
  const isPart = ({ entry }: PendingStep) => entry !== null && entry === own.entry
  const later = pendingSteps(db).filter(({ id }) => id > own.id)
  const isTakenBack = ({ id, tab, entry }: PendingStep) =>
    entry !== null &&
    later.some((other) => other.id > id && other.tab === tab && other.way === 'undo' && (other.entry ?? entry) <= entry)
  for (const step of later) {
    if (step.way === 'undo' || isPart(step) || isTakenBack(step) || !standsOnIt(step)) continue
    decisions.push({ kind: 'refused', id: step.id })
    aside.push(toSetAside(db, step))
    noteMade(step)
  }
}

/** What somebody may do who may not write. */
export const isOfReader = (change: Change): boolean => change.op !== 'edit' && mayChange('read', change.table)

type Taken = Extract<StepAnswer, { seq: number }>

/** Returns whether the copy can follow. */
function take(db: Db, judged: Judged, own: PendingStep | undefined, { seq, applied }: Taken): boolean {
  if (seq !== judged.head + 1) return false
  judged.head = seq
  // It was set aside meanwhile, or means something else since: what it has done is in the log.
  if (!own || (!applied && isOtherwise(db, own))) return false
  const { push, i } = own
  if (!applied && judged.decisions.length === 0 && !givesMore(own)) judged.confirmed.push(own)
  else {
    const operations = applied ?? operationsOf(own.intent)
    judged.decisions.push({ kind: 'own', push: push as number, i: i as number, operations })
  }
  return true
}

/** It gives what comes back to more here than it says; the room has not, since it would have told. */
const givesMore = ({ intent, effect }: PendingStep): boolean =>
  intent.some(bringsBack) && JSON.stringify(operationsOf(effect)) !== JSON.stringify(operationsOf(intent))

function refuse(db: Db, gone: GoneRows, judged: Judged, own: PendingStep, problem: Problem): void {
  // What others brought back while it was under way is left out of it the next time.
  if (problem.kind === 'idExists' && isBroughtBack(db, own)) return
  // What stands on a step that waits on waits with it.
  if (judged.rest === 'amended' && problem.kind !== 'readOnly') return
  const other = otherWay(own, problem, db)
  if (other) {
    judged.rest = 'amended'
    if (other.amend) judged.decisions.push({ kind: 'amended', id: own.id, amend: other.amend })
    if (other.problem) judged.problems.push(other.problem)
    return
  }
  judged.problems.push(problem.kind === 'parentRemoved' ? gone.problemOf(own.intent) : problem)
  judged.decisions.push({ kind: 'refused', id: own.id })
  if (problem.kind === 'readOnly') judged.rest = 'forbidden'
  const isForbidden = judged.rest === 'forbidden'
  if (isForbidden || isKept(db, own, problem)) judged.aside.push(toSetAside(db, own))
  if (!isForbidden && isKept(db, own, problem)) setAsideStanding(db, judged, own)
  if (own.entry !== null && own.tab !== null && own.way !== 'undo' && !isForbidden)
    judged.broken.set(own.entry, own.tab)
}

const isBroughtBack = (db: Db, { intent, effect }: PendingStep): boolean =>
  withoutThere(db, intent, effect).length < intent.length

const isKept = (db: Db, own: PendingStep, problem: Problem): boolean =>
  isSetAside(problem) || isSentAgain(db, own) || (problem.kind === 'projectFull' && isWritten(own.intent))

/** What was set aside and could not be sent this time either is set aside again. */
const isSentAgain = (db: Db, { entry }: PendingStep): boolean =>
  entry !== null && entryWith(db, entry)?.title.key === sendSetAsideTitle

/** By a person, not read from files, which are still there. */
const isWritten = (intent: readonly Change[]): boolean => JSON.stringify(intent).length <= mostWritten
const mostWritten = 1024 * 1024

/** What waits of steps that go in parts, of which the room has refused one: an import is there whole or not at all. */
const otherParts = (db: Db, { n, steps }: PushAnswer, broken: ReadonlyMap<number, string>): Decision[] =>
  pendingSteps(db).flatMap(({ id, entry, way, push, i }) => {
    const isAnswered = push === n && i !== null && !('stale' in (steps[i] ?? { stale: true }))
    return entry !== null && broken.has(entry) && way !== 'undo' && !isAnswered ? [{ kind: 'refused', id }] : []
  })
