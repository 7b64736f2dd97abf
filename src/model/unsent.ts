/**
 * Answers: what a step that could not be sent was, for its author: its changes for programs, and what they said for people.
 *
 * Promises: a list that an earlier version of the program kept is read as well; it says nothing in words.
 */
import type { Change } from './change.ts'
import type { StepOp } from './history.ts'
import type { Table } from './schema.ts'

/** `words`: the passage that a row lay on whose text is another now; `source`, `quirk`: titles of what is gone. */
export type LeftChange = Change & { words?: string; source?: string; quirk?: string }

/**
 * A step that is kept in the copy. `versions`: of the texts that its positions were made on, by answer, in the history of that `epoch`; missing:
 * they fit no text that the project has.
 */
export interface LeftStep {
  changes: LeftChange[]
  versions?: Record<number, number>
  epoch?: string
  /** Its number among the steps of the copy. */
  id?: number
  /** The last number that was given when it went: steps with later ones were made without it. */
  until?: number
  /** Its place in a push that was under way: the room may have it all the same. Left out once that is known. */
  sent?: { client: number; n: number; i: number }
}

/** What one change was about, in the words of the project as it was then. */
export interface Said {
  op: StepOp
  table: Table
  /** Titles of what it was about; missing or empty: not known, or none. */
  quirk?: string
  source?: string
  /** The passage that it lay on. */
  passage?: string
  /** What was written: a title, a memo, an answer, words that came into a text; and words that went from it. */
  written?: string[]
  removed?: string[]
}

export interface UnsentStep {
  changes: Change[]
  said: Said[]
}

/** `text`: JSON, a list of them. */
export const unsentSteps = (text: string): UnsentStep[] =>
  (JSON.parse(text) as (UnsentStep | Change[])[]).map((step) =>
    Array.isArray(step) ? { changes: step, said: [] } : step,
  )
