/** What is stored when people put quirks somewhere. Apart from the scene, since the page fetches it only when somebody does. */
import type { Call } from '../commands.ts'
import type { QuirkRow } from '../queries.ts'
import { type Key, none } from '../schema.ts'
import type { Point } from './box.ts'
import type { PlacedBubble } from './map/layoutMap.ts'
import { type Bubble, type Scene, storedPlace } from './scene.ts'

/** Of the quirks without a parent that are not stored where they are drawn, the places where they are. */
export const tidyPlaces = (
  { bubbles }: { readonly bubbles: readonly PlacedBubble[] },
  rows: ReadonlyMap<Key, QuirkRow>,
): { id: number; x: number; y: number }[] =>
  bubbles
    .filter(({ depth }) => depth === 1)
    .map(({ id, x, y }) => ({ id, x: Math.round(x), y: Math.round(y) }))
    .filter(({ id, x, y }) => x !== rows.get(id)?.x || y !== rows.get(id)?.y)

/**
 * What is stored when a quirk is put at a place of the canvas. Where the others are not stored as they are drawn, their places come along, so that
 * nothing else moves; with `placed` people have placed them already, and only this one is stored.
 */
export function placesAfterDrop(
  scene: Scene,
  rows: ReadonlyMap<Key, QuirkRow>,
  { id, ...at }: { id: number } & Point,
  placed: boolean,
): { id: number; x: number; y: number }[] {
  const others = placed ? [] : tidyPlaces(scene, rows).filter((other) => other.id !== id)
  return [{ id, ...(others.length > 0 ? rounded(at) : storedPlace(scene, at)) }, ...others]
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** The calls that put a quirk there: at the first level, and the first time with all others where they are drawn. */
export function droppingCalls(
  scene: Scene,
  rows: ReadonlyMap<Key, QuirkRow>,
  { id, parent }: Pick<Bubble, 'id' | 'parent'>,
  at: Point,
  placed: boolean,
): Call[] {
  const [own, ...others] = placesAfterDrop(scene, rows, { id, x: at.x, y: at.y }, placed)
  const { x, y } = own!
  const move: Call = {
    command: 'moveQuirk',
    args: { quirkId: id, x, y, ...(parent !== none && { parentQuirkId: none }) },
  }
  if (others.length === 0) return [move]
  return [
    move,
    { command: 'tidyCanvas', args: { places: others.map((one) => ({ quirkId: one.id, x: one.x, y: one.y })) } },
  ]
}
