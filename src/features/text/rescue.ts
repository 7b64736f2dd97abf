/**
 * Keystrokes between the last commit and a reload: the page may end before its worker has taken them. They are left in
 * local storage with a fingerprint of the text that they were typed on, and done when that very text is opened again; where
 * the worker did take them, the text is another one by then and nothing is done twice.
 */
import type { EditStep } from '../../model/text/edit.ts'
import type { AnswerPlace } from './answer.ts'
import { type LocalStep, type ShownText, stepText } from './shownText.ts'

interface Rescue {
  text: string
  steps: EditStep[]
}

const keyOf = (project: string, { sourceId, questionId }: AnswerPlace): string =>
  `thicket:unsent:${project}:${sourceId}:${questionId}`

/** FNV-1a and the length. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}:${(hash >>> 0).toString(36)}`
}

/** Leaves the steps not yet confirmed, or clears what was left when there are none. */
export function rescueSteps(project: string, place: AnswerPlace, local: readonly LocalStep[], shown: ShownText): void {
  const key = keyOf(project, place)
  if (local.length === 0) {
    localStorage.removeItem(key)
    return
  }
  const inverse = local.toReversed().flatMap((step) => step.inverse)
  const before = inverse.reduce((text, step) => stepText(text, step).shown, shown)
  const left: Rescue = { text: fingerprint(before.doc.toString()), steps: local.map(({ step }) => step) }
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
  const { text: print, steps } = JSON.parse(left) as Rescue
  return print === fingerprint(text) ? steps : []
}
