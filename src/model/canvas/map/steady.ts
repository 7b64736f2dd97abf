/**
 * How does the map stay steady under the hand while others work? What is drawn stays where it is as far as there is room (`layoutMap` sees to that), and
 * what the pointer is at stays whatever comes: it keeps its place, what it hangs on, and all above that, until the pointer is elsewhere.
 *
 * Promises: what is held has the same parents, and is laid out where it was drawn; it goes only when it is removed.
 */
import type { Point } from '../box.ts'
import type { MapQuirk, PlacedBubble } from './layoutMap.ts'

/** A quirk as it was drawn last. */
export interface Drawn extends Pick<PlacedBubble, 'x' | 'y' | 'parent' | 'folded' | 'own'> {
  /** What was stored of it then is still stored. */
  readonly stays: boolean
}

export interface Steadied {
  /** To be drawn now: of what is held, what is stored counts as it was. */
  readonly quirks: readonly MapQuirk[]
  readonly before: ReadonlyMap<number, Drawn>
  /** What is held. */
  readonly still: ReadonlySet<number>
}

/** `drawn`: the map as it is shown; `atHand`: what the pointer is at. */
export function steadied(
  quirks: readonly MapQuirk[],
  drawn: readonly PlacedBubble[],
  atHand: readonly number[],
): Steadied {
  const known = new Map(drawn.map((bubble) => [bubble.id, bubble]))
  const still = new Set<number>()
  for (const id of atHand)
    for (let held = known.get(id); held && !still.has(held.id); held = known.get(held.parent)) still.add(held.id)
  const before = new Map<number, Drawn>()
  const now = quirks.map((quirk) => {
    const was = known.get(quirk.id)
    if (!was) return quirk
    const { x, y, parent, folded, own, stored } = was
    const isHeld = still.has(quirk.id)
    before.set(quirk.id, { x, y, parent, folded, own, stays: isHeld || isAt(quirk, stored) })
    return isHeld ? { ...quirk, ...stored, parentQuirkId: parent } : quirk
  })
  return { quirks: now, before, still }
}

const isAt = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y
