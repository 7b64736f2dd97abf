/**
 * What if a bubble has grown over another one? The places that are stored are people's, so only what is drawn gives way: the smaller
 * of two without a parent, with all that hangs on it, by as little as can be found in eight directions.
 *
 * Promises: no bubble of another tree comes nearer than `middle` px to the centre of a bubble without a parent, so that none is hidden,
 * by one or by several together. What is free already is not moved, nor is the largest; the same bubbles stand in the same places for
 * everybody. Where thousands lie on one heap the smaller ones stay in it once `mostLooks` are spent: no drawing waits longer. Units: canvas px.
 */
import { bubbleSize } from '../limits.ts'
import type { Point } from './box.ts'
import type { PlacedDisc } from './bubbleLayout.ts'

/** Radius of what stays free around a centre: half of the smallest bubble's. */
export const middle = bubbleSize.least / 4
/** Rounding does not count as hiding. */
const slack = 1e-3
/** From the way straight out of what hides it most, in eighths of a turn. */
const turns = [0, 1, -1, 2, -2, 3, -3, 4] as const
const cell = 128
/** How often one disc is held against another, in all: some 20 ms. */
const mostLooks = 1_000_000

/** `placed`: as `layoutBubbles` answers them, the large ones without a parent before the small ones. */
export function keepInSight(placed: readonly PlacedDisc[]): PlacedDisc[] {
  const widest = placed.reduce((most, { r }) => Math.max(most, r), 0)
  const there = nearby(widest + middle)
  const kept: PlacedDisc[] = []
  for (let at = 0; at < placed.length; ) {
    let end = at + 1
    while (end < placed.length && placed[end]!.depth > 1) end++
    const tree = placed.slice(at, end)
    const by = there.looks() < mostLooks ? leastMove(tree, there) : null
    for (const disc of tree) {
      const moved = by ? { ...disc, x: disc.x + by.x, y: disc.y + by.y } : disc
      there.put(moved)
      kept.push(moved)
    }
    at = end
  }
  return kept
}

/** Null: it stays. */
function leastMove(tree: readonly PlacedDisc[], there: Nearby): Point | null {
  let [deepest, straight] = [0, 0]
  eachHidden(tree, 0, 0, there, (x, y, apart) => {
    const depth = apart - Math.sqrt(x * x + y * y)
    if (depth > deepest) [deepest, straight] = [depth, Math.atan2(y, x)]
  })
  if (deepest === 0) return null
  let [least, best] = [Infinity, { x: 0, y: 0 }]
  for (const turn of turns) {
    const angle = straight + (turn * Math.PI) / 4
    const way = { x: Math.cos(angle), y: Math.sin(angle) }
    const length = wayOut(tree, way, least, there)
    // Another direction is worth it for a whole px only, so that a bubble that grows does not make others jump.
    if (length < least - 1) [least, best] = [length, { x: way.x * length, y: way.y * length }]
  }
  return best
}

/** How far until nothing is hidden; at least `limit` where it is no shorter than that. */
function wayOut(tree: readonly PlacedDisc[], way: Point, limit: number, there: Nearby): number {
  let length = 0
  while (length < limit) {
    let further = 0
    // The way leaves each circle once, and for good.
    eachHidden(tree, way.x * length, way.y * length, there, (x, y, apart) => {
      const along = x * way.x + y * way.y
      const leaving = Math.sqrt(Math.max(0, along * along - x * x - y * y + apart * apart)) - along
      further = Math.max(further, leaving + slack)
    })
    if (further === 0) return length
    length += further
  }
  return limit
}

/** What comes too near when the tree is moved: from the centre of what is there to its own, and how far apart they are to be. */
function eachHidden(
  tree: readonly PlacedDisc[],
  byX: number,
  byY: number,
  there: Nearby,
  visit: (x: number, y: number, apart: number) => void,
): void {
  for (const disc of tree) {
    const isRoot = disc.depth === 1
    there.around(disc.x + byX, disc.y + byY, (other) => {
      const isOtherRoot = other.depth === 1
      if (!isRoot && !isOtherRoot) return
      const apart = Math.max(isRoot ? other.r : 0, isOtherRoot ? disc.r : 0) + middle
      const x = disc.x + byX - other.x
      const y = disc.y + byY - other.y
      const enough = apart - slack / 2
      if (x * x + y * y < enough * enough) visit(x, y, apart)
    })
  }
}

type Nearby = ReturnType<typeof nearby>

/** Discs put down one after the other, found by their centres. */
function nearby(reach: number) {
  const cells = new Map<number, PlacedDisc[]>()
  let looks = 0
  // A small whole number is found fastest; two cells that share one, far apart, only cost a look.
  const keyOf = (column: number, row: number) => (column * 0x8000 + row) | 0
  const put = (disc: PlacedDisc) => {
    const key = keyOf(Math.floor(disc.x / cell), Math.floor(disc.y / cell))
    const inside = cells.get(key)
    if (inside) inside.push(disc)
    else cells.set(key, [disc])
  }
  const around = (x: number, y: number, visit: (disc: PlacedDisc) => void) => {
    const lastColumn = Math.floor((x + reach) / cell)
    const lastRow = Math.floor((y + reach) / cell)
    for (let column = Math.floor((x - reach) / cell); column <= lastColumn; column++) {
      for (let row = Math.floor((y - reach) / cell); row <= lastRow; row++) {
        const inside = cells.get(keyOf(column, row)) ?? []
        looks += inside.length
        for (const disc of inside) visit(disc)
      }
    }
  }
  return { put, around, looks: () => looks }
}
