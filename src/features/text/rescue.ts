/**
 * Keystrokes between the last commit and a reload: the page may end before its worker has taken them. They are left in
 * local storage with a fingerprint of the text that they were typed on, and done when that very text is opened again. Some of them
 * may have been under way: where the worker did take those, the text is that after them, and only the rest is done.
 */
import type { EditStep } from '../../model/text/edit.ts'
import type { AnswerPlace } from './answer.ts'
import { type LocalStep, type ShownText, takenBack } from './shownText.ts'

interface Rescue {
  /** Of the text under all of the steps, and of that under those that were not under way. */
  under: { all: string; rest: string }
  steps: EditStep[]
  /** The first so many were under way. */
  inFlight: number
}

const keyOf = (project: string, { sourceId, questionId }: AnswerPlace): string =>
  `thicket:unsent:${project}:${sourceId}:${questionId}`

/** FNV-1a and the length. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}

/** Leaves the steps not yet confirmed, the first `inFlight` of which are under way; clears what was left when there are none. */
export function rescueSteps(
  project: string,
  place: AnswerPlace,
  { local, inFlight }: { local: readonly LocalStep[]; inFlight: number },
  shown: ShownText,
): void {
  const key = keyOf(project, place)
  if (local.length === 0) {
    localStorage.removeItem(key)
    return
  }
  const rest = takenBack(shown, local.slice(inFlight))
  const all = takenBack(rest, local.slice(0, inFlight))
  const left: Rescue = {
    under: { all: fingerprint(all.doc.toString()), rest: fingerprint(rest.doc.toString()) },
    steps: local.map(({ step }) => step),
    inFlight,
  }
  try {
    localStorage.setItem(key, JSON.stringify(left))
  } catch {
    // The storage is full: the commit that is on its way is all that can be done.
  }
}

/** Takes what was left for this text; empty when nothing was, or when the text is another one. */
export function rescued(project: string, place: AnswerPlace, text: string): EditStep[] {
  const key = keyOf(project, place)
  const left = localStorage.getItem(key)
  if (left === null) return []
  localStorage.removeItem(key)
  const { under, steps, inFlight } = JSON.parse(left) as Rescue
  const print = fingerprint(text)
  if (print === under.all) return steps
  return print === under.rest ? steps.slice(inFlight) : []
}
