/**
 * Where do quirks go that come together from elsewhere, as from another program's project? Where they were, when that is free;
 * else all of them beside what is there, to the right or below, whichever leaves the canvas squarer.
 *
 * Promises: they keep their places to each other; the box around them and what hangs on them meets nothing that was there.
 * Whole numbers, in canvas px.
 */
import type { Box } from '../canvas/box.ts'
import type { PlacedDisc } from './bubbleLayout.ts'
import type { Place } from './placement.ts'

/** Room for a line of a title on both sides. */
const gap = 40

/** By how much all that `isNew` says of is to be moved. `discs`: all of them, as `layoutBubbles` placed them; what hangs on a quirk moves with it. */
export function placeBeside(discs: readonly PlacedDisc[], isNew: (id: number) => boolean): Place {
  const come: PlacedDisc[] = []
  const there: PlacedDisc[] = []
  // A parent stands before all below it.
  let tree = there
  for (const disc of discs) {
    if (disc.depth === 1) tree = isNew(disc.id) ? come : there
    tree.push(disc)
  }
  const box = around(come)
  const isFree = there.every((disc) => apart(disc, box) >= disc.r + gap)
  if (isFree) return { x: 0, y: 0 }
  const all = around(there)
  const wide = box.right - box.left
  const high = box.bottom - box.top
  const right = Math.max(all.right - all.left + gap + wide, all.bottom - all.top, high)
  const below = Math.max(all.right - all.left, wide, all.bottom - all.top + gap + high)
  return right <= below
    ? { x: Math.ceil(all.right + gap - box.left), y: Math.round(all.top - box.top) }
    : { x: Math.round(all.left - box.left), y: Math.ceil(all.bottom + gap - box.top) }
}

function around(discs: readonly PlacedDisc[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, r } of discs) {
    left = Math.min(left, x - r)
    top = Math.min(top, y - r)
    right = Math.max(right, x + r)
    bottom = Math.max(bottom, y + r)
  }
  return { left, top, right, bottom }
}

/** From a disc's centre to a box; infinite where that is around nothing. */
const apart = ({ x, y }: PlacedDisc, { left, top, right, bottom }: Box): number =>
  Math.hypot(Math.max(0, left - x, x - right), Math.max(0, top - y, y - bottom))
