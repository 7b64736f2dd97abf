/**
 * The steps that wait, while they are taken back and what the room has decided is done below them: what each is to do when it is done again. It
 * knows what a change says of itself, and nothing of what the rows and texts are to people: that is for the rules (`rules/`).
 */
import { type Change, type Edit, editsOf, invert, mapChanges } from '../../../src/model/change.ts'
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
  /** Moves the steps from `from` up to `to` over edits made below them; returns the edits as they read above them. */
  move(from: number, edits: readonly Edit[], to?: number): Edit[]
  /** The room has done it. */
  took(at: number): void
  /** The room does not do it, and what waits behind it goes without. `seen`: the edits that lead what is shown there; `texts`: answers that were edited by it. */
  refused(at: number): { seen: Edit[]; texts: number[] }
  /** Done again, it has done nothing. */
  isNothing(step: PendingStep): void
  /** It takes back what has been refused, in whole or in part: what it is to do is known once the rest is done again. */
  takesBackLess(step: PendingStep): boolean
  /** Steps that have come to nothing: what they had made of the history goes. */
  readonly lost: ReadonlySet<number>
}

export function openWaiting(db: Db): Waiting {
  const steps = pendingSteps(db)
  /** By step: the edits made below it, as they read above it. */
  const passed = new Map<number, Edit[]>()
  const lessToTakeBack = new Set<number>()
  /** Steps of which others have made a part. */
  const shared = new Set<number>()
  const lost = new Set<number>()

  const at = (place: number): PendingStep => steps[place] as PendingStep
  const giveUp = (place: number, intent: Change[]) => {
    steps[place] = { ...at(place), intent }
  }
  const mean = (place: number, intent: Change[]) => {
    const { id, push, intent: before } = at(place)
    const isOther = intent.length !== before.length || intent.some((change, i) => change !== before[i])
    if (push !== null && isOther) noteOtherwise(db, id)
    giveUp(place, intent)
  }
  const move = (from: number, edits: readonly Edit[], to = steps.length): Edit[] => {
    let over = [...edits]
    for (let place = from; place < to && over.length > 0; place += 1) {
      const { id, intent } = at(place)
      const mapped = mapChanges(intent, over)
      giveUp(place, mapped.changes)
      over = mapped.over
      passed.set(id, [...(passed.get(id) ?? []), ...over])
    }
    return over
  }
  /** What takes back its edits, from the texts as they read now. */
  const takenBack = ({ id, effect }: PendingStep): Edit[] =>
    editsOf(mapChanges(editsOf(invert(effect)), passed.get(id) ?? []).changes)
  /**
   * What others did is moved as if the step had been taken back. Where it has been, by a step that waits too, that one has nothing left
   * to do; what waits behind it finds the text as it was made for.
   */
  const takeFrom = (place: number): { seen: Edit[]; texts: number[] } => {
    const back = takenBack(at(place))
    const texts = back.map(({ answerId }) => answerId)
    const undoing = takenBackBy(steps, place)
    if (undoing < 0) return { seen: move(place + 1, back), texts }
    move(place + 1, back, undoing)
    lessToTakeBack.add(at(undoing).id)
    return { seen: [], texts }
  }

  return {
    steps,
    lost,
    mean,
    giveUp,
    move,
    leaveToOthers: (place, intent) => {
      const { id, way } = at(place)
      mean(place, intent)
      shared.add(id)
      if (way === 'undo') lessToTakeBack.add(id)
    },
    took: (place) => {
      steps.splice(place, 1)
    },
    refused: (place) => {
      const { id, effect } = at(place)
      // What takes back what has been refused has nothing left to do: nothing of it is to be taken back.
      const found = lessToTakeBack.has(id)
        ? { seen: [], texts: editsOf(effect).map(({ answerId }) => answerId) }
        : takeFrom(place)
      lost.add(id)
      steps.splice(place, 1)
      return found
    },
    isNothing: ({ id }) => {
      // Nothing is left to take back.
      if (shared.has(id)) lost.add(id)
    },
    takesBackLess: ({ id }) => lessToTakeBack.has(id),
  }
}

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
