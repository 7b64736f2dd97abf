/**
 * Where does the card of a disc stand? Beside it, on the side where it covers least of the middle, of the disc's own name and of the other discs: what is
 * pointed at is read together with what it overlaps. Units: px around (0, 0), the middle of the picture.
 */
import type { Box, Point, Size } from '../../model/canvas/box.ts'
import type { PlacedDisc } from './ringLayout.ts'

const away = 8
/** To cover the middle or the name of the disc costs more than to cover others, by so many times. */
const dear = 20

const sides = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
] as const

/** The upper left corner of a card of this size. `middle`: the radius of the disc around (0, 0); `name`: the box of the disc's own name. */
export function cardPlace(
  disc: PlacedDisc,
  card: Size,
  { middle, discs, name }: { middle: number; discs: readonly PlacedDisc[]; name: Box | null },
  size: Size,
): Point {
  const square = ({ x, y, r }: Omit<PlacedDisc, 'id'>): Box => ({
    left: x - r,
    top: y - r,
    right: x + r,
    bottom: y + r,
  })
  const others = discs.filter(({ id }) => id !== disc.id).map(square)
  const important = [square({ x: 0, y: 0, r: middle }), square(disc), ...(name ? [name] : [])]
  const costOf = (box: Box) => covered(box, others) + dear * covered(box, important)
  const boxes = sides.map((side) => within(beside(disc, card, side), size))
  const best = boxes.reduce((least, box) => (costOf(box) < costOf(least) ? box : least))
  return { x: best.left, y: best.top }
}

function beside({ x, y, r }: PlacedDisc, { width, height }: Size, [across, down]: readonly [number, number]): Box {
  const left = x + across * (r + away + width / 2) - width / 2
  const top = y + down * (r + away + height / 2) - height / 2
  return { left, top, right: left + width, bottom: top + height }
}

/** Pushed into the picture. */
function within({ left, top, right, bottom }: Box, { width, height }: Size): Box {
  const push = (from: number, to: number, half: number) => Math.max(-half - from, 0) + Math.min(half - to, 0)
  const [x, y] = [push(left, right, width / 2), push(top, bottom, height / 2)]
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}

/** In px². */
function covered(box: Box, others: readonly Box[]): number {
  return others.reduce((sum, other) => {
    const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
    const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
    return sum + Math.max(0, wide) * Math.max(0, high)
  }, 0)
}
