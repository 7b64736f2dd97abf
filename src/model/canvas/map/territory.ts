/** The land under a branch: around each parent with each of its children, names included; in a tint of its first quirk's colour. */
import type { Circle } from '../grid.ts'
import type { Bubble, Scene } from '../scene.ts'
import { ringSize } from './ring.ts'
import { cornersOf, type Outline, outlineAround } from './shapes.ts'

export type { Outline }

export const webOf = (parent: Bubble, from: Circle, child: Bubble, to: Circle): Outline =>
  outlineAround([
    ...cornersOf({ ...from, wide: parent.name.wide, high: parent.name.high }),
    ...cornersOf({ ...to, wide: child.name.wide, high: child.name.high }),
  ])

/** A soft neck from a parent to its child, wide at both discs and narrow between them; null where they touch. `scale`: it stays wide enough to be seen from there. */
export function limbOf(from: Circle, to: Circle, scale = 1): Outline | null {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const apart = Math.hypot(x, y)
  const length = apart - from.r - to.r
  if (length <= 0) return null
  const waist = Math.max(leastWaist, leastSeen / scale)
  const [begin, end] = [Math.max(waist, Math.min(9, from.r * 0.34)), Math.max(waist, Math.min(6, to.r * 0.34))]
  const handle = Math.min(14, length * 0.45)
  const [near, far] = [from.r * 0.94, apart - to.r * 0.94]
  const points: [number, number][] = []
  for (let step = 0; step <= limbSteps; step++) {
    const t = step / limbSteps
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
    const along = a * near + b * (near + handle) + c * (far - handle) + d * far
    points.push([along, a * begin + (b + c) * waist + d * end])
  }
  const at = ([along, aside]: [number, number], side: number) => ({
    x: from.x + (x * along - y * aside * side) / apart,
    y: from.y + (y * along + x * aside * side) / apart,
  })
  return [...points.map((point) => at(point, 1)), ...points.toReversed().map((point) => at(point, -1))]
}

const limbSteps = 10
/** Half of how wide it is between its discs: in canvas px, and in px of the screen. */
const leastWaist = 1.3
const leastSeen = 1.1

/** What a folded quirk stands for: its own highlights, then those of each child with all inside it, in their colours. */
export function sharesOf({ bubbles }: Scene, bubble: Bubble): [colour: string, count: number][] {
  const shares: [string, number][] = [[bubble.colour, bubble.highlights]]
  for (let at = bubble.index + 1; at < bubble.end; at = bubbles[at]!.end)
    shares.push([bubbles[at]!.colour, bubbles[at]!.total])
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
