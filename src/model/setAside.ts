/**
 * Answers: what a step is that the room takes no more and that is kept in the copy, until its author sends it again, has it as a file or gives it up.
 */
import type { Change } from './change.ts'

/** `words`: the passage that a row lay on whose text is another now; `source`, `quirk`: titles of what is gone. */
export type SetAsideChange = Change & { words?: string; source?: string; quirk?: string }

/**
 * `versions`: of the texts that its positions were made on, by answer, in the history of that `epoch`; missing: they fit no text that the
 * project has.
 */
export interface SetAsideStep {
  changes: SetAsideChange[]
  versions?: Record<number, number>
  /** By answer, of texts that others removed with it: the fingerprint of the HTML that it was made on. It fits the text again where that is the same. */
  bases?: Record<number, string>
  epoch?: string
  /** It merges other projects into this one: what it adds may bear other people's names. */
  merges?: true
  /** Its number among the steps of the copy. */
  id?: number
  /** The last number that was given when it was set aside: steps with later ones were made without it. */
  until?: number
  /** Its place in a push that was under way: the room may have it all the same. Left out once that is known. */
  sent?: { client: number; n: number; i: number }
}
