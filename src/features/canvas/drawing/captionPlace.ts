/**
 * Where does the card of a bubble stand? Beside its disc, on the side where it covers least of other bubbles and titles: below, right, left,
 * above, else at a corner; further out where all of that would cover others. Units: px of the screen.
 */
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Box, Point, Size } from '../placing/viewport.ts'

/** From the disc: as near as it goes, or where that would cover others, further out; still further, nobody would see whose card it is. */
const near = 8
const distances = [near, 22, 36]
/** From the edges of the canvas. */
const margin = 4
/** How far out of the canvas costs, beside covering others. */
const outside = 4

/** Each side as a direction from the disc's centre. */
const sides = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0.75, 0.75],
  [-0.75, 0.75],
  [0.75, -0.75],
  [-0.75, -0.75],
] as const

const places = distances.flatMap((away) => sides.map((side) => [side, away] as const))

/** A place further out costs less than covering a bubble, and the next one more than nothing. In px² for each px. */
const farness = 8
/** To cover others at all, as the first letter of a title, costs more than the place furthest out. In px². */
const clash = 600

/** The upper left corner of a card of this size; `others`: what it should not cover; `view`: the canvas's size. */
export function captionPlace(disc: Circle, card: Size, others: readonly Box[], view: Size): Point {
  const inSight = disc.x >= 0 && disc.y >= 0 && disc.x <= view.width && disc.y <= view.height
  let best = boxAt(disc, card, sides[0], near)
  let least = Number.POSITIVE_INFINITY
  for (const [side, away] of places) {
    const at = boxAt(disc, card, side, away)
    // A card that follows its bubble out of sight goes with it.
    const box = inSight ? pushedInto(at, view, side) : at
    const covered = others.reduce((sum, other) => sum + common(box, other), 0)
    const cost =
      (away - near) * farness +
      (covered > 0 ? covered + clash : 0) +
      (inSight ? (card.width * card.height - common(box, whole(view))) * outside : 0)
    if (cost >= least) continue
    best = box
    least = cost
  }
  return { x: best.left, y: best.top }
}

function boxAt(
  { x, y, r }: Circle,
  { width, height }: Size,
  [across, down]: readonly [number, number],
  away: number,
): Box {
  const middle = {
    x: x + across * (r + away) + (Math.sign(across) * width) / 2,
    y: y + down * (r + away) + (Math.sign(down) * height) / 2,
  }
  const left = middle.x - width / 2
  const top = middle.y - height / 2
  return { left, top, right: left + width, bottom: top + height }
}

/** Along the disc's side, never over it: a card below moves sideways, one beside it up and down. */
function pushedInto(box: Box, view: Size, [across, down]: readonly [number, number]): Box {
  const x = across === 0 ? push(box.left, box.right, view.width) : 0
  const y = down === 0 ? push(box.top, box.bottom, view.height) : 0
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y }
}

function push(from: number, to: number, length: number): number {
  if (from < margin) return margin - from
  return to > length - margin ? Math.min(0, length - margin - to) : 0
}

const whole = ({ width, height }: Size): Box => ({ left: 0, top: 0, right: width, bottom: height })

function common(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return width > 0 && height > 0 ? width * height : 0
}
