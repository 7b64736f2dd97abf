/**
 * That somebody gives a passage to a quirk in this window, for whoever shows it: the text lets it fly, the canvas lets its bubble pulse. Each of them hears
 * it before it is done, so that what the act itself changes is seen as well; nothing of it delays the act, and none of it is told to another window.
 */
import type { Passage } from './passage.ts'

export interface Coding {
  readonly passage: Passage
  /** It was dropped on the quirk: it is there already. */
  readonly isDropped: boolean
  /** The quirk, or null where it was refused. */
  readonly done: Promise<number | null>
}

/** How long the passage is on its way to the bubble, in ms. */
export const flightMs = 320

const listeners = new Set<(coding: Coding) => void>()

/** Returns the end of it. */
export function onCoding(listener: (coding: Coding) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tellCoding(coding: Coding): void {
  for (const tell of listeners) tell(coding)
}
