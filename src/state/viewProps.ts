/** What every view of the desk is given, beside the project itself: the ways on to the others. Views never know each other. */
import type { Passage } from './passage.ts'

export interface ViewProps {
  /** Opens the text at a passage and marks it there; a highlight is flashed. */
  onPassage: (passage: Passage, highlightId?: number) => void
  /** Shows a quirk where it is on the canvas. */
  onQuirk: (quirkId: number) => void
  /** The passages of these quirks, as a list. */
  onQuotes: (quirkIds: readonly number[]) => void
  /** One quirk against all others. */
  onOverlap: (quirkId: number) => void
  /** The quirk whose view the address asks for; null: none. */
  quirkId: number | null
}
