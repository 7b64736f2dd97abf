/**
 * Where is the name of each disc read? As on the canvas beside it, whole on at most two lines: below it, else above, right or left of it, where it
 * covers no disc and no other name; else nowhere. Those that come first choose first.
 */
import type { Box, Point, Size } from '../../model/canvas/box.ts'
import { nameOf } from '../../model/canvas/map/names.ts'
import type { PlacedDisc } from './ringLayout.ts'

/** Its middle, in px around (0, 0). */
export interface DiscName extends Point {
  readonly lines: readonly string[]
  /** What it takes up, in the same units. */
  readonly box: Box
}

type Disc = Point & { readonly r: number }

/** In px. */
const away = 3
const sides = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const

/** `middle`: the radius of the disc around (0, 0), which has its own name inside. */
export function discNames(
  discs: readonly PlacedDisc[],
  middle: number,
  titleOf: (id: number) => string,
  size: Size,
): Map<number, DiscName> {
  const names = new Map<number, DiscName>()
  const taken: Box[] = []
  const all = [{ x: 0, y: 0, r: middle + away }, ...discs]
  for (const disc of discs) {
    const { lines, wide, high } = nameOf(titleOf(disc.id), false)
    const found = lines.length === 0 ? null : freeBox(disc, wide, high, all, taken, size)
    if (!found) continue
    taken.push(found)
    names.set(disc.id, {
      ...{ lines, box: found },
      ...{ x: (found.left + found.right) / 2, y: (found.top + found.bottom) / 2 },
    })
  }
  return names
}

function freeBox(
  { x, y, r }: PlacedDisc,
  wide: number,
  high: number,
  discs: readonly Disc[],
  taken: readonly Box[],
  size: Size,
): Box | null {
  for (const [across, down] of sides) {
    const middle = { x: x + across * (r + away + wide / 2), y: y + down * (r + away + high / 2) }
    const box = {
      left: middle.x - wide / 2,
      top: middle.y - high / 2,
      right: middle.x + wide / 2,
      bottom: middle.y + high / 2,
    }
    const isWithin =
      Math.max(-box.left, box.right) <= size.width / 2 && Math.max(-box.top, box.bottom) <= size.height / 2
    if (isWithin && !discs.some((disc) => covers(disc, box)) && !taken.some((other) => meet(other, box))) return box
  }
  return null
}

function covers({ x, y, r }: Disc, { left, top, right, bottom }: Box): boolean {
  const [dx, dy] = [x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom)]
  return dx * dx + dy * dy < r * r
}

/** With a little room between them. */
const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom && b.top < a.bottom
