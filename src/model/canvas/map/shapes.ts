/** Convex shapes of the map: the outline around points, and how far two of them are from being apart. Units: canvas px. */
import type { Box, Point } from '../box.ts'
import { nameGap } from './name.ts'

/** One corner after the other, clockwise on screen. */
export type Outline = readonly Point[]

/** Above 0 where a way from `a` over `b` to `c` turns clockwise on screen. */
export const turn = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** The tightest outline without dents: Andrew's monotone chain, one half after the other. */
export function outlineAround(points: readonly Point[]): Outline {
  const inOrder = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  return [...halfOf(inOrder), ...halfOf(inOrder.toReversed())]
}

function halfOf(points: readonly Point[]): Point[] {
  const half: Point[] = []
  for (const point of points) {
    while (half.length > 1 && turn(half.at(-2)!, half.at(-1)!, point) <= 0) half.pop()
    half.push(point)
  }
  return half.slice(0, -1)
}

/** Points of a circle, as far out that their outline holds it. */
const far = 1 / Math.cos(Math.PI / 16)
const directions = Array.from({ length: 16 }, (_, at) => {
  const angle = (2 * Math.PI * at) / 16
  return { x: Math.cos(angle) * far, y: Math.sin(angle) * far }
})

export interface Named {
  readonly x: number
  readonly y: number
  readonly r: number
  /** Of its name, which stands below the disc. */
  readonly wide: number
  readonly high: number
}

/** The corners of a disc and of the name below it. */
export const cornersOf = ({ x, y, r, wide, high }: Named): Point[] => {
  const corners = directions.map((way) => ({ x: x + way.x * r, y: y + way.y * r }))
  if (high === 0) return corners
  const bottom = y + r + nameGap + high
  return [...corners, { x: x - wide / 2, y: bottom - high }, { x: x + wide / 2, y: bottom - high }].concat(
    { x: x + wide / 2, y: bottom },
    { x: x - wide / 2, y: bottom },
  )
}

/** The upright box around them, without working them out. */
export function boxOf({ x, y, r, wide, high }: Named): Box {
  const reach = r * far
  const disc = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }
  if (high === 0) return disc
  const { left, right, top, bottom } = disc
  return {
    left: Math.min(left, x - wide / 2),
    right: Math.max(right, x + wide / 2),
    top,
    bottom: Math.max(bottom, y + r + nameGap + high),
  }
}

export const areaOf = (outline: Outline): number =>
  outline.reduce((sum, a, at) => {
    const b = outline[(at + 1) % outline.length]!
    return sum + (a.x * b.y - b.x * a.y) / 2
  }, 0)

/** A convex shape with what is asked of it again and again. */
export interface Shape {
  readonly corners: Outline
  readonly box: Box
  /** The direction outwards of each edge, and how far out the edge lies in it. */
  readonly edges: readonly { readonly x: number; readonly y: number; readonly far: number }[]
}

export function shapeOf(corners: Outline): Shape {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
  const edges = corners.flatMap((from, at) => {
    const to = corners[(at + 1) % corners.length]!
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length === 0) return []
    const [x, y] = [(to.y - from.y) / length, (from.x - to.x) / length]
    return [{ x, y, far: from.x * x + from.y * y }]
  })
  return { corners, box, edges }
}

/**
 * The shortest way by which `b`, moved by `by`, comes `gap` away from `a`; null where it is, or where that way is no longer than `longest`. By the
 * separating axis: where corners face each other it asks for a little more than the gap, never for less.
 */
export function wayApart(a: Shape, b: Shape, by: Point, gap: number, longest = 0): Point | null {
  let depth = Number.POSITIVE_INFINITY
  let way: Point = { x: 0, y: 0 }
  for (const { x, y, far } of a.edges) {
    const into = depthAlong(b.corners, x, y, far + gap - (by.x * x + by.y * y), depth)
    if (into <= longest) return null
    if (into < depth) {
      depth = into
      way = { x: x * into, y: y * into }
    }
  }
  for (const { x, y, far } of b.edges) {
    const into = depthAlong(a.corners, x, y, far + gap + (by.x * x + by.y * y), depth)
    if (into <= longest) return null
    if (into < depth) {
      depth = into
      way = { x: -x * into, y: -y * into }
    }
  }
  return way
}

/** How far the corners reach behind a line that lies `far` out; what is not less than `most` is not worked out to the end. */
function depthAlong(corners: Outline, x: number, y: number, far: number, most: number): number {
  let deepest = Number.NEGATIVE_INFINITY
  for (const corner of corners) {
    const into = far - (corner.x * x + corner.y * y)
    if (into > deepest) {
      deepest = into
      if (deepest >= most) break
    }
  }
  return deepest
}

/** Kept free around a quirk that stands alone. */
export const singleGap = (2 + 6) / 2

/** The upright rectangle around an outline. */
export function rectangle(outline: readonly Point[]): Outline {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  return rectangleOf({
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  })
}

export const rectangleOf = ({ left, right, top, bottom }: Box): Outline =>
  outlineAround([
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ])
