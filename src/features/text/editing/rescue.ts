/**
 * Keystrokes between the last commit and a reload: the page may end before its worker has taken them. They are left in local storage
 * with the text that they were typed on, and done when the text is opened again. Some of them may have been under way: where the worker
 * did take those, the text is that after them, and only the rest is done. What others have written meanwhile moves them, as ever.
 */
import { keepUnder, keptUnder, whenOpenable } from '../../../data/copies/wordsKept.ts'
import { diffStep, type EditStep } from '../../../model/text/edit.ts'
import { fingerprint } from '../../../model/text/fingerprint.ts'
import { fromPlain } from '../../../model/text/fromPlain.ts'
import type { AnswerPlace } from './answerPlace.ts'
import { meet } from './mergeSteps.ts'
import { type LocalStep, type ShownText, takenBack } from './shownText.ts'

interface Rescue {
  /** Of the text under all of the steps, and of that under those that were not under way. */
  under: { all: string; rest: string }
  /** These texts themselves, where they are short enough to be kept; `rest` where it is another one. */
  texts?: { all: string; rest?: string }
  steps: EditStep[]
  /** The first so many were under way. */
  inFlight: number
}

/** In units: local storage holds some 5 million, for all projects together. */
const longestKept = 400_000

/** `copy`: the key of the copy, since words are their author's. */
const keyOf = (copy: string, { sourceId, questionId }: AnswerPlace): string =>
  `thicket:unsent:${copy}:${sourceId}:${questionId}`

/** Leaves the steps not yet confirmed, the first `inFlight` of which are under way; clears what was left when there are none. */
export function rescueSteps(
  copy: string,
  place: AnswerPlace,
  { local, inFlight }: { local: readonly LocalStep[]; inFlight: number },
  shown: ShownText,
): void {
  const key = keyOf(copy, place)
  if (local.length === 0) {
    keepUnder(copy, key, null)
    return
  }
  const rest = takenBack(shown, local.slice(inFlight))
  const texts = { all: takenBack(rest, local.slice(0, inFlight)).doc.toString(), rest: rest.doc.toString() }
  const left: Rescue = {
    under: { all: fingerprint(texts.all), rest: fingerprint(texts.rest) },
    steps: local.map(({ step }) => step),
    inFlight,
  }
  const kept = inFlight > 0 ? texts : { all: texts.all }
  if (texts.all.length <= longestKept && keepUnder(copy, key, JSON.stringify({ ...left, texts: kept }))) return
  // Where this is not kept either, the commit that is on its way is all that can be done.
  keepUnder(copy, key, JSON.stringify(left))
}

/** Resolves when what was left for this text can be taken; null: it can already, or nothing was. */
export const whenRescuable = (copy: string, place: AnswerPlace): Promise<void> | null =>
  keptUnder(copy, keyOf(copy, place)) === null ? null : whenOpenable(copy)

/** Takes what was left for this text, as steps on it; empty when nothing was, or when the text is another one and the old one was not kept. */
export function rescued(copy: string, place: AnswerPlace, text: string): EditStep[] {
  const key = keyOf(copy, place)
  const left = keptUnder(copy, key)
  if (left === null || left === 'unread') return []
  keepUnder(copy, key, null)
  const { under, texts, steps, inFlight } = JSON.parse(left.words) as Rescue
  const print = fingerprint(text)
  if (print === under.all) return steps
  if (print === under.rest) return steps.slice(inFlight)
  return texts ? movedOver(texts, steps, inFlight, text) : []
}

/** Others have written: from the one of the two texts that is nearer to what is there now. */
function movedOver(
  { all, rest }: NonNullable<Rescue['texts']>,
  steps: EditStep[],
  inFlight: number,
  text: string,
): EditStep[] {
  const fromAll = changesTo(all, text)
  if (rest === undefined) return meet(steps, fromAll).mine
  const fromRest = changesTo(rest, text)
  return sizeOf(fromRest) < sizeOf(fromAll) ? meet(steps.slice(inFlight), fromRest).mine : meet(steps, fromAll).mine
}

const changesTo = (from: string, to: string): EditStep[] => diffStep(fromPlain(from), fromPlain(to))

/** How many units the steps delete and insert. */
const sizeOf = (steps: readonly EditStep[]): number =>
  steps.reduce(
    (sum, step) => sum + (step.type === 'text' ? unitsOf(step.changes as (number | [number, ...string[]])[]) : 0),
    0,
  )

const unitsOf = (parts: readonly (number | readonly [number, ...string[]])[]): number =>
  parts.reduce<number>((sum, part) => {
    if (typeof part === 'number') return sum
    const [length, ...lines] = part
    return sum + length + lines.join('\n').length
  }, 0)
