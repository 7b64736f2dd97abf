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
import { cornersOf, type Named, outlineAround, type Shape, shapeOf, wayApart } from './shapes.ts'

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
/** What was drawn already stays where it is while so much is free, or else so little: one that grows by a little moves no other. */
const keptGaps = [2, 0.5]
/** By so little it gives way where that is enough, nearest first: what is drawn on an open canvas jumps by no more than 10 px. */
const smallSteps = Array.from({ length: 7 }, (_, ring) => ring * 1.5).flatMap((far) =>
  Array.from({ length: far === 0 ? 1 : 16 }, (_, at) => {
    const angle = (2 * Math.PI * at) / 16
    return { x: Math.cos(angle) * far, y: Math.sin(angle) * far }
  }),
)
/** Below a disc its name stands. */
const below = { middle: 90 * degree, half: 34 * degree }
const fan = [0, 52, -52, 104, -104].map((angle) => angle * degree)
const mostBeside = 36 * degree
const turns = [0, 12, -12, 24, -24, 36, -36].map((angle) => angle * degree)
/** Where a canvas is open, and what is drawn on it is to stay. */
const widerTurns = [48, -48, 64, -64, 80, -80, 100, -100, 125, -125, 150, -150, 180].map((angle) => angle * degree)
/** By which a child that was drawn already gives way. */
const nudges = [0, 3, -3, 6, -6, 9, -9, 12, -12, 18, -18, 24, -24, 36, -36].map((angle) => angle * degree)
/** A limb that runs through something costs as much as this distance. */
const crossing = 90
/** Between the lands of two branches, where something new comes in: as little as what is drawn already may keep (`keptGap` in `layoutMap`), rather than push it away. */
export const landGap = 10
/** So much further out a new child goes rather than leave its ray; and at the most, so that others can stay where they are. */
const detour = 260
const mostDetour = 1200
/** So much nearer another angle has to come. */
const worth = 3
/** With more children the first angle is taken: trying all would take seconds. */
const mostTried = 120

/** What stands around a branch already, seen from its first quirk. */
export interface Around {
  readonly boxes: readonly Box[]
  /** The land of other branches. */
  readonly lands: readonly Shape[]
}

/** What is new in the branch goes where nothing around it has to give way, if there is such a place not far away. */
export function branchAround(root: Node, around: Around | null = null): Stood[] {
  return stand(root, (rank) => 20 * degree + 67 * degree * root.id + rank * golden, around)
}

const boxesOf = ({ x, y, r, wide, high }: Named): Box[] => [
  { left: x - r, top: y - r, right: x + r, bottom: y + r },
  ...(high === 0
    ? []
    : [{ left: x - wide / 2, top: y + r + nameGap, right: x + wide / 2, bottom: y + r + nameGap + high }]),
]

/** `seen`: where the branch's first quirk stands that sees what is around it. */
function stand(
  node: Node,
  angleOf: (rank: number) => number,
  around: Around | null = null,
  seen: Point = { x: 0, y: 0 },
): Stood[] {
  const own: Stood = { node, x: 0, y: 0, r: node.r, wide: node.wide, high: node.high }
  const stood = [own]
  const taken = boxesOf(own)
  const put = (part: readonly Stood[], at: Point) => {
    const there = part.map((each) => ({ ...each, x: each.x + at.x, y: each.y + at.y }))
    stood.push(...there)
    taken.push(...there.flatMap(boxesOf))
  }
  const rays = new Map(node.children.map((child, rank) => [child, besideName(angleOf(rank))]))
  const known = node.children.filter(({ was }) => was).toSorted((a, b) => Number(b.still) - Number(a.still))
  for (const child of known) {
    const was = child.was!
    const part = stand(child, fanFrom(Math.atan2(was.y, was.x)), around, { x: seen.x - was.x, y: seen.y - was.y })
    const boxes = part.flatMap(boxesOf)
    put(part, child.still ? was : nearestFree(taken, boxes, was, rays.get(child)!, node.r + child.r + gap * 2))
  }
  const others = around && node.children.some(({ was }) => !was) ? moved(around.boxes, seen) : []
  node.children.forEach((child) => {
    if (child.was) return
    const angle = rays.get(child)!
    let best: Candidate | null = null
    const tries = node.children.length > mostTried ? [0] : around ? [...turns, ...widerTurns] : turns
    for (const by of tries) {
      // Only where others would have to give way it leaves its ray by more.
      if (Math.abs(by) > mostBeside && !best!.isFar) break
      const direction = angle + by
      const part = stand(child, fanFrom(direction))
      const way = { x: Math.cos(direction), y: Math.sin(direction) }
      const boxes = part.flatMap(boxesOf)
      const nearest = firstFree(taken, boxes, way, node.r + child.r + gap * 2)
      const beyond = others.length > 0 ? firstFree([...taken, ...others], boxes, way, nearest) : nearest
      const isPastAll = beyond - nearest > mostDetour
      const distance = isPastAll ? nearest : beyond
      const at = { x: way.x * distance, y: way.y * distance }
      const crossed = [...taken.slice(1), ...others].filter((box) => crosses(at, box)).length
      const pushes = isPastAll || (around !== null && isOnLand(own, part, at, around.lands, seen))
      const cost = distance + crossed * crossing + (pushes ? mostDetour : 0)
      if (!best || cost < best.cost - worth) best = { part, at, cost, isFar: pushes || beyond - nearest > detour }
    }
    put(best!.part, best!.at)
  })
  return stood
}

const moved = (boxes: readonly Box[], { x, y }: Point): Box[] =>
  boxes.map(({ left, right, top, bottom }) => ({ left: left + x, right: right + x, top: top + y, bottom: bottom + y }))

interface Candidate {
  readonly part: Stood[]
  readonly at: Point
  readonly cost: number
  /** Others would have to give way, or it goes far out so that they have not. */
  readonly isFar: boolean
}

/** Whether the land of what is put there, up to its parent, comes too close to that of others. */
function isOnLand(parent: Named, part: readonly Stood[], at: Point, lands: readonly Shape[], seen: Point): boolean {
  const there = new Map(part.map((each) => [each.node.id, { ...each, x: each.x + at.x, y: each.y + at.y }]))
  const limbs = part.flatMap(({ node }) =>
    node.children.map(({ id }) => [there.get(node.id)!, there.get(id)!] as const),
  )
  return [[parent, there.get(part[0]!.node.id)!] as const, ...limbs].some(([from, to]) => {
    const web = shapeOf(outlineAround([...cornersOf(from), ...cornersOf(to)]))
    return lands.some((land) => wayApart(web, land, seen, landGap) !== null)
  })
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

/**
 * Where a child goes that was drawn already: it stays while that is free; else it gives way by as little as there is room for, and only where there is
 * none close by it slides outwards. Never further beside its ray than it was or a new child may stand.
 */
function nearestFree(taken: readonly Box[], moving: readonly Box[], was: Point, ray: number, least: number): Point {
  const beside = Math.max(mostBeside, Math.abs(angleBetween(Math.atan2(was.y, was.x), ray)))
  const mayStand = ({ x, y }: Point) =>
    Math.hypot(x, y) >= least && Math.abs(angleBetween(Math.atan2(y, x), ray)) <= beside + 1e-9
  for (const between of keptGaps)
    for (const step of smallSteps) {
      const at = { x: was.x + step.x, y: was.y + step.y }
      if (mayStand(at) && isFree(taken, moving, at, between)) return at
    }
  return slidOutwards(taken, moving, was, ray, beside, least)
}

function slidOutwards(
  taken: readonly Box[],
  moving: readonly Box[],
  was: Point,
  ray: number,
  beside: number,
  least: number,
): Point {
  const far = Math.max(least, Math.hypot(was.x, was.y))
  const direction = Math.atan2(was.y, was.x)
  let best: { at: Point; away: number } | null = null
  for (const by of nudges) {
    if (by !== 0 && Math.abs(angleBetween(direction + by, ray)) > beside) continue
    const way = { x: Math.cos(direction + by), y: Math.sin(direction + by) }
    const distance = firstFree(taken, moving, way, far)
    const at = { x: way.x * distance, y: way.y * distance }
    const away = Math.hypot(at.x - was.x, at.y - was.y)
    if (!best || away < best.away) best = { at, away }
  }
  return best!.at
}

/** Whether none of `moving`, put there, comes closer to one of `taken` than `between`. */
const isFree = (taken: readonly Box[], moving: readonly Box[], { x, y }: Point, between: number): boolean =>
  moving.every(({ left, right, top, bottom }) =>
    taken.every(
      (other) =>
        left + x >= other.right + between ||
        right + x <= other.left - between ||
        top + y >= other.bottom + between ||
        bottom + y <= other.top - between,
    ),
  )

/** From -180° to 180°. */
function angleBetween(a: number, b: number): number {
  const whole = 2 * Math.PI
  return ((((a - b + Math.PI) % whole) + whole) % whole) - Math.PI
}

/** From `least` on the first distance at which none of `moving` touches one of `taken`. */
function firstFree(taken: readonly Box[], moving: readonly Box[], way: Point, least: number, between = gap): number {
  const blocked: [number, number][] = []
  for (const a of taken) {
    for (const b of moving) {
      const [fromX, toX] = slab(a.left - between - b.right, a.right + between - b.left, way.x)
      const [fromY, toY] = slab(a.top - between - b.bottom, a.bottom + between - b.top, way.y)
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
