/**
 * Answers: what a step that is not in the room was, for its author: its changes for programs, and what they said for people.
 *
 * Promises: a list that an earlier version of the program kept is read as well; it says nothing in words.
 */
import type { Change } from './change.ts'
import type { StepOp } from './history.ts'
import type { Table } from './schema.ts'

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

export interface StepInWords {
  changes: Change[]
  said: Said[]
}

/** `text`: JSON, a list of them. */
export const readStepsInWords = (text: string): StepInWords[] =>
  (JSON.parse(text) as (StepInWords | Change[])[]).map((step) =>
    Array.isArray(step) ? { changes: step, said: [] } : step,
  )
