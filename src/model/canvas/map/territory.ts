/** The land under a branch: around each parent with each of its children, names included; in a tint of its first quirk's colour. */
import type { Circle } from '../grid.ts'
import type { Bubble, Scene } from '../scene.ts'
import { ringSize } from './ring.ts'
import { cornersOf, type Outline, outlineAround } from './shapes.ts'

export type { Outline }

type OfName = Pick<Bubble, 'name'>

export const webOf = (parent: OfName, from: Circle, child: OfName, to: Circle): Outline =>
  outlineAround([
    ...cornersOf({ ...from, wide: parent.name.wide, high: parent.name.high }),
    ...cornersOf({ ...to, wide: child.name.wide, high: child.name.high }),
  ])

/**
 * The limb of a branch from a parent to its child: wide where it leaves the parent, thinner all the way, and thicker altogether where more hangs on it. Null
 * where they touch. `share`: of all inside the parent, what the child holds, 0 to 1; `scale`: it stays wide enough to be seen from there.
 */
export function limbOf(from: Circle, to: Circle, share: number, scale = 1): Outline | null {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const apart = Math.hypot(x, y)
  if (apart <= from.r + to.r) return null
  const [near, far] = [from.r * 0.94, apart - to.r * 0.94]
  const widthAt = limbWidth(from, to, share, scale)
  const points = Array.from({ length: limbSteps + 1 }, (_, step): [number, number] => {
    // Where it is bent, close to the parent, points are close to each other.
    const t = (step / limbSteps) ** 1.6
    return [near + (far - near) * t, widthAt(t)]
  })
  const at = ([along, aside]: [number, number], side: number) => ({
    x: from.x + (x * along - y * aside * side) / apart,
    y: from.y + (y * along + x * aside * side) / apart,
  })
  return [...points.map((point) => at(point, 1)), ...points.toReversed().map((point) => at(point, -1))]
}

/** Half of how wide it is, from the parent (0) to the child (1). */
function limbWidth(from: Circle, to: Circle, share: number, scale: number): (t: number) => number {
  const seen = Math.max(1, leastSeen / scale)
  const tip = Math.min(thinnest * seen, to.r * 0.5)
  const base = Math.min(tip + (thickest - thinnest) * seen * Math.sqrt(share), from.r * 0.5)
  const foot = Math.max(base, Math.min(9, from.r * 0.42))
  return (t) => tip + (base - tip) * (1 - t) + (foot - base) * Math.max(0, 1 - t / footing) ** 2
}

const limbSteps = 10
/** Half of how wide it is at the child, and at the most before its foot widens, in canvas px; from further away than at `leastSeen` it keeps its width on screen. */
const thinnest = 1.3
const thickest = 5
const leastSeen = 0.8
/** So much of its way it takes to widen into the parent. */
const footing = 0.4

/** Of what is inside `parent`, what hangs on `child`, itself included: 0 to 1. */
export const limbShare = (parent: Bubble, child: Bubble): number => {
  const inside = parent.total - parent.highlights
  return inside > 0 ? Math.min(1, child.total / inside) : 0
}

/**
 * What a folded quirk stands for: its own highlights, then those of each child with all inside it, in their colours. Where nothing is coded yet,
 * as in a codebook that has just come from elsewhere, each child has as much as every other: it is seen that something is inside.
 */
export function sharesOf({ bubbles }: Scene, bubble: Bubble): [colour: string, count: number][] {
  const shares: [string, number][] = [[bubble.colour, bubble.highlights]]
  for (let at = bubble.index + 1; at < bubble.end; at = bubbles[at]!.end)
    shares.push([bubbles[at]!.colour, bubble.total === 0 ? 1 : bubbles[at]!.total])
  return shares
}

export interface Share {
  readonly colour: string
  readonly from: number
  readonly to: number
}

/** The ring of a folded quirk at a scale: how far out, how wide, and from which angle to which each share goes. */
export function ringOf({ r }: Circle, shares: readonly [string, number][], scale: number) {
  const { gap, width } = ringSize(scale)
  const all = shares.reduce((sum, [, count]) => sum + count, 0)
  const between = shares.filter(([, count]) => count > 0).length > 1 ? 0.9 / scale / (r + gap) : 0
  const arcs: Share[] = []
  let angle = -Math.PI / 2
  for (const [colour, count] of shares) {
    const to = angle + (2 * Math.PI * count) / Math.max(1, all)
    if (to - angle > between) arcs.push({ colour, from: angle + between / 2, to: to - between / 2 })
    angle = to
  }
  return { r: r + gap + width / 2, width, arcs }
}

const known = new Map<string, { land: string; shore: string }>()

/** `paper`: what it lies on, light or dark. */
export function territoryColours(colour: string, paper: string): { land: string; shore: string } {
  const key = colour + paper
  const before = known.get(key)
  if (before) return before
  const dark = partsOf(paper)[0]! < 128
  const made = { land: mixed(paper, colour, dark ? 0.11 : 0.085), shore: mixed(paper, colour, dark ? 0.3 : 0.26) }
  known.set(key, made)
  return made
}

export function mixed(from: string, to: string, share: number): string {
  const [under, over] = [partsOf(from), partsOf(to)]
  const parts = under.map((part, at) => Math.round(part + (over[at]! - part) * share))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Of `#rrggbb`, or of `rgb(r, g, b)` as a browser answers it. */
const partsOf = (colour: string): number[] =>
  colour.startsWith('#')
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
