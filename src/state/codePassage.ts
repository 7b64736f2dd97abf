/** Coding: giving words of the texts to a quirk. Every view that can do it asks for the same act; the screen hands it on (`screens/workspace/useCode.ts`). */
import type { NewQuirk, PassagePlace } from '../model/commands.ts'
import type { Passage } from './passage.ts'

/** A quirk that there is, or the title of one to be made. */
export type NamedQuirk = { quirkId: number } | { title: string }

/** A passage; all that a search has found, which is one step; or a highlight that changes to another quirk. */
export type CodedWords =
  | { passage: Passage }
  | {
      passages: readonly PassagePlace[] /** It was stopped while it was done: it is taken back. */
      isStopped: () => boolean
    }
  | { highlightId: number }

export interface CodeOptions {
  /** Says it to screen readers alone, where the eye sees it happen. */
  say?: ((words: string) => void) | undefined
  /** Says it in a toast, where the words or the quirk are out of sight. What a search has found always gets one, with a way back. */
  toast?: boolean | undefined
  /** The words stay selected, since more may be given to them. */
  isHeld?: boolean | undefined
  /** It was dropped on the quirk. */
  isDropped?: boolean | undefined
  /** Where the person goes on, before anything is said. */
  after?: ((quirkId: number) => void) | undefined
}

/** Resolves to the quirk, or to null where it was refused, which the person has been told. */
export type CodePassage = (
  words: CodedWords,
  to: { quirkId: number } | NewQuirk,
  options?: CodeOptions,
) => Promise<number | null>
