/**
 * How do branches come apart that lie over one another? Each pair gives way by the shortest way, the smaller one more, until nothing overlaps.
 * Promises: the same bodies end in the same places; what is pinned does not move.
 */
import type { Box, Point } from '../box.ts'
import { type Shape, wayApart } from './shapes.ts'

export interface Body {
  /** Around its place. */
  readonly shapes: readonly Shape[]
  readonly box: Box
  readonly area: number
  /** Kept free around it. */
  readonly gap: number
  readonly pinned: boolean
  /** Where it wants to be. */
  readonly at: Point
}

const mostRounds = 400
const gentleRounds = 20
const pullUntil = 0.35
const pull = 0.02
const enough = 0.3
/** More bodies are put on shelves: pairs would take seconds. */
const mostBodies = 1500

/** Whether nothing has to give way. */
export function areApart(bodies: readonly Body[]): boolean {
  const places = bodies.map(({ at }) => at)
  for (const [a, b] of pairsOf(bodies, places, cellOf(bodies))) {
    const by = { x: places[b]!.x - places[a]!.x, y: places[b]!.y - places[a]!.y }
    if (deepest(bodies[a]!, bodies[b]!, by)) return false
  }
  return true
}

/** Whether one at a place comes too close to another one at its. */
export function clashes(a: Body, at: Point, b: Body, there: Point): boolean {
  const by = { x: there.x - at.x, y: there.y - at.y }
  return meets(a.box, b.box, by, a.gap + b.gap) && deepest(a, b, by) !== null
}

export function apart(bodies: readonly Body[]): Point[] {
  if (bodies.length > mostBodies) return areApart(bodies) ? bodies.map(({ at }) => at) : onShelves(bodies)
  const wanted = unheaped(bodies)
  const places = wanted.map(({ x, y }) => ({ x, y }))
  const weights = bodies.map(({ area, pinned }) => (pinned ? Number.POSITIVE_INFINITY : Math.sqrt(area)))
  const cell = cellOf(bodies)
  for (let round = 0; round < mostRounds; round++) {
    const moves = places.map(() => ({ x: 0, y: 0 }))
    let most = 0
    for (const [a, b] of pairsOf(bodies, places, cell)) {
      if (bodies[a]!.pinned && bodies[b]!.pinned) continue
      const way = deepest(bodies[a]!, bodies[b]!, {
        x: places[b]!.x - places[a]!.x,
        y: places[b]!.y - places[a]!.y,
      })
      if (!way) continue
      most = Math.max(most, Math.hypot(way.x, way.y))
      const [heavyA, heavyB] = [weights[a]!, weights[b]!]
      const shareB = heavyA === Infinity ? 1 : heavyB === Infinity ? 0 : heavyA / (heavyA + heavyB)
      const shareA = heavyA === Infinity ? 0 : 1 - shareB
      const factor = round < gentleRounds ? 0.5 : 1
      moves[a]!.x -= way.x * shareA * factor
      moves[a]!.y -= way.y * shareA * factor
      moves[b]!.x += way.x * shareB * factor
      moves[b]!.y += way.y * shareB * factor
    }
    if (most < enough) break
    places.forEach((place, at) => {
      const { x, y } = moves[at]!
      const back = bodies[at]!.pinned || round > mostRounds * pullUntil || (x === 0 && y === 0) ? 0 : pull
      place.x += x + (wanted[at]!.x - place.x) * back
      place.y += y + (wanted[at]!.y - place.y) * back
    })
  }
  return places
}

/** What wants to be on one spot begins in a spiral around it, each with about the room that it needs: pair by pair that would take a minute. */
function unheaped(bodies: readonly Body[]): Point[] {
  const spots = new Map<string, { count: number; area: number }>()
  return bodies.map(({ at: { x, y }, area, gap, pinned }) => {
    const key = `${x} ${y}`
    const spot = spots.get(key) ?? { count: 0, area: 0 }
    const far = pinned ? 0 : Math.sqrt(spot.area / Math.PI)
    const angle = spot.count * goldenAngle
    spots.set(key, { count: spot.count + 1, area: spot.area + 1.3 * (Math.sqrt(area) + 2 * gap) ** 2 })
    return { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far }
  })
}

const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** A cell holds a body of usual size. */
function cellOf(bodies: readonly Body[]): number {
  const sizes = bodies.map(({ box, gap }) => Math.max(box.right - box.left, box.bottom - box.top) + 2 * gap)
  return Math.max(60, sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length))
}

const meets = (a: Box, b: Box, by: Point, gap: number): boolean =>
  a.left < b.right + by.x + gap &&
  b.left + by.x < a.right + gap &&
  a.top < b.bottom + by.y + gap &&
  b.top + by.y < a.bottom + gap

/** Of all their shapes the two that lie deepest in one another: the way by which those come apart. */
function deepest(a: Body, b: Body, by: Point): Point | null {
  const gap = a.gap + b.gap
  let found: Point | null = null
  let depth = 0
  for (const one of a.shapes) {
    if (!meets(one.box, b.box, by, gap)) continue
    for (const other of b.shapes) {
      if (!meets(one.box, other.box, by, gap)) continue
      const way = wayApart(one, other, by, gap, depth)
      if (!way) continue
      found = way
      depth = Math.hypot(way.x, way.y)
    }
  }
  return found
}

/** Whose boxes meet, each pair once. */
function* pairsOf(bodies: readonly Body[], places: readonly Point[], cell: number): Generator<[number, number]> {
  const cells = new Map<number, number[]>()
  const keyOf = (column: number, row: number) => column * 0x4000000 + row
  const cellsOf = (at: number): [number, number, number, number] => {
    const { box, gap } = bodies[at]!
    const { x, y } = places[at]!
    return [
      Math.floor((box.left + x - gap) / cell),
      Math.floor((box.right + x + gap) / cell),
      Math.floor((box.top + y - gap) / cell),
      Math.floor((box.bottom + y + gap) / cell),
    ]
  }
  const spans = bodies.map((_, at) => cellsOf(at))
  for (let b = 0; b < bodies.length; b++) {
    const [left, right, top, bottom] = spans[b]!
    for (let column = left; column <= right; column++) {
      for (let row = top; row <= bottom; row++) {
        const key = keyOf(column, row)
        const there = cells.get(key)
        if (!there) {
          cells.set(key, [b])
          continue
        }
        for (const a of there) {
          // In the cell of the later of both upper left corners, and nowhere else.
          if (Math.max(spans[a]![0], left) !== column || Math.max(spans[a]![2], top) !== row) continue
          const by = { x: places[b]!.x - places[a]!.x, y: places[b]!.y - places[a]!.y }
          if (meets(bodies[a]!.box, bodies[b]!.box, by, bodies[a]!.gap + bodies[b]!.gap)) yield [a, b]
        }
        there.push(b)
      }
    }
  }
}

/** Rows in the order of y, in each the order of x. */
function onShelves(bodies: readonly Body[]): Point[] {
  const wide = bodies.map(({ box, gap }) => box.right - box.left + 2 * gap)
  const high = bodies.map(({ box, gap }) => box.bottom - box.top + 2 * gap)
  const all = wide.reduce((sum, each, at) => sum + each * high[at]!, 0)
  const width = Math.sqrt(all) * 1.3
  const inOrder = bodies
    .map((_, at) => at)
    .sort((a, b) => bodies[a]!.at.y - bodies[b]!.at.y || bodies[a]!.at.x - bodies[b]!.at.x)
  const places: Point[] = []
  let y = 0
  for (let from = 0; from < inOrder.length; ) {
    let to = from
    let used = 0
    while (to < inOrder.length && (to === from || used + wide[inOrder[to]!]! <= width)) used += wide[inOrder[to++]!]!
    const shelf = inOrder.slice(from, to).sort((a, b) => bodies[a]!.at.x - bodies[b]!.at.x)
    const room = Math.max(...shelf.map((at) => high[at]!))
    let x = 0
    for (const at of shelf) {
      const { box, gap } = bodies[at]!
      places[at] = { x: x + gap - box.left, y: y + gap - box.top }
      x += wide[at]!
    }
    y += room
    from = to
  }
  const middle = (of: (place: Point) => number, list: readonly Point[]) =>
    list.reduce((sum, each) => sum + of(each), 0) / list.length
  const from = { x: middle(({ x }) => x, places), y: middle((place) => place.y, places) }
  const to = {
    x: middle(
      ({ x }) => x,
      bodies.map(({ at }) => at),
    ),
    y: middle(
      (place) => place.y,
      bodies.map(({ at }) => at),
    ),
  }
  return places.map((place) => ({ x: place.x - from.x + to.x, y: place.y - from.y + to.y }))
}
