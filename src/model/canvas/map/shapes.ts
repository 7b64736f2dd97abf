/** Convex shapes of the map: the outline around points, and how far two of them are from being apart. Units: canvas px. */
import type { Point } from '../box.ts'
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
const directions = Array.from({ length: 16 }, (_, at) => {
  const angle = (2 * Math.PI * at) / 16
  const far = 1 / Math.cos(Math.PI / 16)
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

export const areaOf = (outline: Outline): number =>
  outline.reduce((sum, a, at) => {
    const b = outline[(at + 1) % outline.length]!
    return sum + (a.x * b.y - b.x * a.y) / 2
  }, 0)

/**
 * The shortest way by which `b`, moved by `by`, comes `gap` away from `a`; null where it is. By the separating axis: where corners face each other it
 * asks for a little more than the gap, never for less.
 */
export function wayApart(a: Outline, b: Outline, by: Point, gap: number): Point | null {
  let depth = Number.POSITIVE_INFINITY
  let way: Point = { x: 0, y: 0 }
  for (const [outline, sign] of [
    [a, 1],
    [b, -1],
  ] as const) {
    for (let at = 0; at < outline.length; at++) {
      const from = outline[at]!
      const to = outline[at + 1 === outline.length ? 0 : at + 1]!
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      if (length === 0) continue
      // Outwards of the outline that the edge is of, then from a to b.
      const x = (sign * (to.y - from.y)) / length
      const y = (sign * (from.x - to.x)) / length
      let most = Number.NEGATIVE_INFINITY
      for (const corner of a) most = Math.max(most, corner.x * x + corner.y * y)
      let least = Number.POSITIVE_INFINITY
      for (const corner of b) least = Math.min(least, (corner.x + by.x) * x + (corner.y + by.y) * y)
      const into = most + gap - least
      if (into <= 0) return null
      if (into < depth) {
        depth = into
        way = { x: x * into, y: y * into }
      }
    }
  }
  return way
}
