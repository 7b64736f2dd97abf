/**
 * Where do the quirks inside an opened one stand? All around it, in as many rings as they need, each with room for a title.
 *
 * Promises: no circle overlaps another, the opened one's included; that one keeps its place; a child comes out on its own side where
 * there is one ring. What hangs on a child that is not opened itself stays on it as at rest, turned outwards. Units: canvas px.
 */

import { stem } from '../../../model/canvas/bubbleLayout.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Bubble, Scene } from '../../../model/canvas/scene.ts'

/** Between two branches. */
const gap = 8
/** Between a ring and what is inside it: twice as long as at rest. */
const reach = stem * 2
/** Children of children stand within this much around the direction away from their grandparent, as long as they fit. */
const fan = Math.PI * 1.1

interface Placed {
  bubble: Bubble
  /** From the top of the branch, where the x axis points away from what the top hangs on. */
  x: number
  y: number
}

/** From its top on. */
type Branch = readonly Placed[]

/** `levels`: so many below `top` come out; `room`: the least distance from a child's centre that is kept free of others. */
export function spread(scene: Scene, top: Bubble, levels: number, room: number): Map<number, Circle> {
  const placed = spreadBranch(scene, top, levels, room, null)
  return new Map(placed.map(({ bubble, x, y }) => [bubble.id, { x: top.x + x, y: top.y + y, r: bubble.r }]))
}

/** `axis`: the direction at rest in which `top` hangs on its parent; null: it is the opened one. */
function spreadBranch(scene: Scene, top: Bubble, levels: number, room: number, axis: number | null): Branch {
  const children = childrenOf(scene, top)
  if (levels === 0 || children.length === 0) return atRest(scene, top, axis ?? 0)
  const sides = children.map((child) => Math.atan2(child.y - top.y, child.x - top.x))
  const branches = children.map((child, at) => spreadBranch(scene, child, levels - 1, room, sides[at] ?? 0))
  const seats = seatsAround(top.r, branches, room, axis === null ? { from: sides[0] ?? 0 } : 'outwards')
  const placed: Placed[] = [{ bubble: top, x: 0, y: 0 }]
  branches.forEach((branch, at) => {
    const { distance, angle } = seats[at]!
    for (const { bubble, x, y } of branch) placed.push({ bubble, ...turned(distance + x, y, angle) })
  })
  return placed
}

const atRest = (scene: Scene, top: Bubble, axis: number): Branch =>
  scene.bubbles
    .slice(top.index, top.end)
    .map((bubble) => ({ bubble, ...turned(bubble.x - top.x, bubble.y - top.y, -axis) }))

function childrenOf(scene: Scene, top: Bubble): Bubble[] {
  const children: Bubble[] = []
  for (let at = top.index + 1; at < top.end; at = scene.bubbles[at]!.end) children.push(scene.bubbles[at]!)
  return children
}

const turned = (x: number, y: number, angle: number) => ({
  x: x * Math.cos(angle) - y * Math.sin(angle),
  y: x * Math.sin(angle) + y * Math.cos(angle),
})

interface Seat {
  distance: number
  angle: number
}

/** The branches in rings around a circle of radius `inner`, in their order, each in a sector of its own. */
function seatsAround(
  inner: number,
  branches: readonly Branch[],
  room: number,
  start: { from: number } | 'outwards',
): Seat[] {
  const seats: Seat[] = []
  let edge = inner
  while (seats.length < branches.length) {
    const left = branches.slice(seats.length)
    const nearest = edge + reach + Math.max(...left.map(inwards))
    const further = start === 'outwards' ? furtherOut(left, nearest, room) : null
    const distance = further ?? nearest
    const angles = fitting(left, distance, room)
    const used = sum(angles)
    const outwards = further !== null
    const extra = outwards ? 0 : Math.max(0, Math.PI * 2 - used) / angles.length
    let angle = outwards ? -used / 2 + angles[0]! / 2 : start === 'outwards' ? 0 : start.from
    angles.forEach((own, at) => {
      seats.push({ distance, angle })
      edge = Math.max(edge, furthest(left[at]!, distance))
      angle += (own + (angles[at + 1] ?? own)) / 2 + extra
    })
  }
  return seats
}

/** From `nearest` on the distance at which all fit into the fan; null when that would be much further out. */
function furtherOut(branches: readonly Branch[], nearest: number, room: number): number | null {
  for (let distance = nearest; distance <= nearest * 2.5; distance += 4) {
    const angles = fitting(branches, distance, room)
    if (angles.length === branches.length && sum(angles) <= fan) return distance
  }
  return null
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** How far a branch reaches towards what it hangs on, from its top's centre. */
const inwards = (branch: Branch): number => Math.max(...branch.map(({ bubble, x }) => bubble.r - x))

/** How far it reaches from what it hangs on. */
const furthest = (branch: Branch, distance: number): number =>
  Math.max(...branch.map(({ bubble, x, y }) => Math.hypot(distance + x, y) + bubble.r))

/** The angles of the sectors of those that fit into a ring, at least one. */
function fitting(branches: readonly Branch[], distance: number, room: number): number[] {
  const angles: number[] = []
  let used = 0
  for (const branch of branches) {
    const angle = 2 * Math.max(...branch.map((each) => halfAngle(each, distance, room)))
    if (angles.length > 0 && used + angle > Math.PI * 2) break
    used += angle
    angles.push(angle)
  }
  return angles
}

function halfAngle({ bubble, x, y }: Placed, distance: number, room: number): number {
  const apart = Math.hypot(distance + x, y)
  const needs = Math.max(bubble.r, room) + gap / 2
  return Math.abs(Math.atan2(y, distance + x)) + Math.asin(Math.min(1, needs / apart))
}
