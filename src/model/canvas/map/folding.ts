/**
 * How much of the map is drawn from how far away? A level is drawn apart while the names of all branches, and nearly all others, find
 * room; else it is folded into what it hangs on, whose disc then stands for all inside.
 *
 * Promises: up to `neverFolded` quirks stay apart, and at full size everything does; nothing leaves its place; no disc grows into another one; discs
 * grow alike, so that their areas can be compared, but for a few that stand very close to another one and those that would be dust. The same for everybody who looks from as near: it does not depend on what is in sight, nor on where one came from.
 */
import { boxAround } from '../box.ts'
import { discDiameter } from '../bubble.ts'
import { gridOf } from '../grid.ts'
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
  const apart = seenFromAfar(scene.bubbles, level)
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
  const all = seenFromAfar(bubbles, level)
  return { bubbles: all, bounds: boxAround(all) }
}

/** The first quirk of a branch that is drawn apart is seen from afar, however little of it is its own: so large it is at the least, in px of the screen, where there is room. */
const leastHead = 11
/** So is every other one where there is room: smaller discs are dust, whose colours nobody tells apart and which no pointer finds. */
export const leastDisc = 3.5

function seenFromAfar(bubbles: readonly Bubble[], level: number): readonly Bubble[] {
  const isFolded = (bubble: Bubble) => isFolder({ bubbles }, bubble)
  const leastOf = (bubble: Bubble) => (isHeading(bubble) && !isFolded(bubble) ? leastHead : leastDisc) / level
  const isSmall = (bubble: Bubble) => !bubble.folded && bubble.r < leastOf(bubble)
  const small = bubbles.filter(isSmall)
  if (small.length === 0) return bubbles
  const ringOf = (bubble: Bubble) => (isFolded(bubble) ? ringReach(level) : 0)
  const all = [...bubbles]
  const drawn = bubbles.filter(({ folded }) => !folded)
  const reach = (2 * leastHead + gap) / level + 2 * ringReach(level)
  const near = gridOf(
    drawn.map(({ x, y, r }) => ({ x, y, r: r + reach })),
    level,
  )
  for (const bubble of small) {
    const { x, y, index } = bubble
    const room = near.within({ left: x, right: x, top: y, bottom: y }).reduce((least, number) => {
      const other = all[drawn[number]!.index]!
      if (other.index === index) return least
      const apart = Math.hypot(other.x - x, other.y - y) - gap / level - ringOf(other) - ringOf(bubble)
      // What is small itself is left as much of the room between them.
      const left = isSmall(other) ? Math.max(other.r, Math.min(apart / 2, leastOf(other))) : other.r
      return Math.min(least, apart - left)
    }, leastOf(bubble))
    all[index] = { ...bubble, r: Math.max(bubble.r, room) }
  }
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
