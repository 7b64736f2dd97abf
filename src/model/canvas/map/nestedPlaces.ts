/**
 * Where do quirks stand that are inside others, once the map is drawn anew? What an open canvas has drawn depends on the order in which people have
 * nested; so whoever nests or tidies stores what they see, and from then on the places follow from what is stored alone.
 *
 * Promises: x and y of a quirk inside another one are whole px from the centre of what it hangs on; 0, 0 is none, and then it keeps the angle of its
 * rank. Before the first such step they are of any older place, and mean nothing (`placedIn` of `rules/projects/settings.ts`).
 */
import type { Call } from '../../commands.ts'
import type { Placed } from '../../rules/projects/settings.ts'
import { type Key, none } from '../../schema.ts'
import type { Point } from '../box.ts'
import type { MapQuirk, PlacedBubble } from './layoutMap.ts'

/** What lies further away is no place that a canvas has drawn: a program may have written it. */
const furthest = 3000

export const nestedPlace = ({ x, y }: Point): Point | undefined =>
  (x === 0 && y === 0) || Math.hypot(x, y) > furthest ? undefined : { x, y }

export interface PlaceOf extends Point {
  readonly quirkId: number
}

type Rows = ReadonlyMap<Key, Pick<MapQuirk, 'x' | 'y' | 'parentQuirkId'>>

/** Where what is inside others stands, as far as it is not stored so; null where some is folded, and where it stands apart is nobody's picture. */
export function nestedPlaces(placed: readonly PlacedBubble[], rows: Rows, known: Placed): PlaceOf[] | null {
  if (placed.some(({ folded }) => folded)) return null
  const byId = new Map(placed.map((bubble) => [bubble.id, bubble]))
  return placed.flatMap(({ id, x, y, parent }) => {
    const above = byId.get(parent)
    if (!above) return []
    const place = { quirkId: id, x: Math.round(x - above.x), y: Math.round(y - above.y) }
    return known === 'all' && isAt(place, rows.get(id)) ? [] : [place]
  })
}

const isAt = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y

/** The quirks with one of them put into another one, where no place of its own is known yet. */
export const withNested = <Q extends MapQuirk>(quirks: readonly Q[], quirkId: number, parentQuirkId: number): Q[] =>
  quirks.map((quirk) => (quirk.id === quirkId ? { ...quirk, parentQuirkId, x: 0, y: 0 } : quirk))

/**
 * The calls that put a quirk into another one, and store where all stand then. `placed`: as they are drawn once it is there; `rows`: as they are stored
 * before.
 */
export function nestingCalls(
  { quirkId, parentQuirkId }: { quirkId: number; parentQuirkId: number },
  placed: readonly PlacedBubble[],
  rows: Rows,
  known: Placed,
): Call[] {
  const nested = nestedPlaces(placed, rows, known)
  const own = nested?.find((place) => place.quirkId === quirkId)
  if (!nested || !own) return [{ command: 'moveQuirk', args: { quirkId, parentQuirkId } }]
  const places = placed
    .filter(({ parent }) => parent === none)
    .map(({ id, x, y }) => ({ quirkId: id, x: Math.round(x), y: Math.round(y) }))
    .filter((place) => !isAt(place, rows.get(place.quirkId)))
  const others = nested.filter((place) => place !== own)
  const move: Call = { command: 'moveQuirk', args: { ...own, parentQuirkId } }
  if (known === 'all' && places.length === 0 && others.length === 0) return [move]
  return [move, { command: 'tidyCanvas', args: { places, nested: [own, ...others] } }]
}
