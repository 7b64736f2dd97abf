import { describe, expect, it, test } from 'vitest'
import type { Box } from '../box.ts'
import { layoutMap, type MapLayout, type MapQuirk, type PlacedBubble } from './layoutMap.ts'
import { nameGap } from './name.ts'
import { quirks } from './testing/manyQuirks.ts'

const boxesOf = ({ x, y, r, name: { wide, high } }: PlacedBubble): Box[] => [
  { left: x - r, right: x + r, top: y - r, bottom: y + r },
  { left: x - wide / 2, right: x + wide / 2, top: y + r + nameGap, bottom: y + r + nameGap + high },
]
const meet = (a: Box, b: Box) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top) > 0.5

function overlaps({ placed }: MapLayout): number {
  const boxes = placed
    .filter(({ folded }) => !folded)
    .flatMap((one) => boxesOf(one).map((box) => ({ box, id: one.id })))
  return boxes.reduce(
    (sum, a, at) => sum + boxes.slice(at + 1).filter((b) => b.id !== a.id && meet(a.box, b.box)).length,
    0,
  )
}

/** Of all pairs of quirks at the top that are stored beside or above one another, how many are drawn the same way round. */
function inOrder(all: readonly MapQuirk[], { placed }: MapLayout): number {
  const stored = new Map(all.map((quirk) => [quirk.id, quirk]))
  const roots = placed.filter(({ depth }) => depth === 1)
  let [pairs, same] = [0, 0]
  for (const a of roots)
    for (const b of roots)
      for (const axis of ['x', 'y'] as const) {
        if (stored.get(a.id)![axis] >= stored.get(b.id)![axis]) continue
        pairs += 1
        if (a[axis] < b[axis]) same += 1
      }
  return same / pairs
}

const tidied = (all: readonly MapQuirk[], { placed }: MapLayout): MapQuirk[] => {
  const places = new Map(placed.map((one) => [one.id, one]))
  return all.map((quirk) => {
    const { x, y } = places.get(quirk.id)!
    return quirk.parentQuirkId < 0 ? { ...quirk, x: Math.round(x), y: Math.round(y) } : quirk
  })
}

describe.each([14, 60, 150, 500, 2000])('the map of %i quirks', (count) => {
  const all = quirks(count)
  const layout = layoutMap(all)

  it('has no disc and no name over another one, and at most 400 bubbles drawn apart', () => {
    expect(overlaps(layout)).toBe(0)
    expect(layout.placed.filter(({ folded }) => !folded).length).toBeLessThanOrEqual(400)
    expect(layout.placed.length).toBe(count)
  })

  it('draws no child further than 36° from its ray', () => {
    const beside = besideRays(layout)
    // Of 2,000 only the first level is drawn apart.
    expect(beside.length > 0).toBe(count < 2000)
    expect(Math.max(0, ...beside)).toBeLessThanOrEqual(36.001)
  })

  it('keeps what is stored above or beside another one there', () => {
    expect(inOrder(all, layout)).toBeGreaterThanOrEqual(0.95)
  })

  it('is the same again, and once its places are stored, nothing moves any more', () => {
    expect(layoutMap(all)).toEqual(layout)
    const next = tidied(all, layout)
    const again = layoutMap(next)
    expect(again.scale).toBe(1)
    const places = new Map(next.map((quirk) => [quirk.id, quirk]))
    const moved = again.placed
      .filter(({ depth }) => depth === 1)
      .map(({ id, x, y }) => {
        const stored = places.get(id)!
        return Math.hypot(stored.x - x, stored.y - y)
      })
    expect(moved.reduce((sum, each) => sum + each, 0) / moved.length).toBeLessThanOrEqual(1)
  })
})

const degree = Math.PI / 180
const golden = 137.508
/** From -180° to 180°. */
const turned = (degrees: number) => Math.atan2(Math.sin(degrees * degree), Math.cos(degrees * degree)) / degree

/** By so many degrees each child that is drawn stands beside the ray that its rank by birth gives it, as it is seen from its parent. */
function besideRays({ placed }: MapLayout): number[] {
  const places = new Map(placed.map((one) => [one.id, one]))
  const children = Map.groupBy(
    placed.toSorted((a, b) => a.id - b.id),
    ({ parent }) => parent,
  )
  const direction = (one: PlacedBubble) => {
    const parent = places.get(one.parent)!
    return Math.atan2(one.y - parent.y, one.x - parent.x) / degree
  }
  const rayOf = (one: PlacedBubble): number => {
    const rank = children.get(one.parent)!.indexOf(one)
    if (one.depth > 2) {
      const fan = [0, 52, -52, 104, -104]
      return direction(places.get(one.parent)!) + fan[rank % 5]! + Math.floor(rank / 5) * 26
    }
    return 20 + 67 * one.parent + rank * golden
  }
  /** Below the parent its name stands: a ray that would run through it runs beside it. */
  const besideName = (ray: number) => {
    const off = turned(ray - 90)
    return Math.abs(off) >= 34 ? ray : 90 + (off < 0 ? -34 : 34)
  }
  return placed
    .filter(({ depth, folded }) => depth > 1 && !folded)
    .map((one) => Math.abs(turned(direction(one) - besideName(rayOf(one)))))
}

test('one more highlight on any quirk: no child leaves its ray by more than 36°, and others hardly move', () => {
  const first = quirks(60)
  const all = tidied(first, layoutMap(first))
  const before = new Map(layoutMap(all).placed.map((one) => [one.id, one]))
  for (const { id } of all.filter((_, at) => at % 4 === 0)) {
    const next = layoutMap(
      all.map((quirk) => (quirk.id === id ? { ...quirk, highlights: quirk.highlights + 1 } : quirk)),
    )
    let moved = 0
    for (const one of next.placed) {
      const was = before.get(one.id)!
      moved += Math.hypot(one.x - was.x, one.y - was.y)
    }
    expect(moved / all.length).toBeLessThanOrEqual(5)
    expect(Math.max(...besideRays(next))).toBeLessThanOrEqual(36.001)
  }
})

test('what a person has just placed gives way to nothing', () => {
  const at = (id: number, x: number): MapQuirk => ({ id, title: 'Trust', x, y: 375, parentQuirkId: -1, highlights: 5 })
  const { placed, scale } = layoutMap([at(1, 287), at(2, 300)], { held: 2 })
  const two = placed.find(({ id }) => id === 2)!
  expect(two.x).toBeCloseTo(287 + 13 * scale)
  expect(two.y).toBe(375)
})

test('a scale that is settled stays, and nothing lies over anything with it', () => {
  const all = quirks(60)
  const first = layoutMap(all)
  const coded = all.map((quirk) => ({ ...quirk, highlights: quirk.highlights * 3 + 1 }))
  const next = layoutMap(coded, { scale: first.scale })
  expect(next.scale).toBe(first.scale)
  expect(overlaps(next)).toBe(0)
})

test('600 quirks on one spot, as a program may have written them, come apart', () => {
  const heap = quirks(600).map((quirk) => ({ ...quirk, parentQuirkId: -1, x: 287, y: 375 }))
  const layout = layoutMap(heap)
  expect(overlaps(layout)).toBe(0)
  const places = layout.placed.flatMap(({ x, y }) => [Math.abs(x - 287), Math.abs(y - 375)])
  expect(Math.max(...places)).toBeLessThan(4500)
})

test('quirks in a cycle, and those whose parent is missing, are drawn as having none', () => {
  const one = (id: number, parentQuirkId: number): MapQuirk => {
    return { id, title: 'Trust', x: id * 200, y: 0, parentQuirkId, highlights: 1 }
  }
  const { placed } = layoutMap([one(1, 2), one(2, 1), one(3, 99)])
  expect(placed.map(({ id }) => id).sort()).toEqual([1, 2, 3])
  expect(placed.find(({ id }) => id === 3)?.parent).toBe(-1)
})
