/** Where the names of quirks stand beside their brackets, on the side away from the text, as far as there is room. */
import type { Bracket } from './foldLanes.ts'

/** All in px. */
export const nameHeight = 17
/** Between a name and the outermost bracket beside it. */
const gap = 5
/** Less is no name. */
const least = 52
/** So far from where its bracket begins a name is still read as its own. */
const furthest = 3 * nameHeight

export interface MarginName {
  /** In the scrolled content. */
  readonly top: number
  /** How far it stands from the side of the column where the text is, and how wide it may be. */
  readonly inset: number
  readonly width: number
}

/**
 * The name of each of `brackets` that gets one. None lies over another or over a bracket: it stands where its bracket begins, or at `seenTop` where that is out of
 * sight, and gives way to the one above it. `room`: from where the text begins to the edge of the view.
 */
export function marginNames(
  brackets: readonly Bracket[],
  { room, pitch, seenTop }: { room: number; pitch: number; seenTop: number },
): ReadonlyMap<Bracket, MarginName> {
  const names = new Map<Bracket, MarginName>()
  if (room < pitch + gap + least) return names
  const begins = ({ top, bottom }: Bracket) => Math.max(top, Math.min(seenTop, bottom - nameHeight))
  let free = Number.NEGATIVE_INFINITY
  for (const bracket of brackets.toSorted((a, b) => begins(a) - begins(b) || a.lane - b.lane)) {
    const top = Math.max(begins(bracket), free)
    if (bracket.highlights.length > 1 || top - begins(bracket) > furthest) continue
    let lanes = bracket.lane + 1
    for (const other of brackets)
      if (other.top < top + nameHeight && other.bottom > top) lanes = Math.max(lanes, other.lane + 1)
    const inset = lanes * pitch + gap
    if (room - inset < least) continue
    names.set(bracket, { top, inset, width: room - inset })
    free = top + nameHeight
  }
  return names
}
