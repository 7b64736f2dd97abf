/**
 * Where do the bubbles stand? A quirk without a parent stands at its own place; the others stand around their parent's rim,
 * whatever places of their own they have stored.
 *
 * Promises: a child lies outside its parent, a short stem away, and so do all below it. Siblings and what hangs on them do not
 * overlap: where the rim is too short, all of them move out. Every quirk is placed once, a parent directly before what is below it; quirks in
 * a cycle and quirks whose parent is missing count as having none. Units: canvas px, y downwards, centres of circles.
 */
import { none } from '../schema.ts'

export interface Disc {
  id: number
  x: number
  y: number
  /** Radius. */
  r: number
  parentQuirkId: number
}

export interface PlacedDisc {
  id: number
  x: number
  y: number
  r: number
  /** -1 where it counts as having none. */
  parent: number
  /** 1 without a parent. */
  depth: number
  /** Among the children of its parent (or the bubbles without one), counted from 1. */
  place: number
  siblings: number
}

/** Between the rim of a parent and that of its child. */
export const stem = 7
const gap = 3
/** The first child of a quirk without a parent: at the upper right, then clockwise. */
const firstAngle = -Math.PI / 3
/** Children of children spread over this much, away from their grandparent. */
const fan = (Math.PI * 8) / 9
/** Extra angle between siblings where there is room. */
const breath = Math.PI / 18

interface Branch {
  disc: Disc
  children: Hung[]
  /** Radius around the disc's centre that holds it and everything below it. */
  reach: number
}

interface Hung {
  branch: Branch
  /** From the parent's centre. */
  distance: number
  /** From the axis that points away from the grandparent. */
  angle: number
}

/** The bubbles without a parent in the order given, each followed by all below it. */
export function layoutBubbles(discs: readonly Disc[]): PlacedDisc[] {
  const below = childrenOf(discs)
  const known = new Set(discs.map(({ id }) => id))
  const seen = new Set<number>()
  const branchOf = (disc: Disc, depth: number): Branch => {
    seen.add(disc.id)
    const fresh = (below.get(disc.id) ?? []).filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    return hang(
      disc,
      fresh.map((child) => branchOf(child, depth + 1)),
      depth === 1,
    )
  }
  const roots = discs.filter((disc) => !known.has(disc.parentQuirkId)).map((disc) => branchOf(disc, 1))
  for (const disc of discs) if (!seen.has(disc.id)) roots.push(branchOf(disc, 1))
  const placed: PlacedDisc[] = []
  roots.forEach((root, at) => {
    const { x, y } = root.disc
    put(root, { x, y, axis: 0, parent: none, depth: 1, place: at + 1, siblings: roots.length }, placed)
  })
  return placed
}

function childrenOf(discs: readonly Disc[]): Map<number, Disc[]> {
  const below = new Map<number, Disc[]>()
  for (const disc of discs) {
    if (disc.parentQuirkId === none) continue
    const siblings = below.get(disc.parentQuirkId)
    if (siblings) siblings.push(disc)
    else below.set(disc.parentQuirkId, [disc])
  }
  return below
}

/** Distances and angles of the children around their parent. */
function hang(disc: Disc, branches: Branch[], isRoot: boolean): Branch {
  if (branches.length === 0) return { disc, children: [], reach: disc.r }
  const most = isRoot ? Math.PI * 2 : fan
  const near = branches.map(({ disc: child }) => disc.r + stem + child.r)
  const anglesAt = (out: number) => stepAngles(branches, near, out, isRoot)
  const out = leastOut((more) => sum(anglesAt(more)) <= most)
  const steps = anglesAt(out)
  const extra = Math.min(breath, (most - sum(steps)) / branches.length)
  let angle = isRoot ? firstAngle : -(sum(steps) + extra * (branches.length - 1)) / 2
  const children = branches.map((branch, at): Hung => {
    const hung = { branch, distance: (near[at] ?? 0) + out, angle }
    angle += (steps[at] ?? 0) + extra
    return hung
  })
  return { disc, children, reach: Math.max(disc.r, ...children.map((child) => child.distance + child.branch.reach)) }
}

/** The angle from each child to the next; all around for a root, else between the first and the last. */
function stepAngles(branches: Branch[], near: number[], out: number, around: boolean): number[] {
  const count = branches.length
  if (count === 1) return [0]
  return branches.slice(0, around ? count : count - 1).map((branch, at) => {
    const next = (at + 1) % count
    const apart = branch.reach + (branches[next]?.reach ?? 0) + gap
    return angleBetween((near[at] ?? 0) + out, (near[next] ?? 0) + out, apart)
  })
}

/** The angle at which two points at these distances from a centre are `apart` from each other. */
function angleBetween(a: number, b: number, apart: number): number {
  const cosine = (a * a + b * b - apart * apart) / (2 * a * b)
  return cosine <= -1 ? Math.PI * 2 : Math.acos(Math.min(1, cosine))
}

/** The least distance to move out, to a quarter of a px, at which all fit. */
function leastOut(fits: (out: number) => boolean): number {
  if (fits(0)) return 0
  let least = 0
  let enough = 16
  while (!fits(enough)) enough *= 2
  while (enough - least > 0.25) {
    const middle = (least + enough) / 2
    if (fits(middle)) enough = middle
    else least = middle
  }
  return enough
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

interface Spot {
  x: number
  y: number
  axis: number
  parent: number
  depth: number
  place: number
  siblings: number
}

function put({ disc, children }: Branch, { axis, ...spot }: Spot, placed: PlacedDisc[]): void {
  placed.push({ id: disc.id, r: disc.r, ...spot })
  children.forEach(({ branch, distance, angle }, at) => {
    const direction = axis + angle
    const x = spot.x + distance * Math.cos(direction)
    const y = spot.y + distance * Math.sin(direction)
    const below = { axis: direction, parent: disc.id, depth: spot.depth + 1, place: at + 1, siblings: children.length }
    put(branch, { x, y, ...below }, placed)
  })
}
