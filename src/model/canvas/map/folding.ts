/**
 * How much of the map is drawn from how far away? A level is drawn apart while the names of all branches, and nearly all others, find
 * room; else it is folded into what it hangs on, whose disc then stands for all inside.
 *
 * Promises: up to `neverFolded` quirks stay apart, and at full size everything does; nothing leaves its place; no disc grows into another one; discs
 * grow alike, so that their areas can be compared, but for a few that stand very close to another one. The same for everybody who looks from as near: it does not depend on what is in sight, nor on where one came from.
 */
import { boxAround } from '../box.ts'
import { discDiameter } from '../bubble.ts'
import { type Drawn, isHeading, isLegible } from '../labels.ts'
import { type Bubble, hasChildren, isFolder, type Scene, sceneWith } from '../scene.ts'
import { ringReach } from './ring.ts'

export const neverFolded = 24
const named = 0.85
/** Seen from further away than this, discs grow against the scale where something is folded into them, and those of branches tell what is inside. */
export const growFrom = 0.62
/** Between two discs, beside the rings around them. */
const gap = 4
/** Of the size that the layout gives it: so small a disc may become. */
const least = 0.5
/** With more discs than this none of them grows: each pair is looked at. */
const mostGrown = 500

const known = new WeakMap<Scene, Map<number, Scene>>()

/** `level`: as `levelOf` tells it of a scale. */
export function foldedAt(scene: Scene, level: number): Scene {
  const before = known.get(scene) ?? new Map<number, Scene>()
  known.set(scene, before)
  const found = before.get(level) ?? folded(scene, level)
  before.set(level, found)
  return found
}

function folded(scene: Scene, level: number): Scene {
  if (level >= 1 || scene.bubbles.length <= neverFolded) return scene
  const deepest = scene.bubbles.reduce((most, { depth, folded }) => (folded ? most : Math.max(most, depth)), 1)
  const apart = withHeads(scene.bubbles, level)
  if (isLegible({ bubbles: apart, bounds: scene.bounds }, level, named))
    return apart === scene.bubbles ? scene : sceneWith(apart, scene.parents, scene.scale)
  for (let depth = Math.max(1, deepest - 1); depth > 0; depth--) {
    // Larger discs are seen better, but names come before them.
    const most = Math.max(1, growFrom / level)
    for (const growth of [most, Math.sqrt(most), most ** 0.25, 1]) {
      const tried = foldedTo(scene, depth, level, growth)
      if (isLegible(tried, level, named)) return sceneWith(tried.bubbles, scene.parents, scene.scale)
    }
  }
  // Where names have too little room anyhow, bubbles are not dust besides: what has no name is named by a lens or a card.
  const folded = foldedTo(scene, 1, level, Math.sqrt(Math.max(1, growFrom / level)))
  return sceneWith(folded.bubbles, scene.parents, scene.scale)
}

/** Everything deeper than `depth` is in what it hangs on there. `growth`: of discs, at the most. */
function foldedTo(scene: Scene, depth: number, level: number, growth: number): Drawn {
  const isDrawn = (bubble: Bubble) => !bubble.folded && bubble.depth <= depth
  const countOf = (bubble: Bubble) =>
    bubble.count === bubble.total || (bubble.depth === depth && hasChildren(bubble)) ? bubble.total : bubble.highlights
  const drawn = scene.bubbles.filter(isDrawn)
  const most = drawn.reduce((highest, bubble) => Math.max(highest, countOf(bubble)), 0)
  const discs = drawn.map((bubble) => discDiameter(countOf(bubble), most) / 2)
  const between = 2 * ringReach(level) + gap / level
  const grown = Math.max(1, Math.min(growth, mostGrowth(scene, discs), growthApart(drawn, discs, between)))
  const wanted = discs.map((r) => r * grown)
  const radii = withoutOverlap(drawn, wanted, between)
  const sizes = new Map(drawn.map(({ id }, at) => [id, radii[at]!]))
  let holder: Bubble | undefined
  const bubbles = scene.bubbles.map((bubble): Bubble => {
    if (!isDrawn(bubble)) return { ...bubble, x: holder!.x, y: holder!.y, r: 0, folded: true }
    holder = bubble
    return { ...bubble, r: sizes.get(bubble.id)!, count: countOf(bubble) }
  })
  const all = withHeads(bubbles, level)
  return { bubbles: all, bounds: boxAround(all) }
}

/** The first quirk of a branch that is drawn apart is seen from afar, however little of it is its own: so large it is at the least, in px of the screen, where there is room. */
const leastHead = 11

function withHeads(bubbles: readonly Bubble[], level: number): readonly Bubble[] {
  const isApart = (bubble: Bubble) => isHeading(bubble) && !isFolder({ bubbles }, bubble)
  const isSmall = (bubble: Bubble) => bubble.r * level < leastHead && isApart(bubble)
  if (!bubbles.some(isSmall)) return bubbles
  const all = [...bubbles]
  bubbles.forEach((bubble, at) => {
    if (!isSmall(bubble)) return
    const room = all.reduce((least, other, number) => {
      if (number === at || other.folded) return least
      return Math.min(least, Math.hypot(other.x - bubble.x, other.y - bubble.y) - other.r - gap / level)
    }, leastHead / level)
    all[at] = { ...bubble, r: Math.max(bubble.r, room) }
  })
  return all
}

/** Discs take up so much of the map at the most: names need the rest. */
const mostCovered = 0.14

function mostGrowth({ bounds }: Scene, discs: readonly number[]): number {
  if (!bounds) return 1
  const area = (bounds.right - bounds.left) * (bounds.bottom - bounds.top)
  return Math.sqrt((mostCovered * area) / discs.reduce((sum, r) => sum + Math.PI * r * r, 0))
}

/** Of all discs, how many may be smaller than the scale of the others says, where two stand very close. */
const offScale = 0.02

/** The largest growth at which nearly all discs have one scale. */
function growthApart(discs: readonly Bubble[], radii: readonly number[], gap: number): number {
  if (discs.length > mostGrown) return 1
  const most = discs.map((one, a) =>
    discs.reduce((least, other, b) => {
      if (a === b) return least
      const apart = Math.hypot(one.x - other.x, one.y - other.y) - gap
      return Math.min(least, apart / (radii[a]! + radii[b]!))
    }, Number.POSITIVE_INFINITY),
  )
  return most.sort((a, b) => a - b)[Math.floor(discs.length * offScale)] ?? 1
}

/** Where two would meet, each keeps its share of the distance between them. */
function withoutOverlap(discs: readonly Bubble[], wanted: readonly number[], gap: number): number[] {
  if (discs.length > mostGrown) return discs.map(({ r }, at) => Math.min(r, wanted[at]!))
  const most = [...wanted]
  for (let a = 0; a < discs.length; a++) {
    for (let b = a + 1; b < discs.length; b++) {
      const apart = Math.hypot(discs[a]!.x - discs[b]!.x, discs[a]!.y - discs[b]!.y) - gap
      const both = wanted[a]! + wanted[b]!
      if (apart >= both) continue
      most[a] = Math.min(most[a]!, (apart * wanted[a]!) / both)
      most[b] = Math.min(most[b]!, (apart * wanted[b]!) / both)
    }
  }
  return most.map((r, at) => Math.max(r, Math.min(discs[at]!.r, wanted[at]!) * least))
}
