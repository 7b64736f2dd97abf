/**
 * The steps that wait, while they are taken back and what the room has decided is done below them: what each is to do when it is done again. It
 * knows what a change says of itself, and nothing of what the rows and texts are to people: that is for the rules (`rules/`).
 */
import { type Change, type Edit, type Effect, editsOf, invert, mapChanges } from '../../../src/model/change.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { noteOtherwise, type PendingStep, pendingSteps } from '../pending/pending.ts'

export interface Waiting {
  /** In their order; a place among them is what `at` is below. */
  readonly steps: readonly PendingStep[]
  /** The step is to do this from now on, be it under way as something else. */
  mean(at: number, intent: Change[]): void
  /** The same, where others have made what is in it no more. */
  leaveToOthers(at: number, intent: Change[]): void
  /** What is in it no more is not done: should the room take it as it was sent, it means that still. */
  giveUp(at: number, intent: Change[]): void
  /** Moves the steps from `from` up over edits made below them; returns the edits as they read above them. */
  move(from: number, edits: readonly Edit[]): Edit[]
  /** The room has done it. */
  took(at: number, effects: readonly Effect[]): Seen
  /** The room does not do it: what waits behind it goes without. */
  refused(at: number): Seen
  /** It has been done again: what waits behind it goes on from that. */
  didAgain(at: number, effects: readonly Effect[]): Seen
  /** It cannot be done again: what waits behind it goes without its edits, which would have been `edits`. */
  cannotDo(at: number, edits: readonly Effect[]): Seen
  /** It takes back what has been refused, in whole or in part: what it is to do is known once the rest is done again. */
  takesBackLess(step: PendingStep): boolean
  /** Steps that have come to nothing: what they had made of the history goes. */
  readonly lost: ReadonlySet<number>
}

/** `edits`: those that lead what is shown there; `texts`: answers that edits cannot tell. */
export interface Seen {
  edits: Edit[]
  texts: number[]
}
const nothing: Seen = { edits: [], texts: [] }

/**
 * Whether it is under way and could not be done again here, so that what was typed since, or stands behind it, was made on texts without it. It is
 * moved like the others, since it is done should what it was about come back before the room judges it.
 */
export const isUndone = ({ intent, effect }: PendingStep): boolean => effect.length === 0 && editsOf(intent).length > 0

export function openWaiting(db: Db): Waiting {
  const steps = pendingSteps(db)
  /** By step: the edits made below it, as they read above it. */
  const passed = new Map<number, Edit[]>()
  const lessToTakeBack = new Set<number>()
  /** Steps of which others have made a part. */
  const shared = new Set<number>()
  const lost = new Set<number>()

  const at = (place: number): PendingStep => steps[place] as PendingStep
  const put = (place: number, intent: Change[]) => {
    steps[place] = { ...at(place), intent }
  }
  const mean = (place: number, intent: Change[]) => {
    const { id, push, intent: before } = at(place)
    const isOther = intent.length !== before.length || intent.some((change, i) => change !== before[i])
    if (push !== null && isOther) noteOtherwise(db, id)
    put(place, intent)
  }
  const moveUpTo = (to: number, from: number, edits: readonly Edit[], write = put): Edit[] => {
    let over = [...edits]
    for (let place = from; place < to && over.length > 0; place += 1) {
      const step = at(place)
      const mapped = mapChanges(step.intent, over)
      write(place, mapped.changes)
      if (isUndone(step)) continue
      over = mapped.over
      passed.set(step.id, [...(passed.get(step.id) ?? []), ...over])
    }
    return over
  }
  const move = (from: number, edits: readonly Edit[], write = put): Edit[] => moveUpTo(steps.length, from, edits, write)

  /** What takes back its edits, from the texts as they read now. */
  const takenBack = ({ id, effect }: PendingStep): Edit[] =>
    editsOf(mapChanges(editsOf(invert(effect)), passed.get(id) ?? []).changes)
  /**
   * What others did is moved as if the step had been taken back. Where it has been, by a step that waits too, that one has nothing left
   * to do; what waits behind it finds the text as it was made for.
   */
  const takeFrom = (place: number, back: readonly Edit[], write = put): Seen => {
    const { id, effect } = at(place)
    // What takes back what has been refused has nothing left to do: nothing of it is to be taken back.
    if (lessToTakeBack.has(id)) return { edits: [], texts: textsOf(effect) }
    const undoing = takenBackBy(steps, place)
    if (undoing < 0) return { edits: move(place + 1, back, write), texts: textsOf(back) }
    moveUpTo(undoing, place + 1, back, write)
    lessToTakeBack.add(at(undoing).id)
    return { edits: [], texts: textsOf(back) }
  }
  const isNothing = (place: number) => {
    const { id } = at(place)
    // Nothing is left to take back.
    if (shared.has(id)) lost.add(id)
  }
  const goOnFrom = (place: number, effects: readonly Effect[], write = put): Seen => ({
    edits: move(place, editsOf(effects), write),
    texts: textsOf(effects),
  })

  return {
    steps,
    lost,
    mean,
    giveUp: put,
    move: (from, edits) => move(from, edits),
    leaveToOthers: (place, intent) => {
      const { id, way } = at(place)
      mean(place, intent)
      shared.add(id)
      if (way === 'undo') lessToTakeBack.add(id)
    },
    took: (place, effects) => {
      const [step] = steps.splice(place, 1)
      return step && isUndone(step) ? goOnFrom(place, effects) : nothing
    },
    refused: (place) => {
      const found = takeFrom(place, takenBack(at(place)))
      lost.add(at(place).id)
      steps.splice(place, 1)
      return found
    },
    didAgain: (place, effects) => {
      if (effects.length === 0) isNothing(place)
      return isUndone(at(place)) ? goOnFrom(place + 1, effects, mean) : nothing
    },
    cannotDo: (place, edits) => {
      isNothing(place)
      return isUndone(at(place)) || edits.length === 0 ? nothing : takeFrom(place, editsOf(invert(edits)), mean)
    },
    takesBackLess: ({ id }) => lessToTakeBack.has(id),
  }
}

const textsOf = (changes: readonly Change[]): number[] => editsOf(changes).map(({ answerId }) => answerId)

/** The place of the step that takes back the one at `at`; −1 where none does, or one that takes back what the room has too. */
function takenBackBy(steps: readonly PendingStep[], at: number): number {
  const { tab, entry } = steps[at] as PendingStep
  if (tab === null || entry === null) return -1
  const isOf = (other: PendingStep) => other.tab === tab && other.entry !== null
  const undoing = steps.findIndex(
    (other, i) => i > at && isOf(other) && other.way === 'undo' && (other.entry as number) <= entry,
  )
  const first = steps[undoing]?.entry
  return steps.some((other, i) => i < undoing && isOf(other) && other.way !== 'undo' && other.entry === first)
    ? undoing
    : -1
}
