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

test('one more highlight on any quirk: no child goes further than from one side of its ray to the other, and others hardly move', () => {
  const first = quirks(60)
  const all = tidied(first, layoutMap(first))
  const before = new Map(layoutMap(all).placed.map((one) => [one.id, one]))
  for (const { id } of all.filter((_, at) => at % 4 === 0)) {
    const next = layoutMap(
      all.map((quirk) => (quirk.id === id ? { ...quirk, highlights: quirk.highlights + 1 } : quirk)),
    )
    const places = new Map(next.placed.map((one) => [one.id, one]))
    let moved = 0
    for (const one of next.placed) {
      const was = before.get(one.id)!
      moved += Math.hypot(one.x - was.x, one.y - was.y)
      if (one.depth !== 2) continue
      const [parent, wasParent] = [places.get(one.parent)!, before.get(one.parent)!]
      const turned =
        Math.atan2(one.y - parent.y, one.x - parent.x) - Math.atan2(was.y - wasParent.y, was.x - wasParent.x)
      const degrees = Math.abs(Math.atan2(Math.sin(turned), Math.cos(turned))) * (180 / Math.PI)
      expect(degrees).toBeLessThanOrEqual(72)
    }
    expect(moved / all.length).toBeLessThanOrEqual(5)
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
