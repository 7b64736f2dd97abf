/** What the coding view asks of the screen that shows it. */
import type { CodePassage } from '../../state/codePassage.ts'
import type { Passage } from '../../state/passage.ts'

export interface CodingViewProps {
  sourceId: number
  questionId?: number
  /** Lets a quirk be chosen for a passage, or another one for a highlight. */
  onPickQuirk: (passage: Passage, choice?: QuirkChoice) => void
  /** Lets a quirk be made, for a passage or for none. */
  onNewQuirk?: (passage: Passage | null) => void
  /** The quirk used last, for the key that uses it again. */
  lastQuirkId?: number | null
  /** Gives a passage to a quirk. */
  onCode: CodePassage
  /** Lets all hits of a search be highlighted; `text`: what is sought so far. */
  onCodeBySearch?: (text: string) => void
}

export interface QuirkChoice {
  /** The highlight that gets another quirk. */
  highlightId?: number
  /** Where the words are. */
  at?: DOMRect | undefined
  /** Says to screen readers what came of it. */
  say?: ((words: string) => void) | undefined
}
