/**
 * Where does a quirk stand that somebody makes without saying where, on the canvas or beside a text? As `placement.ts` says, but where on the map as it
 * is drawn nothing lies on the slot yet: drawn larger, branches cover slots that no centre is near to, and on a tidied canvas they lie wherever people
 * have put them.
 *
 * Promises: nothing lies there. Where there is room in what is in view, it stands there, on a slot of the grid if one is free, and if possible it has
 * room to grow to the largest size, beside others that grow as far, so that it is drawn where it is stored for good and moves nobody. Where no slot is
 * free it stands as near to the middle of all as there is room.
 */

import { bubbleSize, placement } from '../limits.ts'
import { type Box, boxAround, type Point } from './box.ts'
import type { PlacedBubble } from './map/layoutMap.ts'
import { middle } from './map/middle.ts'
import { nameLeading, nameSize } from './map/name.ts'
import { boxOf, type Named, rectangleOf, type Shape, shapeOf, singleGap, wayApart } from './map/shapes.ts'
import { webOf } from './map/territory.ts'
import { freeSlots, type QuirkPlace } from './placement.ts'
import { drawnPlace, storedPlace } from './scene.ts'

const name = { wide: 64, high: 2 * nameLeading * nameSize.usual }
/** Radii for which there is to be room: of the largest bubble, else of one without highlights. */
const rooms = [bubbleSize.most / 2, bubbleSize.least / 2]
/** Between two that are drawn, neither of which then gives way; places are stored as whole numbers. */
const gap = 2 * singleGap + 1

/** The quirks as they are drawn, and by how much distances between stored places are drawn larger. */
export interface DrawnQuirks {
  readonly bubbles: readonly PlacedBubble[]
  readonly scale: number
}

/**
 * Where to store it, in whole px. `taken`: where quirks without a parent are stored. `view`: what is seen of the canvas and has nothing over it, in
 * canvas px; null where no canvas is looked at.
 */
export function newPlace(drawn: DrawnQuirks, taken: readonly QuirkPlace[], view: Box | null = null): QuirkPlace {
  const slots = [...freeSlots(taken)]
  const inView = view && placeInView(drawn, slots, view)
  if (inView) return inView
  const isFree = freeIn(drawn, rooms[1]!)
  return slots.find((each) => isFree(drawnPlace(drawn, each))) ?? storedPlace(drawn, nearMiddle(drawn, isFree))
}

function placeInView(drawn: DrawnQuirks, slots: readonly QuirkPlace[], view: Box): QuirkPlace | null {
  for (const r of rooms) {
    const isFree = freeIn(drawn, r)
    const slot = slots.find((each) => isSeen(view, drawnPlace(drawn, each), r) && isFree(drawnPlace(drawn, each)))
    if (slot) return slot
    const beside = spotsIn(view, r).find(isFree)
    if (beside) return storedPlace(drawn, beside)
  }
  return null
}

/** With its name. */
const isSeen = ({ left, right, top, bottom }: Box, { x, y }: Point, r: number): boolean =>
  x - r >= left && x + r <= right && y - r >= top && y + r + name.high <= bottom

/** Nearest to the middle first. */
function spotsIn(view: Box, r: number): Point[] {
  const step = Math.max(placement.step / 2, (view.right - view.left) / mostAcross)
  const within = { x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }
  const spots: Point[] = []
  for (let y = view.top + r; y <= view.bottom - r - name.high; y += step)
    for (let x = view.left + r; x <= view.right - r; x += step) spots.push({ x, y })
  return spots.sort((a, b) => away(a, within) - away(b, within))
}

/** The free spot that is nearest to the middle of all that is drawn, looked for in squares around it; beyond the outermost bubble all is free. */
function nearMiddle({ bubbles }: DrawnQuirks, isFree: (at: Point) => boolean): Point {
  if (bubbles.length === 0) return middle
  const { left, right, top, bottom } = boxAround(bubbles)
  const within = { x: (left + right) / 2, y: (top + bottom) / 2 }
  for (let ring = 0; ; ring++) {
    const spot = squareAround(within, ring).find(isFree)
    if (spot) return spot
  }
}

/** Spots half a step of the grid from each other, `ring` of them from `around`; nearest to it first. */
function squareAround(around: Point, ring: number): Point[] {
  const half = placement.step / 2
  const steps = Array.from({ length: 2 * ring + 1 }, (_, at) => at - ring)
  return steps
    .flatMap((down) => steps.map((across) => ({ across, down })))
    .filter(({ across, down }) => Math.max(Math.abs(across), Math.abs(down)) === ring)
    .map(({ across, down }) => ({ x: around.x + across * half, y: around.y + down * half }))
    .sort((a, b) => away(a, around) - away(b, around))
}

const mostAcross = 40
const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** What is to stay free of others: a box, and where it is the land of a branch its outline, which is worked out once it is asked for. */
interface Land {
  readonly box: Box
  readonly shape: (() => Shape) | null
}

/** Whether a bubble of this radius has room, where single bubbles grow to this size too. */
function freeIn({ bubbles }: DrawnQuirks, r: number): (at: Point) => boolean {
  const byId = new Map(bubbles.map((bubble) => [bubble.id, bubble]))
  const lands = bubbles.flatMap((bubble): Land[] => {
    if (bubble.folded) return []
    const parent = byId.get(bubble.parent)
    if (!parent) return [{ box: boxOf(namedOf(bubble, Math.max(r, bubble.r))), shape: null }]
    const box = around(boxOf(namedOf(parent)), boxOf(namedOf(bubble)))
    return [{ box, shape: once(() => shapeOf(webOf(parent, parent, bubble, bubble))) }]
  })
  const growing = boxOf({ x: 0, y: 0, r, ...name })
  return ({ x, y }) => {
    const { left, right, top, bottom } = growing
    const room = { left: left + x, right: right + x, top: top + y, bottom: bottom + y }
    let shape: Shape | undefined
    return lands.every((land) => {
      // Most lie far away, and two upright boxes are apart or they are not.
      if (areApart(land.box, room)) return true
      if (!land.shape) return false
      shape ??= shapeOf(rectangleOf(room))
      return wayApart(land.shape(), shape, { x: 0, y: 0 }, gap) === null
    })
  }
}

const namedOf = ({ x, y, name, ...bubble }: PlacedBubble, r = bubble.r): Named => ({ x, y, r, ...name })

const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  right: Math.max(a.right, b.right),
  top: Math.min(a.top, b.top),
  bottom: Math.max(a.bottom, b.bottom),
})

const areApart = (a: Box, b: Box): boolean =>
  a.left - b.right >= gap || b.left - a.right >= gap || a.top - b.bottom >= gap || b.top - a.bottom >= gap

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
