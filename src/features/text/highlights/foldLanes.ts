/** Which brackets the column draws: those in lanes that do not fit are gathered into one beside the others, "+n". */
import type { PlacedHighlight } from './highlightState.ts'

/** Heights in px of the scrolled content. */
export interface Bracket {
  /** More than one: what lies in the lanes that do not fit. */
  highlights: PlacedHighlight[]
  lane: number
  top: number
  bottom: number
  /** It goes on beyond what is drawn. */
  openTop: boolean
  openBottom: boolean
}

/** `spans` hold one highlight each. With more lanes than `capacity`, the last that fits gathers the rest, where they overlap. */
export function foldLanes(spans: readonly Bracket[], capacity: number): Bracket[] {
  if (spans.every(({ lane }) => lane < capacity)) return [...spans]
  const last = capacity - 1
  const folded: Bracket[] = []
  for (const span of spans.filter(({ lane }) => lane >= last).sort((a, b) => a.top - b.top)) {
    const into = folded.at(-1)
    if (!into || span.top >= into.bottom) folded.push({ ...span, highlights: [...span.highlights], lane: last })
    else {
      into.highlights.push(...span.highlights)
      into.openBottom = span.bottom > into.bottom ? span.openBottom : into.openBottom
      into.bottom = Math.max(into.bottom, span.bottom)
    }
  }
  return [...spans.filter(({ lane }) => lane < last), ...folded]
}
