/**
 * Where does a quirk stand that is made without a place? As `placement.ts` says, but where on the map as it is drawn nothing lies on the slot yet: drawn
 * larger, branches cover slots that no centre is near to, and on a tidied canvas they lie wherever people have put them.
 */
import { nameLeading, nameSize } from './map/name.ts'
import { cornersOf, outlineAround, shapeOf, wayApart } from './map/shapes.ts'
import { webOf } from './map/territory.ts'
import { freePlace, freeSlots, type QuirkPlace } from './placement.ts'
import { type Bubble, drawnPlace, type Scene } from './scene.ts'

/** As it is drawn: without highlights, with room for a name. */
const fresh = { r: 12, wide: 64, high: 2 * nameLeading * nameSize.usual }
const gap = 4

/** `taken`: where quirks without a parent are stored. */
export function newPlace(scene: Scene, taken: readonly QuirkPlace[], random: () => number): QuirkPlace {
  for (const slot of freeSlots(taken)) if (isFree(scene, drawnPlace(scene, slot))) return slot
  return freePlace(taken, random)
}

function isFree({ bubbles, byId }: Scene, { x, y }: QuirkPlace): boolean {
  const room = shapeOf(outlineAround(cornersOf({ ...fresh, x, y })))
  return bubbles.every((bubble) => {
    if (bubble.folded) return true
    const parent: Bubble | undefined = byId.get(bubble.parent)
    const land = parent
      ? webOf(parent, parent, bubble, bubble)
      : outlineAround(cornersOf({ ...bubble, wide: bubble.name.wide, high: bubble.name.high }))
    return wayApart(shapeOf(land), room, { x: 0, y: 0 }, gap) === null
  })
}
