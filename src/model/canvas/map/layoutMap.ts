/**
 * The canvas as a map: where every quirk is drawn. Stored places stay as they are, and are people's; what is drawn is
 * `middle + scale · (stored − middle) + offset`, so that everybody sees the same without anything being written.
 *
 * Promises: no disc and no name touches another one; an area of a disc is in proportion to what it stands for; quirks in a cycle, and those whose
 * parent is missing, count as having none; a parent stands right before what is below it. Units: canvas px.
 */
import { none } from '../../schema.ts'
import type { Box, Point } from '../box.ts'
import { discDiameter } from '../bubble.ts'
import type { PlacedDisc } from '../bubbleLayout.ts'
import type { Circle } from '../grid.ts'
import { apart, areApart, type Body } from './apart.ts'
import { type Around, branchAround, landGap, type Node, type Stood } from './branches.ts'
import { middle } from './middle.ts'
import { type Name, nameGap } from './name.ts'
import { nameOf } from './names.ts'
import { nestedPlace } from './nestedPlaces.ts'
import { packed } from './packed.ts'
import {
  areaOf,
  boxOf,
  cornersOf,
  type Named,
  outlineAround,
  rectangle,
  rectangleOf,
  shapeOf,
  singleGap,
} from './shapes.ts'
import { type Drawn, steadied } from './steady.ts'

export interface MapQuirk {
  readonly id: number
  readonly title: string
  readonly x: number
  readonly y: number
  readonly parentQuirkId: number
  readonly highlights: number
}

export interface PlacedBubble extends PlacedDisc {
  readonly name: Name
  /** What its disc stands for: its own highlights, and where what is inside it is folded into it, those too. */
  readonly count: number
  /** With all inside it. */
  readonly total: number
  /** Folded into what it hangs on: it stands there, as nothing. */
  readonly folded: boolean
  /** Where it stands once its branch is drawn apart. */
  readonly own: Circle
  /** What its place comes from. */
  readonly stored: Point
}

export interface MapLayout {
  /** Largest first; each directly before all below it. */
  readonly placed: readonly PlacedBubble[]
  /** By which stored distances are drawn larger. */
  readonly scale: number
  /** How far quirks without a parent are drawn from where they are stored at that scale, on average. */
  readonly offset: number
  /** What the pointer holds, with all that it hangs on. */
  readonly still: ReadonlySet<number>
}

const mostApart = 400
const acceptable = 24
const branchGap = (11 + 6) / 2 + 3
const fill = 0.66
const many = 60
/** With more quirks at the first level they are mostly seen from afar: then names and discs, which keep their size on screen, have more room around each. */
const seenFromAfar = 48
const discFromAfar = 2.2
const ringFromAfar = 12
const roomFromAfar = (count: number): number => Math.min(3.6, 1.7 * Math.sqrt(count / seenFromAfar))
const mostWebs = 600
const heaped = 1.5

interface Tree {
  quirk: MapQuirk
  depth: number
  total: number
  children: Tree[]
}

export interface MapAsked {
  /** What a person has just placed: it gives way to nothing. */
  readonly held?: number | null
  /** By which distances are drawn larger, where that is settled: counts that change in an open window do not change it. */
  readonly scale?: number | null
  /** What is drawn already stays where it is as far as there is room. */
  readonly drawn?: readonly PlacedBubble[]
  /** These stay there whatever comes, with all that they hang on. */
  readonly atHand?: readonly number[]
  /** What is stored of quirks inside others says where they stand, seen from the centre of what they hang on (`nestedPlaces.ts`). */
  readonly nested?: boolean
  /** Tidied: packed close together in a shape so many times as wide as high. */
  readonly packs?: number | null
}

export function layoutMap(
  asked: readonly MapQuirk[],
  { held = null, scale: settled = null, drawn = [], atHand = [], nested = false, packs = null }: MapAsked = {},
): MapLayout {
  const { quirks, before, still } = steadied(asked, drawn, atHand)
  const roots = treesOf(quirks)
  const levels = levelsOf(roots)
  const isFolded = (tree: Tree) => tree.depth >= levels && tree.children.length > 0
  const countOf = (tree: Tree) => (isFolded(tree) ? tree.total : tree.quirk.highlights)
  const most = mostOf(roots, levels, countOf)
  const radius = (count: number) => discDiameter(count, most) / 2
  roots.sort((a, b) => countOf(b) - countOf(a) || a.quirk.id - b.quirk.id)
  // Where people have placed them they decide how close they stand.
  const isPlaced = settled === 1 && packs === null
  const afar = !isPlaced && roots.length > seenFromAfar ? roomFromAfar(roots.length) : 1
  const names = new Map(quirks.map((quirk) => [quirk.id, nameOf(quirk.title, false)]))
  for (const { quirk, children } of roots) if (children.length > 0) names.set(quirk.id, nameOf(quirk.title, true))

  const nodeOf = ({ quirk, children }: Tree, above?: number): Node => ({
    ...{ id: quirk.id, r: radius(quirk.highlights), still: still.has(quirk.id), ...sizeOf(quirk) },
    was: wasOf(quirk, above),
    children: byBirth(children).map((child) => nodeOf(child, quirk.id)),
  })
  const wasOf = (quirk: MapQuirk, above?: number): Point | undefined => {
    const drawn = fromParent(before, quirk.id, above, ({ own }) => own)
    const stored = nested && above !== undefined ? nestedPlace(quirk) : undefined
    return before.get(quirk.id)?.stays ? (drawn ?? stored) : (stored ?? drawn)
  }
  const sizeOf = ({ id }: MapQuirk) => {
    const { wide, high } = names.get(id)!
    return { wide, high }
  }
  const others = othersAround(drawn, before)
  const whole = roots.map((root) => branchAround(nodeOf(root), others(root)))
  /** What is drawn of each at rest: with fewer levels drawn apart a branch is a smaller one. */
  const resting = roots.map((root, at) =>
    levels >= 3 || !hasDeeper(root, levels) ? whole[at]! : branchAround(restingNode(root), others(root)),
  )
  function restingNode(tree: Tree, above?: number): Node {
    const { quirk } = tree
    const children = isFolded(tree) ? [] : byBirth(tree.children).map((child) => restingNode(child, quirk.id))
    const was = fromParent(before, quirk.id, above, (drawn) => (drawn.folded ? null : drawn))
    return {
      ...{ id: quirk.id, r: radius(countOf(tree)), was, still: still.has(quirk.id) },
      ...sizeOf(quirk),
      children,
    }
  }
  const bodies = roots.map((root, at): Body & { drawn: Point | undefined } => {
    const { id } = root.quirk
    const was = before.get(id)
    const isStill = was !== undefined && still.has(id)
    const pinned = isStill || id === held
    return { ...bodyOf(root.quirk, resting[at]!, afar, pinned), drawn: was?.stays ? was : undefined }
  })
  // The scale follows from what is stored alone: what happens to be drawn already must not push a new quirk far away.
  const scale = settled ?? scaleOf(bodies.map(({ drawn: _, ...body }) => body))
  const loose = placesAt(bodies, scale, isPlaced)
  const places = packs === null ? loose : packed(bodies, loose, packs)

  const placed: PlacedBubble[] = []
  roots.forEach((root, at) => {
    const place = places[at]!
    const own = new Map(whole[at]!.map((each) => [each.node.id, each]))
    const rest = new Map(resting[at]!.map((each) => [each.node.id, each]))
    put(root, none, at, roots.length, place)
    function put(tree: Tree, parent: number, index: number, siblings: number, above: Point): void {
      const { id } = tree.quirk
      const there = rest.get(id)
      const apart = own.get(id)!
      const x = there ? place.x + there.x : above.x
      const y = there ? place.y + there.y : above.y
      placed.push({
        ...{ id, x, y, r: there?.r ?? 0, parent, depth: tree.depth, place: index + 1, siblings },
        ...{ name: names.get(id)!, count: countOf(tree), total: tree.total, folded: !there },
        own: { x: place.x + apart.x, y: place.y + apart.y, r: apart.r },
        stored: { x: tree.quirk.x, y: tree.quirk.y },
      })
      for (const [rank, child] of tree.children.entries()) put(child, id, rank, tree.children.length, { x, y })
    }
  })
  const offset = bodies.reduce((sum, { at }, i) => {
    const to = places[i]!
    const from = scaled(at, scale)
    return sum + Math.hypot(to.x - from.x, to.y - from.y)
  }, 0)
  return { placed, scale, offset: bodies.length > 0 ? offset / bodies.length : 0, still }
}

const byBirth = (trees: readonly Tree[]): Tree[] => trees.toSorted((a, b) => a.quirk.id - b.quirk.id)

/** What is drawn around what is new in a branch, seen from the branch's first quirk; null where nothing in it is new. */
function othersAround(
  drawn: readonly PlacedBubble[],
  before: ReadonlyMap<number, Drawn>,
): (root: Tree) => Around | null {
  const isNew = ({ quirk, depth }: Tree) => depth > 1 && before.get(quirk.id)?.parent !== quirk.parentQuirkId
  const idsOf = (tree: Tree): number[] => [tree.quirk.id, ...tree.children.flatMap(idsOf)]
  /** With what hangs on them. */
  const newIn = (tree: Tree): number[] => (isNew(tree) ? idsOf(tree) : tree.children.flatMap(newIn))
  return (root) => {
    const at = before.get(root.quirk.id)
    const fresh = new Set(newIn(root))
    if (!at?.stays || fresh.size === 0) return null
    const own = new Set(idsOf(root))
    const stood = drawn
      .filter(({ id, folded }) => !folded && !fresh.has(id))
      .map(({ name: { wide, high }, x, y, ...rest }) => ({ ...rest, x: x - at.x, y: y - at.y, wide, high }))
    const byId = new Map(stood.map((each) => [each.id, each]))
    const heads = new Set(stood.map(({ parent }) => parent))
    const boxes = stood.map(({ id, x, y, r, wide, high }) => {
      const [half, away] = [Math.max(r, wide / 2), own.has(id) ? 0 : landGap]
      const bottom = y + r + nameGap + high + away
      return { left: x - half - away, right: x + half + away, top: y - r - away, bottom }
    })
    const lands = stood
      .filter(({ id }) => !own.has(id))
      .map((each) => {
        const parent = byId.get(each.parent)
        // As the body of one that stands alone.
        if (each.depth === 1 && !heads.has(each.id)) return shapeOf(rectangleOf(boxOf(each)))
        return shapeOf(outlineAround([...cornersOf(each), ...(parent ? cornersOf(parent) : [])]))
      })
    return { boxes, lands }
  }
}

/** Where it was drawn, seen from the same quirk that it hangs on now. */
function fromParent(
  before: ReadonlyMap<number, Drawn>,
  id: number,
  above: number | undefined,
  placeOf: (drawn: Drawn) => Point | null,
): Point | undefined {
  const was = before.get(id)
  const parent = above === undefined ? undefined : before.get(above)
  if (!was || !parent || was.parent !== above) return undefined
  const [from, to] = [placeOf(parent), placeOf(was)]
  return from && to && (from.x !== to.x || from.y !== to.y) ? { x: to.x - from.x, y: to.y - from.y } : undefined
}

const hasDeeper = ({ depth, children }: Tree, levels: number): boolean =>
  children.length > 0 && (depth >= levels || children.some((child) => hasDeeper(child, levels)))

function treesOf(quirks: readonly MapQuirk[]): Tree[] {
  const below = Map.groupBy(quirks, ({ parentQuirkId }) => parentQuirkId)
  const known = new Set(quirks.map(({ id }) => id))
  const seen = new Set<number>()
  const treeOf = (quirk: MapQuirk, depth: number): Tree => {
    seen.add(quirk.id)
    const fresh = (below.get(quirk.id) ?? []).filter(({ id }) => !seen.has(id))
    for (const { id } of fresh) seen.add(id)
    const children = fresh.map((child) => treeOf(child, depth + 1))
    children.sort((a, b) => b.quirk.highlights - a.quirk.highlights || a.quirk.id - b.quirk.id)
    const total = children.reduce((sum, child) => sum + child.total, quirk.highlights)
    return { quirk, depth, total, children }
  }
  const roots = quirks.filter(({ parentQuirkId }) => !known.has(parentQuirkId)).map((quirk) => treeOf(quirk, 1))
  for (const quirk of quirks) if (!seen.has(quirk.id)) roots.push(treeOf(quirk, 1))
  return roots
}

/** As many as keep to `mostApart` bubbles, one at the least. */
function levelsOf(roots: readonly Tree[]): number {
  const counts: number[] = []
  const visit = ({ depth, children }: Tree) => {
    counts[depth] = (counts[depth] ?? 0) + 1
    children.forEach(visit)
  }
  roots.forEach(visit)
  let all = counts[1] ?? 0
  let levels = 1
  while (levels < counts.length - 1 && all + counts[levels + 1]! <= mostApart) all += counts[++levels]!
  return levels === counts.length - 1 ? Math.max(3, levels) : levels
}

function mostOf(trees: readonly Tree[], levels: number, countOf: (tree: Tree) => number): number {
  let most = 0
  const visit = (tree: Tree) => {
    most = Math.max(most, countOf(tree))
    if (tree.depth < levels) tree.children.forEach(visit)
  }
  trees.forEach(visit)
  return most
}

function bodyOf({ x, y }: MapQuirk, stood: readonly Stood[], afar: number, pinned: boolean): Body {
  const single = stood.length === 1
  const grown = (each: Named): Named => (afar > 1 ? fromAfar(each, afar) : each)
  const byId = new Map(stood.map((each) => [each.node.id, each]))
  const webs =
    single || stood.length > mostWebs
      ? [outlineAround(stood.flatMap((each) => cornersOf(single ? grown(each) : each)))]
      : stood.flatMap((parent) =>
          parent.node.children.flatMap((child) => {
            const to = byId.get(child.id)
            return to ? [outlineAround([...cornersOf(parent), ...cornersOf(to)])] : []
          }),
        )
  const head = afar > 1 ? [outlineAround(cornersOf(grown(stood[0]!)))] : []
  const outlines = single ? [rectangle(webs[0]!)] : [...webs, ...head]
  const shapes = outlines.map(shapeOf)
  const box: Box = {
    left: Math.min(...shapes.map((shape) => shape.box.left)),
    right: Math.max(...shapes.map((shape) => shape.box.right)),
    top: Math.min(...shapes.map((shape) => shape.box.top)),
    bottom: Math.max(...shapes.map((shape) => shape.box.bottom)),
  }
  const area = Math.min(
    outlines.reduce((sum, outline) => sum + areaOf(outline), 0),
    (box.right - box.left) * (box.bottom - box.top),
  )
  return { shapes, box, area, gap: single ? singleGap : branchGap, pinned, at: { x, y } }
}

const fromAfar = (each: Named, names: number): Named => ({
  ...each,
  r: each.r * discFromAfar + ringFromAfar,
  wide: each.wide * names,
  high: each.high * names,
})

const scaled = ({ x, y }: Point, by: number): Point => ({
  x: middle.x + (x - middle.x) * by,
  y: middle.y + (y - middle.y) * by,
})

/** What is drawn already stays where it is while so large a part of the gap around it is free: one that grows by a little moves no other. */
const keptGap = 0.4

/** The least scale at which little has to give way. */
function scaleOf(bodies: readonly Body[]): number {
  const xs = bodies.map(({ at }) => at.x)
  const ys = bodies.map(({ at }) => at.y)
  const footprint = bodies.reduce(
    (sum, { box, gap }) => sum + (box.right - box.left + gap) * (box.bottom - box.top + gap),
    0,
  )
  const spread =
    bodies.length > 1
      ? Math.max(100, Math.max(...xs) - Math.min(...xs)) * Math.max(100, Math.max(...ys) - Math.min(...ys))
      : 1e9
  const largest = Math.min(16, Math.max(1, Math.sqrt(footprint / fill / spread)))
  const steps = Math.ceil(Math.log2(largest) * 4)
  if (areApart(bodies)) return 1
  const scaleAt = (step: number) => Math.min(largest, 2 ** (step / 4))
  const isSettled = (scale: number) => {
    const places = placesAt(bodies, scale)
    const moved = bodies.reduce((sum, body, i) => {
      const at = scaled(body.at, scale)
      return sum + Math.hypot(places[i]!.x - at.x, places[i]!.y - at.y)
    }, 0)
    return moved / bodies.length <= acceptable
  }
  // In a heap of many only the largest scale has room for all: to try the others would take seconds.
  if (bodies.length > many && largest > heaped) return scaleAt(steps)
  // The larger the scale, the less gives way.
  let [low, high] = [0, steps]
  while (low < high) {
    const step = (low + high) >> 1
    if (isSettled(scaleAt(step))) high = step
    else low = step + 1
  }
  return scaleAt(high)
}

/** `isPlaced`: where they are stored is where people have seen them. */
const placesAt = (
  bodies: readonly (Body & { drawn?: Point | undefined })[],
  scale: number,
  isPlaced = false,
): Point[] =>
  apart(
    bodies.map((body) => ({
      ...body,
      gap: body.drawn || isPlaced ? body.gap * keptGap : body.gap,
      at: body.drawn ?? scaled(body.at, scale),
    })),
  )
