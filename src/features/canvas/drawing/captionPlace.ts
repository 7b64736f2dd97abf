/**
 * Where does the card of a bubble stand? Beside its disc, on the side where it covers least of names and discs: below, right, left, above, else at a
 * corner; further out where all of that would cover others, and where it would cover names even there, so far out that a line has to say whose card it is.
 * Units: px of the screen.
 */
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Box, Point, Size } from '../placing/viewport.ts'

/** What a card should not cover, in boxes. */
export interface Occupied {
  readonly names: readonly Box[]
  /** And whatever else it had better not cover. */
  readonly discs: readonly Box[]
}

export interface CaptionPlace extends Point {
  /** From the edge of the disc to the card, where that stands so far away that nobody would see whose it is. */
  readonly line: readonly [from: Point, to: Point] | null
}

/** From the disc: as near as it goes, or where that would cover others, further out; still further, nobody would see whose card it is. */
const near = 8
const distances = [near, 22, 36]
/** With a line. */
const farDistances = [56, 80, 110, 140, 180, 220]
/** From the edges of the canvas. */
const margin = 4
/** How far out of the canvas costs, beside covering others. */
const outside = 4

type Side = readonly [across: number, down: number]

/** Each side as a direction from the disc's centre. */
const sides: readonly Side[] = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
  [0.75, 0.75],
  [-0.75, 0.75],
  [0.75, -0.75],
  [-0.75, -0.75],
]

const farSides: readonly Side[] = Array.from({ length: 16 }, (_, at) => {
  const angle = (Math.PI * at) / 8
  return [Math.sin(angle), Math.cos(angle)]
})

const placesOf = (away: readonly number[], where: readonly Side[]) =>
  away.flatMap((distance) => where.map((side) => [side, distance] as const))
const nearPlaces = placesOf(distances, sides)
const allPlaces = [...nearPlaces, ...placesOf(farDistances, farSides)]

/** A place further out costs less than covering a bubble, and the next one more than nothing. In px² for each px. */
const farness = 8
/** To cover discs at all costs more than the place furthest out without a line. In px². */
const clash = 600
/** A line is something more to read. In px². */
const lineCost = 1200
/** A name is not read any more once a part of it is covered. */
const nameClash = 3000

/** The upper left corner of a card of this size; `view`: the canvas's size; `mayBeFar`: it is only read, so that nobody has to reach it. */
export function captionPlace(
  disc: Circle,
  card: Size,
  { names, discs }: Occupied,
  view: Size,
  mayBeFar = false,
): CaptionPlace {
  const inSight = disc.x >= 0 && disc.y >= 0 && disc.x <= view.width && disc.y <= view.height
  let best = boxAt(disc, card, sides[0]!, near)
  let least = Number.POSITIVE_INFINITY
  let isFar = false
  for (const [side, away] of mayBeFar && inSight ? allPlaces : nearPlaces) {
    const needsLine = away > distances.at(-1)!
    const at = boxAt(disc, card, side, away)
    // A card that follows its bubble out of sight goes with it.
    const box = inSight ? pushedInto(at, view, side) : at
    const cost =
      (away - near) * farness +
      (needsLine ? lineCost : 0) +
      costOf(box, discs, clash, 0) +
      costOf(box, names, 0, nameClash) +
      (inSight ? (card.width * card.height - common(box, whole(view))) * outside : 0)
    if (cost >= least) continue
    best = box
    least = cost
    isFar = needsLine
  }
  return { x: best.left, y: best.top, line: isFar ? lineTo(best, disc) : null }
}

/** Of covering: the part that is covered, something once, and something for each. */
function costOf(box: Box, others: readonly Box[], once: number, each: number): number {
  let cost = 0
  for (const other of others) {
    const covered = common(box, other)
    if (covered > 0) cost += covered + each + (cost === 0 ? once : 0)
  }
  return cost
}

function lineTo({ left, top, right, bottom }: Box, { x, y, r }: Circle): [Point, Point] {
  const to = { x: Math.min(right, Math.max(left, x)), y: Math.min(bottom, Math.max(top, y)) }
  const length = Math.hypot(to.x - x, to.y - y)
  return [{ x: x + ((to.x - x) * r) / length, y: y + ((to.y - y) * r) / length }, to]
}

function boxAt({ x, y, r }: Circle, { width, height }: Size, [across, down]: Side, away: number): Box {
  const middle = {
    x: x + across * (r + away) + (signOf(across) * width) / 2,
    y: y + down * (r + away) + (signOf(down) * height) / 2,
  }
  const left = middle.x - width / 2
  const top = middle.y - height / 2
  return { left, top, right: left + width, bottom: top + height }
}

/** Of nearly none, none. */
const signOf = (part: number): number => (Math.abs(part) < 1e-6 ? 0 : Math.sign(part))

/** Along the disc's side, never over it: a card below moves sideways, one beside it up and down. */
function pushedInto(box: Box, view: Size, [across, down]: Side): Box {
  const x = signOf(across) === 0 ? push(box.left, box.right, view.width) : 0
  const y = signOf(down) === 0 ? push(box.top, box.bottom, view.height) : 0
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
