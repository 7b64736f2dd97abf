/**
 * Brings a copy to the room's order: pending steps are taken back, what the room has decided is applied, and the pending
 * steps are done again, their positions moved by what others wrote. One transaction; nothing else changes a copy from
 * outside. What a project wants where the two meet is for the rules (`rules/`): here no table and no column is named.
 *
 * Promises: after it, the copy is the room's state at `head` with the pending steps on top. The result says which rows
 * may differ, and the edits that lead each text from what was shown before to what is shown now.
 */
import {
  type Change,
  changeTexts,
  type Edit,
  type Effect,
  editsOf,
  named,
  namedBy,
  rewind,
  touches,
  touchTexts,
} from '../../../src/model/change.ts'
import { changesOf, type Operation } from '../../../src/model/operations.ts'
import { attempt, isProblem, type Problem, refuse } from '../../../src/model/problems.ts'
import { inItsTurn, type Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Direction } from '../../../wasm/database/direction.ts'
import type { Journal } from '../../../wasm/database/journal.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { newerBy, recordStep, versionOf, versionsBefore } from '../../../wasm/database/versions.ts'
import { type PendingStep, removePending, rewritePending } from '../pending/pending.ts'
import { concernedBy } from '../pending/storedChanges.ts'
import { type Layers, openLayers } from '../undo/layers.ts'
import { settledParts } from '../undo/settledParts.ts'
import { mapHistory, removeStep, rewriteEntry } from '../undo/stacks.ts'
import type { GoneRows } from './goneRows.ts'
import type { Meanwhile } from './rules/meanwhile.ts'
import type { Ground, Hooks, OtherWay } from './rules/rule.ts'
import { meetByRule, openRules } from './rules/rules.ts'
import { openWaiting, type Seen, type Waiting } from './waiting.ts'

/** What the room has decided, in its order: an event of another, one of ours as it took it, or the refusal of one. */
export type Decision =
  | { kind: 'event'; operations: Operation[]; author: string }
  | { kind: 'own'; push: number; i: number; operations: Operation[] }
  | { kind: 'refused'; id: number }
  /** One of ours was refused as it was, and waits on as a rule has it. */
  | { kind: 'amended'; id: number; amend: NonNullable<OtherWay['amend']> }

export interface Rebased {
  /** Everything that was done on the way, in order: for counts and watchers. */
  effects: Effect[]
  /** The edits from the texts as shown before to the texts as shown now. */
  shown: Edit[]
  /** Who wrote last in each text, by answer: others alone. */
  authors: Map<number, string>
  /** Answers whose shown text edits cannot tell: it is posted whole. */
  whole: Set<number>
  /** Pending steps that could not be done again. */
  problems: Problem[]
  /** What became of what waits by what others did meanwhile. */
  meanwhile: Meanwhile[]
}

/** What one rebase works on. */
interface Rebase {
  db: Db
  journal: Journal
  gone: GoneRows
  sealing: Sealing | null
  result: Rebased
  waiting: Waiting
  rules: Required<Hooks>
  ground: Ground
}

/** `gone`: is told what others remove, and names it where something of ours cannot be done because of that. `sealing`: of a protected project. */
export function rebase(
  db: Db,
  journal: Journal,
  decisions: readonly Decision[],
  gone: GoneRows,
  sealing: Sealing | null = null,
): Rebased {
  const result: Rebased = { effects: [], shown: [], authors: new Map(), whole: new Set(), problems: [], meanwhile: [] }
  const waiting = openWaiting(db)
  const ground: Ground = {
    db,
    waiting,
    show: (edits) => result.shown.push(...edits),
    showWhole: (answerId) => result.whole.add(answerId),
    tellGone: (intent) => result.problems.push(gone.problemOf(intent)),
  }
  const on: Rebase = { db, journal, gone, sealing, result, waiting, ground, rules: openRules(ground) }
  if (decisions.every((decision) => decision.kind === 'event') && areApart(decisions, waiting.steps)) {
    for (const { operations, author } of decisions) result.shown.push(...editsOf(doTheirs(on, operations, author)))
    mapHistory(db, result.shown, null)
  } else followBelow(on, decisions)
  result.meanwhile.push(...on.rules.tells())
  return result
}

function run({ db, journal, result }: Rebase, changes: readonly Change[], direction: Direction): Effect[] {
  const { effects } = journal.record(() => apply(db, journal, changes, direction))
  note(result, effects)
  return effects
}

/** Throws Refusal serverAstray where it cannot be done on what has come before: a server that goes by its own order has never taken such a thing. */
function runAsTaken(on: Rebase, operations: readonly Operation[]): Effect[] {
  const done = attempt(() => on.journal.held.asTaken(() => run(on, changesOf(inTheirTurn(on, operations)), 'forward')))
  if (!isProblem(done)) return done.ok
  return refuse(done.problem.kind === 'badEdit' ? { kind: 'serverAstray' } : done.problem)
}

/** Where the project is protected, whoever has put the operations in their order could not read them, and may have done it otherwise than they were made. */
function inTheirTurn({ db, sealing }: Rebase, operations: readonly Operation[]): readonly Operation[] {
  if (!sealing || !operations.some(({ args }) => args.edit)) return operations
  const newer = new Map<number, number>()
  return operations.map((operation) => {
    const answerId = operation.args.id as number
    const isEdit = operation.args.edit !== undefined
    const inTurn = isEdit
      ? inItsTurn(sealing, operation, versionOf(db, answerId) + (newer.get(answerId) ?? 0))
      : operation
    for (const [id, by] of newerBy(changesOf([operation]))) newer.set(id, (newer.get(id) ?? 0) + by)
    return inTurn
  })
}

/** An import has more of them than a call may have arguments. */
const note = ({ effects: all }: Rebased, effects: readonly Effect[]): void => {
  for (const effect of effects) all.push(effect)
}

function followBelow(on: Rebase, decisions: readonly Decision[]): void {
  const { db, result, waiting } = on
  /** What takes back each step, as it is done now: written once the rest of the history has been moved. */
  const layers = openLayers(settledParts(db, waiting.steps))
  for (const step of waiting.steps.toReversed()) run(on, rewind(step.effect), 'rewind')
  for (const decision of refusalsFirst(decisions)) follow(on, layers, decision)
  for (const at of waiting.steps.keys()) doAgain(on, layers, at)
  mapHistory(db, result.shown, null)
  for (const id of waiting.lost) removeStep(db, id)
  for (const { entry, changes } of layers.all()) rewriteEntry(db, entry, changes)
}

/**
 * What is refused leaves before anything else is followed, the last step first: so a step that takes back one below it has left, or is not in the way,
 * when that one leaves. While it waits without it, what it is to do is not known.
 */
const refusalsFirst = (decisions: readonly Decision[]): Decision[] => {
  const refusals = decisions.filter((decision) => decision.kind === 'refused')
  return [...refusals.sort((a, b) => b.id - a.id), ...decisions.filter(({ kind }) => kind !== 'refused')]
}

function follow(on: Rebase, layers: Layers, decision: Decision): void {
  const at = on.waiting.steps.findIndex((step) => isAbout(decision, step))
  if (decision.kind === 'event') followTheirs(on, layers, decision.operations, decision.author)
  // One of ours that was set aside meanwhile comes as one of another's: what waits here was made without it.
  else if (at < 0 && decision.kind === 'own') followTheirs(on, layers, decision.operations, null)
  else if (at < 0) return
  else if (decision.kind === 'own') takeOwn(on, layers, decision.operations, at)
  else if (decision.kind === 'refused') takeOut(on, at)
  else decision.amend(on.ground, at)
}

function followTheirs(on: Rebase, layers: Layers, operations: readonly Operation[], author: string | null): void {
  const effects = doTheirs(on, operations, author)
  layers.pass(editsOf(effects), null)
  for (const effect of effects) {
    on.rules.seesTheirs(effect, author)
    if (effect.op === 'edit') on.result.shown.push(...on.waiting.move(0, [effect]))
  }
}

function doTheirs(on: Rebase, operations: readonly Operation[], author: string | null): Effect[] {
  const effects = runAsTaken(on, operations)
  on.gone.note(effects)
  if (author === null) return effects
  for (const { answerId } of editsOf(effects)) on.result.authors.set(answerId, author)
  on.rules.notes(effects, author)
  return effects
}

/** Ours as the room took it. Where it was in the way of others it has already been moved; an edit of it is shown already. */
function takeOwn(on: Rebase, layers: Layers, operations: readonly Operation[], at: number): void {
  const step = on.waiting.steps[at] as PendingStep
  const effects = runAsTaken(on, operations)
  removePending(on.db, step.id)
  layers.did(step, effects)
  see(on.result, on.waiting.took(at, effects))
}

function takeOut({ db, result, waiting }: Rebase, at: number): void {
  removePending(db, (waiting.steps[at] as PendingStep).id)
  see(result, waiting.refused(at))
}

function see({ shown, whole }: Rebased, { edits, texts }: Seen): void {
  shown.push(...edits)
  for (const answerId of texts) whole.add(answerId)
}

function doAgain(on: Rebase, layers: Layers, at: number): void {
  const { db, result, waiting } = on
  const step = asItIsNow(on, layers, at)
  const done = attempt(() => db.transaction(() => doAsTheRoom(on, step.intent)))
  if (isProblem(done)) tellUndone(on, step, done.problem)
  const effect = isProblem(done) ? [] : done.ok
  note(result, effect)
  see(result, isProblem(done) ? waiting.cannotDo(at, editsTried(on, step.intent)) : waiting.didAgain(at, effect))
  layers.did(step, effect)
  if (effect.length === 0 && step.push === null) removePending(db, step.id)
  else rewritePending(db, { ...step, effect, versions: versionsBefore(db, effect, step.intent) })
}

/** With what it is to do right now. */
function asItIsNow({ waiting, rules }: Rebase, layers: Layers, at: number): PendingStep {
  const step = waiting.steps[at] as PendingStep
  if (!waiting.takesBackLess(step)) return { ...step, intent: rules.beforeRedo(step.intent, step) }
  waiting.mean(at, named(layers.taking(step)))
  return waiting.steps[at] as PendingStep
}

/** What the edits of a step that is not done would do by themselves; they are not done either. */
function editsTried({ db, journal }: Rebase, intent: readonly Change[]): Effect[] {
  const edits = editsOf(intent)
  let tried: Effect[] = []
  if (edits.length > 0)
    attempt(() =>
      db.transaction(() => {
        tried = journal.record(() => apply(db, journal, edits)).effects
        refuse({ kind: 'parentRemoved' })
      }),
    )
  return tried
}

/** Nothing under what others have removed. */
function doAsTheRoom({ db, journal }: Rebase, intent: readonly Change[]): Effect[] {
  return recordStep(db, journal, intent, () => {
    apply(db, journal, intent, 'forward')
    leaveOutOrphans(db, journal)
  }).effects
}

function tellUndone({ result, gone }: Rebase, { push, intent }: PendingStep, why: Problem): void {
  if (why.kind !== 'parentRemoved') result.problems.push(why)
  // Of what it has been sent the room says so.
  else if (push === null) result.problems.push(gone.problemOf(intent))
  for (const { answerId } of editsOf(intent)) result.whole.add(answerId)
}

export const isAbout = (decision: Decision, { id, push, i }: PendingStep): boolean =>
  'id' in decision ? id === decision.id : decision.kind === 'own' && push === decision.push && i === decision.i

/** Whether the events and the pending steps touch nothing in common, so that their order does not matter here. */
function areApart(decisions: readonly Decision[], waiting: readonly PendingStep[]): boolean {
  if (waiting.length === 0) return true
  const theirs = decisions.flatMap((decision) => ('operations' in decision ? changesOf(decision.operations) : []))
  const concerned = concernedBy(theirs)
  // What others do while an import is being sent seldom names any of its rows.
  const pending = concerned ? waiting.filter((step) => step.mayConcern(concerned)) : waiting
  if (pending.length === 0) return true
  const ours = pending.flatMap((step): Change[] => [...step.intent, ...step.effect])
  if (changeTexts(theirs) && touchTexts(ours)) return false
  if (changeTexts(ours) && touchTexts(theirs)) return false
  // Removals take along what names the row, and rows that come may name what has gone: those go the long way.
  if (theirs.some((change) => change.op === 'remove') || ours.some((change) => change.op === 'remove')) return false
  const [a, b] = [touches(theirs), touches(ours)]
  if (meetByRule(a, ours)) return false
  for (const [table, ids] of a.rows) for (const id of ids) if (b.rows.get(table)?.has(id)) return false
  // What waits under a row that had gone is done again as soon as that row is back.
  const come = touches(theirs.filter(({ op }) => op === 'insert')).rows
  return !ours.some((change) => namedBy(change).some(([table, id]) => come.get(table)?.has(id)))
}
