/**
 * Brings a copy to the room's order: pending steps are taken back, what the room has decided is applied, and the pending
 * steps are done again, their positions moved by what others wrote. One transaction; nothing else changes a copy from
 * outside.
 *
 * Promises: after it, the copy is the room's state at `head` with the pending steps on top. The result says which rows
 * may differ, and the edits that lead each text from what was shown before to what is shown now.
 */
import {
  type Change,
  type Edit,
  type Effect,
  type Insert,
  invert,
  mapChanges,
  rewind,
  touches,
} from '../../../src/model/change.ts'
import { changesOf, type Operation } from '../../../src/model/operations.ts'
import { attempt, isProblem, type Problem } from '../../../src/model/problems.ts'
import { type AnyRow, type Key, spec } from '../../../src/model/schema.ts'
import { applyStep, diffStep, stepLength } from '../../../src/model/text/edit.ts'
import { fromPlain, parseHtml, type RichText, toHtml } from '../../../src/model/text/richText.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Direction } from '../../../wasm/database/direction.ts'
import type { Journal } from '../../../wasm/database/journal.ts'
import { leaveOutOrphans } from '../../../wasm/database/orphans.ts'
import { handedBack, handedOver, type Merge, mergesIn } from '../../../wasm/database/quirkMerges.ts'
import { recordStep, versionsBefore } from '../../../wasm/database/versions.ts'
import {
  isOtherwise,
  noteOtherwise,
  type PendingStep,
  pendingSteps,
  removePending,
  rewritePending,
} from '../pending/pending.ts'
import { concernedBy } from '../pending/storedChanges.ts'
import { openLayers } from '../undo/layers.ts'
import { entryWith, mapHistory, removeStep, rewriteEntry } from '../undo/stacks.ts'
import { atTop } from './atTop.ts'
import { openBothTexts } from './bothTexts.ts'
import { openCellsTwice } from './cellsTwice.ts'
import type { GoneRows } from './goneRows.ts'
import type { Meanwhile } from './meanwhile.ts'
import { type SameNames, sameRow, withSame } from './sameNames.ts'

/** What the room has decided, in its order: an event of another, one of ours as it took it, or the refusal of one. */
export type Decision =
  | { kind: 'event'; operations: Operation[]; author: string }
  | { kind: 'own'; push: number; i: number; operations: Operation[] }
  | { kind: 'refused'; id: number }
  /** One of ours was refused since rows of it are there already: it waits on, with those in their place. */
  | { kind: 'taken'; id: number; same: SameNames }
  /** One of ours was refused since its new quirks would lie too deep now: it waits on, with them at the top. */
  | { kind: 'tooDeep'; id: number }

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

/** `gone`: is told what others remove, and names it where something of ours cannot be done because of that. */
export function rebase(db: Db, journal: Journal, decisions: readonly Decision[], gone: GoneRows): Rebased {
  const result: Rebased = { effects: [], shown: [], authors: new Map(), whole: new Set(), problems: [], meanwhile: [] }
  const refused = new Set<number>()
  /** Steps that take back what has been refused, in whole or in part: what they are to do is known once the rest is done. */
  const emptied = new Set<number>()
  /** Steps of which others have made a part. */
  const joined = new Set<number>()
  const note = (effects: readonly Effect[]) => {
    for (const effect of effects) result.effects.push(effect)
  }
  const run = (changes: readonly Change[], direction: Direction): Effect[] => {
    const { effects } = journal.record(() => apply(db, journal, changes, direction))
    note(effects)
    return effects
  }
  const bothTexts = openBothTexts(db)
  const cellsTwice = openCellsTwice(db)
  /** By the quirk that was merged. */
  const wentAlong = new Map<number, Meanwhile>()
  const runTheirs = (operations: readonly Operation[]): Effect[] => {
    const effects = run(changesOf(operations), 'forward')
    gone.note(effects)
    return effects
  }
  let pending = pendingSteps(db)
  /** By waiting step: the edits made below it, as they read above it. */
  const passed = new Map<number, Edit[]>()
  if (decisions.every((decision) => decision.kind === 'event') && areApart(decisions, pending)) {
    for (const decision of decisions) {
      const effects = runTheirs(decision.operations)
      const edits = editsOf(effects)
      result.shown.push(...edits)
      noteAuthor(edits, decision.author)
      cellsTwice.note(effects, decision.author)
    }
    mapHistory(db, result.shown, null)
    tellCells()
    return result
  }
  /** What takes back each step, as it is done now: written once the rest of the history has been moved. */
  const layers = openLayers(settledParts(db, pending))
  for (const step of pending.toReversed()) run(rewind(step.effect), 'rewind')
  for (const decision of decisions) {
    const at = pending.findIndex((step) => isAbout(decision, step))
    const step = pending[at]
    // One of ours that was set aside meanwhile comes as one of another's: what waits here was made without it.
    if (decision.kind === 'event' || (decision.kind === 'own' && !step)) {
      const effects = runTheirs(decision.operations)
      for (const merge of mergesIn(effects)) goAlong(merge, effects, decision)
      const edits = editsOf(effects)
      layers.pass(edits, null)
      if (decision.kind === 'event') {
        noteAuthor(edits, decision.author)
        bothTexts.note(effects, decision.author)
        cellsTwice.note(effects, decision.author)
      }
      for (const effect of effects) {
        if (effect.op === 'insert' && effect.table === 'quirks') goBack(effect.id as number)
        if (effect.op === 'edit') {
          beginApart(effect)
          result.shown.push(...mapPending(pending, 0, [effect], passed))
        } else if (effect.table !== 'question_answers') continue
        else if (effect.op === 'remove') giveUpText(effect.row)
        else if (effect.op === 'insert') {
          takeText(effect.row)
          joinAnswer(effect.row)
        }
      }
      continue
    }
    if (!step) continue
    if (decision.kind === 'taken') {
      joinSame(decision.same)
      continue
    }
    if (decision.kind === 'tooDeep') {
      mean(at, atTop(step.intent))
      continue
    }
    if (decision.kind === 'own') takeOwn(decision.operations, step)
    else refuseStep(at, step)
    pending = pending.filter((other) => other !== step)
  }
  mapHistory(db, result.shown, null)
  redo()
  for (const step of refused) removeStep(db, step)
  for (const { entry, changes } of layers.all()) rewriteEntry(db, entry, changes)
  result.meanwhile.push(...wentAlong.values())
  for (const both of bothTexts.found()) result.meanwhile.push({ kind: 'bothTexts', ...both })
  tellCells()
  return result

  function tellCells(): void {
    for (const twice of cellsTwice.found(pending)) result.meanwhile.push({ kind: 'cellTwice', ...twice })
  }

  function noteAuthor(edits: readonly Edit[], author: string): void {
    for (const { answerId } of edits) result.authors.set(answerId, author)
  }

  /** Ours as the room took it. Where it was in the way of others it has already been moved; an edit of it is shown already. */
  function takeOwn(operations: readonly Operation[], step: PendingStep): void {
    const effects = run(changesOf(operations), 'forward')
    removePending(db, step.id)
    layers.did(step, effects)
  }

  /**
   * A text that others removed takes along what was about to be done to it: should it come back, positions made on texts
   * that never came to be would fit nothing. A step of ours that removes the text too, or brings it back, ends that: from there on it is as
   * the others had it.
   */
  function giveUpText(answer: AnyRow): void {
    const own = firstAbout(answer)
    const given: Edit[] = []
    for (const [at, step] of pending.slice(0, own).entries()) {
      const others = step.intent.filter((change) => !isOn(change, answer))
      if (others.length === step.intent.length) continue
      for (const edit of editsOf(step.intent)) if (edit.answerId === answer.id) given.push(edit)
      pending[at] = { ...step, intent: others }
      result.whole.add(answer.id as number)
      if (others.length === 0) result.problems.push(gone.problemOf(step.intent))
    }
    if (given.length === 0 || own === pending.length) return
    const theirs = parseHtml(answer.answer as string)
    mapPending(pending, own, editsBetween(editedBy(given, theirs), theirs, answer), passed)
  }

  /** A text that others bring back before us is as they have it: ours goes on from there. */
  function takeText(answer: AnyRow): void {
    const own = firstAbout(answer)
    const first = pending[own]?.intent.find((change) => comesOrGoes(change, answer))
    if (first?.op !== 'insert') return
    const [ours, theirs] = [first.row, answer].map((row) => parseHtml(row.answer as string)) as [RichText, RichText]
    mapPending(pending, own, editsBetween(ours, theirs, answer), passed)
  }

  /** What waits is to do this from now on. */
  function mean(at: number, intent: Change[]): void {
    const step = pending[at] as PendingStep
    const isOther = intent.length !== step.intent.length || intent.some((change, i) => change !== step.intent[i])
    if (step.push !== null && isOther) noteOtherwise(db, step.id)
    pending[at] = { ...step, intent }
  }

  /** What waits is done on the rows that others have made under the same names; what takes it back is known once it is done. */
  function joinSame(same: SameNames): void {
    for (const [at, step] of pending.entries()) {
      const intent = withSame(db, step.intent, same)
      mean(at, intent)
      if (intent.length === step.intent.length) continue
      joined.add(step.id)
      if (step.way === 'undo') emptied.add(step.id)
    }
  }

  /**
   * What waits on a quirk that others have merged goes where they have put the rest. Of what is under way the room takes nothing where all of
   * it is on that quirk, so that it is sent again; else it takes the other part, as it was sent.
   */
  function goAlong(merge: Merge, effects: readonly Effect[], decision: Decision): void {
    const { source, target } = merge
    const ends = (change: Change) =>
      change.op !== 'edit' &&
      change.table === 'quirks' &&
      ((change.op === 'insert' && change.id === source) ||
        (change.op === 'remove' && change.id === target && change.into === undefined))
    // Who has brought the quirk back here, or removed the other, means something else.
    if (pending.some(({ intent }) => intent.some(ends))) return
    let n = 0
    for (const [at, step] of pending.entries()) {
      const intent = step.intent.map((change) => handedOver(change, merge))
      const moved = intent.filter((change, i) => change !== step.intent[i])
      if (step.push !== null && moved.length < intent.length) continue
      n += moved.filter((change) => change.op === 'insert' && change.table === 'highlights').length
      mean(at, intent)
    }
    const gone = effects.find((effect) => effect.op === 'remove' && effect.table === 'quirks' && effect.id === source)
    const into = db.one<{ title: string }>('SELECT title FROM quirks WHERE id = ?', [target])?.title
    if (n === 0 || gone?.op !== 'remove' || into === undefined || decision.kind !== 'event') return
    wentAlong.set(source, { kind: 'wentAlong', title: String(gone.row.title), into, n, author: decision.author })
  }

  /** A quirk is there again: what waits and went along with its merge is for it. */
  function goBack(quirkId: number): void {
    wentAlong.delete(quirkId)
    for (const [at, step] of pending.entries()) {
      const intent = step.intent.map((change) => handedBack(change, quirkId))
      if (step.push === null || isOtherwise(db, step)) mean(at, intent)
    }
  }

  /** An answer that waits is begun by others too: its words come behind theirs. */
  function joinAnswer(theirs: AnyRow): void {
    const isSame = (change: Change): change is Insert =>
      change.op === 'insert' &&
      change.table === 'question_answers' &&
      change.id !== theirs.id &&
      change.row.sourceId === theirs.sourceId &&
      change.row.questionId === theirs.questionId
    const at = pending.findIndex(({ intent }) => intent.some(isSame))
    const step = pending[at]
    const own = step?.intent.find(isSame)
    if (!step || !own) return
    const made = step.intent.indexOf(own)
    const [before, words] = [theirs, own.row].map(({ answer }) => parseHtml(answer as string)) as [RichText, RichText]
    const both = parseHtml(toHtml(before) === toHtml(words) ? toHtml(before) : toHtml(before) + toHtml(words))
    const then = mapChanges(step.intent.slice(made + 1), editsBetween(words, both, { ...theirs, id: own.id }))
    const added = editsBetween(before, both, { ...theirs, id: own.id })
    pending[at] = { ...step, intent: [...step.intent.slice(0, made + 1), ...added, ...then.changes] }
    mapPending(pending, at + 1, then.over, passed)
    joinSame(sameRow('question_answers', own.id, theirs.id as Key))
    result.whole.add(theirs.id as number)
  }

  /** A text that was empty is begun by others too: what waits to be written there is a paragraph of its own, behind theirs. */
  function beginApart(theirs: Edit): void {
    const isHere = (change: Change): change is Edit => change.op === 'edit' && change.answerId === theirs.answerId
    const own = pending.flatMap(({ intent }) => intent.filter(isHere))
    if (![theirs, own[0]].every((edit) => edit?.steps[0] && stepLength(edit.steps[0]) === 0)) return
    const { answerId: id, sourceId, questionId } = theirs
    const answer = { id, sourceId, questionId }
    if (editedBy(own, fromPlain('')).text === '' || firstAbout(answer) < pending.length) return
    const at = pending.findIndex(({ intent }) => intent.some(isHere))
    const { intent } = pending[at] as PendingStep
    const from = intent.findIndex(isHere)
    const apart = editsBetween(fromPlain(''), fromPlain('\n'), answer)
    const then = mapChanges(intent.slice(from), apart)
    mean(at, [...intent.slice(0, from), ...apart, ...then.changes])
    result.shown.push(...mapPending(pending, at + 1, then.over, passed))
  }

  /** The place of the first step that removes the answer or brings it back; past the last where none does. */
  function firstAbout(answer: AnyRow): number {
    const at = pending.findIndex(({ intent }) => intent.some((change) => comesOrGoes(change, answer)))
    return at < 0 ? pending.length : at
  }

  /** A step that takes back what has been refused has nothing left to do: nothing of it is to be taken back. */
  function refuseStep(at: number, step: PendingStep): void {
    if (emptied.has(step.id)) for (const edit of editsOf(step.effect)) result.whole.add(edit.answerId)
    else takeFrom(at, step)
    removePending(db, step.id)
    refused.add(step.id)
  }

  /**
   * What others did is moved as if the step had been taken back. Where it has been, by a step that waits too, that one has nothing left
   * to do; what waits behind it finds the text as it was made for.
   */
  function takeFrom(at: number, step: PendingStep): void {
    const back = takenBack(step)
    const undoing = takenBackBy(at, step)
    if (undoing < 0) result.shown.push(...mapPending(pending, at + 1, back, passed))
    else {
      mapPending(pending, at + 1, back, passed, undoing)
      emptied.add((pending[undoing] as PendingStep).id)
    }
    for (const edit of back) result.whole.add(edit.answerId)
  }

  /** What takes back its edits, from the texts as they read now. */
  function takenBack({ id, effect }: PendingStep): Edit[] {
    return editsOf(mapChanges(editsOf(invert(effect)), passed.get(id) ?? []).changes)
  }

  /** The place of the step that takes this one back; −1 where none does, or one that takes back what the room has too. */
  function takenBackBy(at: number, { tab, entry }: PendingStep): number {
    if (tab === null || entry === null) return -1
    const isOf = (other: PendingStep) => other.tab === tab && other.entry !== null
    const undoing = pending.findIndex(
      (other, i) => i > at && isOf(other) && other.way === 'undo' && (other.entry as number) <= entry,
    )
    const first = pending[undoing]?.entry
    return pending.some((other, i) => i < undoing && isOf(other) && other.way !== 'undo' && other.entry === first)
      ? undoing
      : -1
  }

  /** As the room will do it: nothing under what others have removed. */
  function doAgain(step: PendingStep): Effect[] {
    return recordStep(db, journal, step.intent, () => {
      apply(db, journal, step.intent, 'forward')
      leaveOutOrphans(db, journal)
    }).effects
  }

  function redo(): void {
    for (const waiting of pending) {
      const intent = emptied.has(waiting.id) ? layers.taking(waiting) : bothTexts.withBoth(waiting)
      const step = { ...waiting, intent }
      const done = attempt(() => db.transaction(() => doAgain(step)))
      if (isProblem(done)) {
        // Of what it has been sent the room says so.
        if (done.problem.kind !== 'parentRemoved') result.problems.push(done.problem)
        else if (step.push === null) result.problems.push(gone.problemOf(step.intent))
        for (const edit of editsOf(step.intent)) result.whole.add(edit.answerId)
      } else note(done.ok)
      const effect = isProblem(done) ? [] : done.ok
      // Nothing is left to take back.
      if (effect.length === 0 && joined.has(step.id)) refused.add(step.id)
      layers.did(step, effect)
      if (effect.length === 0 && step.push === null) removePending(db, step.id)
      else rewritePending(db, { ...step, effect, versions: versionsBefore(db, effect, step.intent) })
    }
  }
}

/**
 * Of entries whose step goes in parts: what takes back the parts that the room has taken already. What goes in parts holds rows alone
 * (`stepParts.ts`), and is taken back from its last part on.
 */
function settledParts(db: Db, pending: readonly PendingStep[]): Map<number, Change[]> {
  const settled = new Map<number, Change[]>()
  for (const [entry, steps] of Map.groupBy(pending, ({ entry }) => entry)) {
    const stored = entry === null ? undefined : entryWith(db, entry)
    if (!stored || steps.some(({ id }) => id === stored.step)) continue
    const waiting = new Map<string, number>()
    const way = steps.at(-1)?.way
    for (const change of steps.filter((step) => step.way === way).flatMap(({ effect }) => invert(effect)))
      waiting.set(nameOf(change), (waiting.get(nameOf(change)) ?? 0) + 1)
    settled.set(
      stored.id,
      stored.changes.filter((change) => {
        const left = waiting.get(nameOf(change)) ?? 0
        if (left > 0) waiting.set(nameOf(change), left - 1)
        return left === 0 && change.op !== 'edit'
      }),
    )
  }
  return settled
}

const nameOf = (change: Change): string =>
  change.op === 'edit' ? `edit ${change.answerId}` : `${change.op} ${change.table} ${change.id}`

/** A text after edits; one that fits it no more is not done. */
const editedBy = (edits: readonly Edit[], text: RichText): RichText =>
  edits.reduce((before, { steps }) => {
    try {
      return steps.reduce((rich, step) => applyStep(rich, step).rich, before)
    } catch (error) {
      if (error instanceof RangeError) return before
      throw error
    }
  }, text)

function editsBetween(from: RichText, to: RichText, { id, sourceId, questionId }: AnyRow): Edit[] {
  const place = { sourceId: sourceId as number, questionId: questionId as number }
  const steps = diffStep(from, to)
  return steps.length === 0 ? [] : [{ op: 'edit', answerId: id as number, ...place, steps }]
}

const comesOrGoes = (change: Change, answer: AnyRow): boolean =>
  (change.op === 'insert' || change.op === 'remove') && change.table === 'question_answers' && change.id === answer.id

function isOn(change: Change, answer: AnyRow): boolean {
  if (change.op === 'edit') return change.answerId === answer.id
  if (change.op === 'remove' || !spec(change.table).onText) return false
  // Another quirk for a highlight has no position: it is done where the highlight comes back.
  if (change.op === 'update' && !('start' in change.set)) return false
  const at = change.op === 'insert' ? change.row : change.place
  return at?.sourceId === answer.sourceId && at?.questionId === answer.questionId
}

export const isAbout = (decision: Decision, { id, push, i }: PendingStep): boolean =>
  'id' in decision ? id === decision.id : decision.kind === 'own' && push === decision.push && i === decision.i

const editsOf = (changes: readonly Change[]): Edit[] => changes.filter((change) => change.op === 'edit')

/** Moves the intents of the steps from `from` up to `to` over edits made below them; returns the edits as they read above them. */
function mapPending(
  pending: PendingStep[],
  from: number,
  edits: readonly Edit[],
  passed: Map<number, Edit[]>,
  to = pending.length,
): Edit[] {
  let over = [...edits]
  for (let i = from; i < to && over.length > 0; i += 1) {
    const step = pending[i] as PendingStep
    const mapped = mapChanges(step.intent, over)
    pending[i] = { ...step, intent: mapped.changes }
    over = mapped.over
    passed.set(step.id, [...(passed.get(step.id) ?? []), ...over])
  }
  return over
}

/** Whether the events and the pending steps touch nothing in common, so that their order does not matter here. */
function areApart(decisions: readonly Decision[], waiting: readonly PendingStep[]): boolean {
  if (waiting.length === 0) return true
  const theirs = decisions.flatMap((decision) => ('operations' in decision ? changesOf(decision.operations) : []))
  const concerned = concernedBy(theirs)
  // What others do while an import is being sent seldom names any of its rows.
  const pending = concerned ? waiting.filter((step) => step.mayConcern(concerned)) : waiting
  if (pending.length === 0) return true
  const ours = pending.flatMap((step): Change[] => [...step.intent, ...step.effect])
  const a = touches(theirs)
  const b = touches(ours)
  if ((a.edits.size > 0 || a.rows.has('question_answers')) && touchesTexts(ours)) return false
  if ((b.edits.size > 0 || b.rows.has('question_answers')) && touchesTexts(theirs)) return false
  // Removals take along what names the row, and rows that come may name what has gone: those go the long way.
  if (theirs.some((change) => change.op === 'remove') || ours.some((change) => change.op === 'remove')) return false
  // What went along with the merge of a quirk is for it once it is there again.
  if (ours.some((change) => 'from' in change && change.from.some((id) => a.rows.get('quirks')?.has(id)))) return false
  for (const [table, ids] of a.rows) for (const id of ids) if (b.rows.get(table)?.has(id)) return false
  return true
}

const touchesTexts = (changes: readonly Change[]): boolean =>
  changes.some(
    (change) => change.op === 'edit' || spec(change.table).onText === true || change.table === 'question_answers',
  )
