/** Which brackets the column draws, and in which lanes: those that find none are gathered into one beside the others, "+n". */
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

/**
 * `spans` hold one highlight each. Their lanes were given by the text, which does not know where rows end: one whose lane is not among the
 * `capacity` that fit stands in the first that is free beside its rows. Where there is none, the last lane gathers what overlaps there.
 */
export function foldLanes(spans: readonly Bracket[], capacity: number): Bracket[] {
  if (spans.every(({ lane }) => lane < capacity)) return [...spans]
  const lanes: Bracket[][] = Array.from({ length: capacity }, () => [])
  for (const span of spans) lanes[span.lane]?.push(span)
  const last = lanes[capacity - 1] ?? []
  for (const span of spans.filter(({ lane }) => lane >= capacity).sort(byTop)) {
    const free = lanes.findIndex((lane) => !lane.some((other) => other.top < span.bottom && span.top < other.bottom))
    const lane = lanes[free] ?? last
    lane.push({ ...span, lane: lanes.indexOf(lane) })
  }
  return [...lanes.slice(0, -1).flat(), ...gathered(last)]
}

/** Those that overlap become one. */
function gathered(spans: readonly Bracket[]): Bracket[] {
  const folded: Bracket[] = []
  for (const span of spans.toSorted(byTop)) {
    const into = folded.at(-1)
    if (!into || span.top >= into.bottom) folded.push({ ...span, highlights: [...span.highlights] })
    else {
      into.highlights.push(...span.highlights)
      into.openBottom = span.bottom > into.bottom ? span.openBottom : into.openBottom
      into.bottom = Math.max(into.bottom, span.bottom)
    }
  }
  return folded
}

const byTop = (a: Bracket, b: Bracket): number => a.top - b.top
