/** What every view of the desk is given, beside the project itself: the ways on to the others. Views never know each other. */
import type { Passage } from './passage.ts'

/** `sources`: answers, where each source has one. */
export type BareOf = 'passages' | 'answers' | 'sources'

/** What a query lets through, as the canvas shows it. */
export interface QuirkResult {
  /** Of each quirk with some, the highlights that pass; as far as the groups filter leaves it. */
  highlights: ReadonlyMap<number, number>
  /** Of all these. */
  total: number
  /** What belongs to no quirk of the answers that pass, and what that is: places of the query's text, or without one whole answers. */
  bare: number
  bareOf: BareOf
}

export interface ViewProps {
  /** Opens the text at a passage and marks it there; a highlight is flashed. */
  onPassage: (passage: Passage, highlightId?: number) => void
  /** Shows a quirk where it is on the canvas. */
  onQuirk: (quirkId: number) => void
  /** The passages of these quirks, as a list; of none: of all. */
  onQuotes: (quirkIds: readonly number[]) => void
  /** Lets another quirk be chosen for a highlight; missing for those who may only look. */
  onRecode?: ((passage: Passage, highlightId: number) => void) | undefined
  /** One quirk against all others. */
  onOverlap: (quirkId: number) => void
  /** Gives a passage to a quirk, or the words that are selected in the text. Missing for those who may only look. */
  onHighlight: ((quirkId: number, passage?: Passage) => void) | undefined
  /** While a query holds for all views: what it lets through, undefined until that is known; null: everything. */
  result: QuirkResult | null | undefined
  /** The quirk whose view the address asks for; null: none. */
  quirkId: number | null
}
