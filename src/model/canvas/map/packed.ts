/**
 * Where do branches and single quirks stand once the canvas is tidied? Close together, in a shape like that of the window, and each about in the direction
 * in which it stood: from the middle outwards, each takes the nearest place that is free.
 *
 * Promises: nothing overlaps; the same bodies end in the same places; what is packed already stays as it is. Units: canvas px.
 */
import type { Point } from '../box.ts'
import { type Body, clashes } from './apart.ts'

/** Beside the direction in which it stood. */
const turns = [0, 6, -6, 12, -12].map((degrees) => (degrees * Math.PI) / 180)
/** A place so much further out is as good as one that is a whole turn beside the direction. */
const perRadian = 150
const step = 8
const mostRounds = 5
/** Those that come closer together by less than this stay where they are: tidying again moves nothing. */
const worth = 0.94
/** More of them keep their places: looking for others would take seconds. */
const mostPacked = 600

/** `places`: where each stands now, without overlaps; `ratio`: how many times as wide as high the window is. */
export function packed(bodies: readonly Body[], places: readonly Point[], ratio: number): readonly Point[] {
  if (bodies.length < 2 || bodies.length > mostPacked) return places
  let best = places
  for (let round = 0; round < mostRounds; round++) {
    const next = closer(bodies, best, ratio)
    if (sizeOf(bodies, next, ratio) > worth * sizeOf(bodies, best, ratio)) break
    best = next
  }
  return best
}

function closer(bodies: readonly Body[], places: readonly Point[], ratio: number): Point[] {
  const { left, right, top, bottom } = boundsOf(bodies, places)
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 }
  /** How it stands in the window, if the window showed just all: a long row comes to fill a square. */
  const seen = places.map(({ x, y }) => ({ x: (x - middle.x) / (right - left), y: (y - middle.y) / (bottom - top) }))
  const far = ({ x, y }: Point) => Math.hypot(x, y)
  const inOrder = places.map((_, at) => at).sort((a, b) => far(seen[a]!) - far(seen[b]!) || a - b)
  const wide = Math.sqrt(ratio)
  const next: Point[] = []
  const done: number[] = []
  for (const at of inOrder) {
    const direction = Math.atan2(seen[at]!.y, seen[at]!.x)
    const isFree = (there: Point) => !done.some((other) => clashes(bodies[at]!, there, bodies[other]!, next[other]!))
    next[at] = nearestFree(isFree, (angle, away) => ({
      x: middle.x + Math.cos(direction + angle) * away * wide,
      y: middle.y + (Math.sin(direction + angle) * away) / wide,
    }))
    done.push(at)
  }
  return next
}

/** Of the places so far from the middle in directions beside its own. */
function nearestFree(isFree: (there: Point) => boolean, at: (angle: number, away: number) => Point): Point {
  let best = at(0, 0)
  let least = Number.POSITIVE_INFINITY
  for (const turn of turns) {
    const beside = Math.abs(turn) * perRadian
    for (let away = 0; away + beside < least; away += step) {
      const there = at(turn, away)
      if (!isFree(there)) continue
      best = there
      least = away + beside
    }
  }
  return best
}

function boundsOf(bodies: readonly Body[], places: readonly Point[]) {
  const edge = (of: (body: Body, place: Point) => number) => bodies.map((body, at) => of(body, places[at]!))
  return {
    left: Math.min(...edge(({ box }, { x }) => box.left + x)),
    right: Math.max(...edge(({ box }, { x }) => box.right + x)),
    top: Math.min(...edge(({ box }, { y }) => box.top + y)),
    bottom: Math.max(...edge(({ box }, { y }) => box.bottom + y)),
  }
}

/** How high a window of this shape has to be to show all. */
function sizeOf(bodies: readonly Body[], places: readonly Point[], ratio: number): number {
  const { left, right, top, bottom } = boundsOf(bodies, places)
  return Math.max((right - left) / ratio, bottom - top)
}
