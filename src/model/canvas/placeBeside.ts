/**
 * Where do quirks go that come together from elsewhere, as from another program's project? Where they were, when that is free;
 * else all of them beside what is there, to the right or below, whichever leaves the canvas squarer.
 *
 * Promises: the box around them and what hangs on them meets nothing that was there, and no bubble of one meets a bubble of another.
 * They keep their places to each other, farther apart where they would meet; only where that is not enough, as with places drawn at
 * random, do they stand in rows, each in a box as large as what hangs on it. Whole numbers, in canvas px.
 */
import { type Box, boxAround } from './box.ts'
import type { PlacedDisc } from './bubbleLayout.ts'
import type { QuirkPlace } from './placement.ts'

/** Room for a line of a title on both sides. */
const gap = 40
/** Farther apart by these factors they are still as they stood. */
const spreads = [1, 1.25, 1.5, 2] as const

/** A quirk and all that hangs on it. */
interface Tree {
  id: number
  /** The quirk's own place. */
  at: QuirkPlace
  discs: readonly PlacedDisc[]
  box: Box
}

/** Where the new ones without a parent are to stand, by id. `discs`: all of them, as `layoutBubbles` placed them; what hangs on a quirk moves with it. */
export function placeBeside(
  discs: readonly PlacedDisc[],
  isNew: (id: number) => boolean,
): ReadonlyMap<number, QuirkPlace> {
  // A parent stands before all below it.
  const trees: PlacedDisc[][] = []
  for (const disc of discs) {
    if (disc.depth === 1) trees.push([disc])
    else trees.at(-1)?.push(disc)
  }
  const there = trees.filter(([root]) => root && !isNew(root.id)).flat()
  const come = apart(trees.filter(([root]) => root && isNew(root.id)).map(treeOf))
  const by = beside(there, aroundBoxes(come))
  return new Map(come.map(({ id, at }) => [id, { x: Math.round(at.x + by.x), y: Math.round(at.y + by.y) }]))
}

const treeOf = (discs: readonly PlacedDisc[]): Tree => {
  const { id = -1, x = 0, y = 0 } = discs[0] ?? {}
  return { id, at: { x, y }, discs, box: boxAround(discs) }
}

/** None of them over another. */
function apart(trees: readonly Tree[]): readonly Tree[] {
  const { left, top } = aroundBoxes(trees)
  for (const spread of spreads) {
    const moved = trees.map((tree) => {
      const by = { x: (tree.at.x - left) * (spread - 1), y: (tree.at.y - top) * (spread - 1) }
      return spread === 1 ? tree : movedBy(tree, by)
    })
    if (!moved.some((tree, at) => moved.some((other, next) => next > at && meet(tree, other)))) return moved
  }
  return inRows(trees)
}

/** In rows, the highest first, about as wide together as they are high. */
function inRows(trees: readonly Tree[]): Tree[] {
  const wide = ({ box }: Tree) => box.right - box.left + gap
  const high = ({ box }: Tree) => box.bottom - box.top + gap
  const width = Math.max(...trees.map(wide), Math.sqrt(trees.reduce((area, tree) => area + wide(tree) * high(tree), 0)))
  const { left, top } = aroundBoxes(trees)
  let [x, y, next] = [0, 0, 0]
  return [...trees]
    .sort((a, b) => high(b) - high(a))
    .map((tree) => {
      if (x > 0 && x + wide(tree) > width) [x, y] = [0, next]
      const moved = movedBy(tree, { x: left + x - tree.box.left, y: top + y - tree.box.top })
      x += wide(tree)
      next = Math.max(next, y + high(tree))
      return moved
    })
}

const movedBy = ({ id, at, discs, box }: Tree, { x, y }: QuirkPlace): Tree => ({
  id,
  at: { x: at.x + x, y: at.y + y },
  discs: discs.map((disc) => ({ ...disc, x: disc.x + x, y: disc.y + y })),
  box: { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y },
})

/** Whether a bubble of one lies over one of the other; places are whole numbers in the end. */
const meet = (a: Tree, b: Tree): boolean =>
  a.box.left < b.box.right + 1 &&
  b.box.left < a.box.right + 1 &&
  a.box.top < b.box.bottom + 1 &&
  b.box.top < a.box.bottom + 1 &&
  a.discs.some((one) => b.discs.some((other) => Math.hypot(one.x - other.x, one.y - other.y) < one.r + other.r + 2))

/** By how much a box is to be moved as a whole. */
function beside(there: readonly PlacedDisc[], box: Box): QuirkPlace {
  const isFree = there.every((disc) => distance(disc, box) >= disc.r + gap)
  if (isFree) return { x: 0, y: 0 }
  const all = boxAround(there)
  const wide = box.right - box.left
  const high = box.bottom - box.top
  const right = Math.max(all.right - all.left + gap + wide, all.bottom - all.top, high)
  const below = Math.max(all.right - all.left, wide, all.bottom - all.top + gap + high)
  return right <= below
    ? { x: Math.ceil(all.right + gap - box.left), y: Math.round(all.top - box.top) }
    : { x: Math.round(all.left - box.left), y: Math.ceil(all.bottom + gap - box.top) }
}

const aroundBoxes = (trees: readonly Tree[]): Box => ({
  left: Math.min(...trees.map(({ box }) => box.left)),
  top: Math.min(...trees.map(({ box }) => box.top)),
  right: Math.max(...trees.map(({ box }) => box.right)),
  bottom: Math.max(...trees.map(({ box }) => box.bottom)),
})

/** From a disc's centre to a box; infinite where that is around nothing. */
const distance = ({ x, y }: PlacedDisc, { left, top, right, bottom }: Box): number =>
  Math.hypot(Math.max(0, left - x, x - right), Math.max(0, top - y, y - bottom))
