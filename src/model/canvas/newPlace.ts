/**
 * Where does a quirk stand that somebody makes without saying where? As `placement.ts` says, but where on the map as it is drawn nothing lies on the
 * slot yet: drawn larger, branches cover slots that no centre is near to, and on a tidied canvas they lie wherever people have put them.
 *
 * Promises: where there is room in what is in view, it stands there, on a slot of the grid if one is free. If possible it has room to grow to the
 * largest size, beside others that grow as far, so that it is drawn where it is stored for good and moves nobody.
 */

import { bubbleSize, placement } from '../limits.ts'
import type { Box, Point } from './box.ts'
import { nameLeading, nameSize } from './map/name.ts'
import { cornersOf, outlineAround, rectangle, type Shape, shapeOf, singleGap, wayApart } from './map/shapes.ts'
import { webOf } from './map/territory.ts'
import { freePlace, freeSlots, type QuirkPlace } from './placement.ts'
import { type Bubble, drawnPlace, type Scene, storedPlace } from './scene.ts'

const name = { wide: 64, high: 2 * nameLeading * nameSize.usual }
/** Radii for which there is to be room: of the largest bubble, else of one without highlights. */
const rooms = [bubbleSize.most / 2, bubbleSize.least / 2]
/** Between two that are drawn, neither of which then gives way; places are stored as whole numbers. */
const gap = 2 * singleGap + 1

/** `taken`: where quirks without a parent are stored. `view`: what is seen of the canvas and has nothing over it, in canvas px. */
export function newPlace(
  scene: Scene,
  taken: readonly QuirkPlace[],
  random: () => number,
  view: Box | null = null,
): QuirkPlace {
  const slots = [...freeSlots(taken)]
  for (const r of view ? rooms : rooms.slice(1)) {
    const isFree = freeIn(scene, r)
    const slot = slots.find(
      (each) => isFree(drawnPlace(scene, each)) && (!view || isSeen(view, drawnPlace(scene, each), r)),
    )
    if (slot) return slot
    const beside = view && spotsIn(view, r).find(isFree)
    if (beside) return storedPlace(scene, beside)
  }
  return slots.find((each) => freeIn(scene, rooms[1]!)(drawnPlace(scene, each))) ?? freePlace(taken, random)
}

/** With its name. */
const isSeen = ({ left, right, top, bottom }: Box, { x, y }: Point, r: number): boolean =>
  x - r >= left && x + r <= right && y - r >= top && y + r + name.high <= bottom

/** Nearest to the middle first. */
function spotsIn(view: Box, r: number): Point[] {
  const step = Math.max(placement.step / 2, (view.right - view.left) / mostAcross)
  const middle = { x: (view.left + view.right) / 2, y: (view.top + view.bottom) / 2 }
  const spots: Point[] = []
  for (let y = view.top + r; y <= view.bottom - r - name.high; y += step)
    for (let x = view.left + r; x <= view.right - r; x += step) spots.push({ x, y })
  return spots.sort((a, b) => away(a, middle) - away(b, middle))
}

const mostAcross = 40
const away = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Whether a bubble of this radius has room, where single bubbles grow to this size too. */
function freeIn({ bubbles, byId }: Scene, r: number): (at: Point) => boolean {
  const lands = bubbles.flatMap((bubble): Shape[] => {
    if (bubble.folded) return []
    const parent: Bubble | undefined = byId.get(bubble.parent)
    const grown = Math.max(r, bubble.r)
    const land = parent
      ? webOf(parent, parent, bubble, bubble)
      : rectangle(cornersOf({ ...bubble, r: grown, wide: bubble.name.wide, high: bubble.name.high }))
    return [shapeOf(outlineAround(land))]
  })
  return (at) => {
    const room = shapeOf(outlineAround(rectangle(cornersOf({ ...name, ...at, r }))))
    return lands.every((land) => wayApart(land, room, { x: 0, y: 0 }, gap) === null)
  }
}
