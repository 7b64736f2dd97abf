/**
 * Where do the quirks inside another one stand around it? Each child keeps the angle of its rank by birth, and slides outwards with all that hangs on
 * it, names included, to the first place that is free.
 *
 * Promises: no disc and no name of a branch touches another one of it, but for those that are held still; no child leaves the ray of its rank by more
 * than 36°, whatever is counted; one that was drawn already keeps its direction.
 * Units: canvas px, from the centre of the branch's first quirk.
 */
import type { Box, Point } from '../box.ts'
import { nameGap } from './name.ts'
import type { Named } from './shapes.ts'

export interface Node {
  readonly id: number
  readonly r: number
  readonly wide: number
  readonly high: number
  /** By birth. */
  readonly children: readonly Node[]
  /** Where it was drawn, seen from what it hangs on: it stays there while that is free. */
  readonly was?: Point | undefined
  /** It stays there even if something comes to lie over it: somebody points at it. */
  readonly still?: boolean
}

export interface Stood extends Named {
  readonly node: Node
}

const degree = Math.PI / 180
const golden = 137.508 * degree
const gap = 7
/** Below a disc its name stands. */
const below = { middle: 90 * degree, half: 34 * degree }
const fan = [0, 52, -52, 104, -104].map((angle) => angle * degree)
const mostBeside = 36 * degree
const turns = [0, 12, -12, 24, -24, 36, -36].map((angle) => angle * degree)
/** By which a child that was drawn already gives way. */
const nudges = [0, 3, -3, 6, -6, 9, -9, 12, -12, 18, -18, 24, -24, 36, -36].map((angle) => angle * degree)
/** Nothing nearer is looked for. */
const enough = 2
/** A limb that runs through something costs as much as this distance. */
const crossing = 90
/** So much nearer another angle has to come. */
const worth = 3
/** With more children the first angle is taken: trying all would take seconds. */
const mostTried = 120

export function branchAround(root: Node): Stood[] {
  return stand(root, (rank) => 20 * degree + 67 * degree * root.id + rank * golden)
}

const boxesOf = ({ x, y, r, wide, high }: Named): Box[] => [
  { left: x - r, top: y - r, right: x + r, bottom: y + r },
  ...(high === 0
    ? []
    : [{ left: x - wide / 2, top: y + r + nameGap, right: x + wide / 2, bottom: y + r + nameGap + high }]),
]

function stand(node: Node, angleOf: (rank: number) => number): Stood[] {
  const own: Stood = { node, x: 0, y: 0, r: node.r, wide: node.wide, high: node.high }
  const stood = [own]
  const taken = boxesOf(own)
  const put = (part: readonly Stood[], at: Point) => {
    const moved = part.map((each) => ({ ...each, x: each.x + at.x, y: each.y + at.y }))
    stood.push(...moved)
    taken.push(...moved.flatMap(boxesOf))
  }
  const rays = new Map(node.children.map((child, rank) => [child, besideName(angleOf(rank))]))
  const known = node.children.filter(({ was }) => was).toSorted((a, b) => Number(b.still) - Number(a.still))
  for (const child of known) {
    const was = child.was!
    const part = stand(child, fanFrom(Math.atan2(was.y, was.x)))
    const boxes = part.flatMap(boxesOf)
    put(part, child.still ? was : nearestFree(taken, boxes, was, rays.get(child)!, node.r + child.r + gap * 2))
  }
  node.children.forEach((child) => {
    if (child.was) return
    const angle = rays.get(child)!
    let best: { part: Stood[]; at: Point; cost: number } | null = null
    for (const by of node.children.length > mostTried ? [0] : turns) {
      const direction = angle + by
      const part = stand(child, fanFrom(direction))
      const way = { x: Math.cos(direction), y: Math.sin(direction) }
      const distance = firstFree(taken, part.flatMap(boxesOf), way, node.r + child.r + gap * 2)
      const at = { x: way.x * distance, y: way.y * distance }
      const crossed = taken.slice(1).filter((box) => crosses(at, box)).length
      const cost = distance + crossed * crossing
      if (!best || cost < best.cost - worth) best = { part, at, cost }
    }
    put(best!.part, best!.at)
  })
  return stood
}

/** Below the first level children fan outwards. */
const fanFrom = (direction: number) => (rank: number) =>
  direction + fan[rank % fan.length]! + Math.floor(rank / fan.length) * 26 * degree

/** An angle that is none of the name's. */
function besideName(angle: number): number {
  const off = angleBetween(angle, below.middle)
  if (Math.abs(off) >= below.half) return angle
  return angle - off + (off < 0 ? -below.half : below.half)
}

/** The place that is free nearest to `was`, no nearer to the middle than that, and no further beside its ray than it was or a new child may stand. */
function nearestFree(taken: readonly Box[], moving: readonly Box[], was: Point, ray: number, least: number): Point {
  const far = Math.hypot(was.x, was.y)
  const direction = Math.atan2(was.y, was.x)
  const beside = Math.max(mostBeside, Math.abs(angleBetween(direction, ray)))
  let best: { at: Point; away: number } | null = null
  for (const by of nudges) {
    if (by !== 0 && Math.abs(angleBetween(direction + by, ray)) > beside) continue
    const way = { x: Math.cos(direction + by), y: Math.sin(direction + by) }
    const distance = firstFree(taken, moving, way, Math.max(least, far))
    const at = by === 0 && distance === far ? was : { x: way.x * distance, y: way.y * distance }
    const away = Math.hypot(at.x - was.x, at.y - was.y)
    if (!best || away < best.away) best = { at, away }
    if (away < enough) break
  }
  return best!.at
}

/** From -180° to 180°. */
function angleBetween(a: number, b: number): number {
  const whole = 2 * Math.PI
  return ((((a - b + Math.PI) % whole) + whole) % whole) - Math.PI
}

/** From `least` on the first distance at which none of `moving` touches one of `taken`. */
function firstFree(taken: readonly Box[], moving: readonly Box[], way: Point, least: number): number {
  const blocked: [number, number][] = []
  for (const a of taken) {
    for (const b of moving) {
      const [fromX, toX] = slab(a.left - gap - b.right, a.right + gap - b.left, way.x)
      const [fromY, toY] = slab(a.top - gap - b.bottom, a.bottom + gap - b.top, way.y)
      const from = Math.max(fromX, fromY)
      const to = Math.min(toX, toY)
      if (from < to && to > least) blocked.push([from, to])
    }
  }
  blocked.sort((a, b) => a[0] - b[0])
  let distance = least
  for (const [from, to] of blocked) {
    if (from > distance) break
    distance = Math.max(distance, to)
  }
  return distance
}

/** Between which distances along a way two boxes meet in one direction. */
function slab(from: number, to: number, way: number): [number, number] {
  if (Math.abs(way) < 1e-9) return from < 0 && to > 0 ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : [1, 0]
  return way > 0 ? [from / way, to / way] : [to / way, from / way]
}

/** Whether the way from the middle to `at` runs through `box`. */
function crosses(at: Point, { left, top, right, bottom }: Box): boolean {
  const [fromX, toX] = slab(left, right, at.x)
  const [fromY, toY] = slab(top, bottom, at.y)
  return Math.max(fromX, fromY, 0) < Math.min(toX, toY, 1)
}
