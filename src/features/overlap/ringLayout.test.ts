import { describe, expect, test } from 'vitest'
import { seeded } from '../../../fixtures/random.ts'
import { directionsOf, type Ring, type RingDisc, ringLayout } from './ringLayout.ts'

const size = { width: 600, height: 500 }

function someDiscs(seed: number): RingDisc[] {
  const random = seeded(seed)
  return Array.from({ length: 1 + random.below(300) }, (_, n) => ({
    id: n + 1,
    r: 12 + random.below(39),
    count: 1 + random.below(random.from([3, 40, 5000])),
  })).sort((a, b) => b.count - a.count)
}

function closest({ middle, discs }: Ring): number {
  const all = [{ x: 0, y: 0, r: middle }, ...discs]
  let least = Number.POSITIVE_INFINITY
  for (const [n, a] of all.entries())
    for (const b of all.slice(n + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y) - a.r - b.r)
  return least
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('random quirks %i', (seed) => {
  const discs = someDiscs(seed)
  const ring = ringLayout(40, discs, size)

  test('no disc lies on another one, nor on the middle', () => {
    expect(closest(ring)).toBeGreaterThan(0)
  })

  test('from edge to edge: who overlaps more is nearer, or as near, and equals are equally far', () => {
    const off = ring.discs.map(({ x, y, r }) => Math.hypot(x, y) - r - ring.middle)
    for (const [n, distance] of off.entries()) {
      if (n === 0) continue
      expect(distance).toBeGreaterThanOrEqual((off[n - 1] ?? 0) - 1e-6)
      if (discs[n]?.count === discs[n - 1]?.count) expect(distance).toBeCloseTo(off[n - 1] ?? Number.NaN, 6)
    }
    expect(ring.discs.map(({ id }) => id)).toEqual(discs.slice(0, ring.discs.length).map(({ id }) => id))
  })

  test('all is within the size, and none too small to be told apart', () => {
    for (const { x, y, r } of ring.discs) {
      expect(Math.abs(y) + r).toBeLessThanOrEqual(size.height / 2)
      expect(Math.abs(x) + r).toBeLessThanOrEqual(size.width / 2)
      expect(r).toBeGreaterThan(5)
    }
  })

  test('a highlight more moves few: the others keep their directions', () => {
    const changed = discs.map((disc, n) => (n === discs.length >> 1 ? { ...disc, count: disc.count + 1 } : disc))
    changed.sort((a, b) => b.count - a.count)
    const before = directionsOf(ring)
    const after = directionsOf(ringLayout(40, changed, size, before))
    const turned = [...after].filter(
      ([id, angle]) => Math.abs(Math.sin((angle - (before.get(id) ?? angle)) / 2)) > 0.05,
    )
    expect(turned.length).toBeLessThanOrEqual(Math.ceil(ring.discs.length / 4))
  })
})

test('nothing around, one alone, and a room too small for more', () => {
  expect(ringLayout(30, [], size).discs).toEqual([])
  expect(ringLayout(30, [{ id: 1, r: 20, count: 3 }], size).discs).toHaveLength(1)
  expect(ringLayout(30, someDiscs(3), { width: 80, height: 60 }).discs.length).toBeGreaterThanOrEqual(1)
})
