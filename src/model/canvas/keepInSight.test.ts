import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { none } from '../schema.ts'
import { layoutBubbles, type PlacedDisc } from './bubbleLayout.ts'
import { keepInSight, middle } from './keepInSight.ts'
import { placedQuirks } from './scene.ts'

const quirk = (id: number, x: number, highlights: number, parentQuirkId = none, y = 0): QuirkRow => ({
  id,
  title: `Q${id}`,
  description: '',
  color: '#1a66d1',
  x,
  y,
  parentQuirkId,
  author: 'A',
  timestamp: 0,
  highlights,
})
const drawn = (...quirks: QuirkRow[]) => placedQuirks(new Map(quirks.map((row) => [row.id, row])))
const place = (placed: readonly PlacedDisc[], id: number) => placed.find((disc) => disc.id === id)!
const apart = (a: PlacedDisc, b: PlacedDisc) => Math.hypot(a.x - b.x, a.y - b.y)

/** Many quirks, some nested, so near to each other that most are hidden where they are stored. */
const crowd = fc
  .array(
    fc.record({
      x: fc.integer({ min: 0, max: 260 }),
      y: fc.integer({ min: 0, max: 260 }),
      highlights: fc.nat(9),
      under: fc.nat(60),
    }),
    { minLength: 2, maxLength: 30, size: 'max' },
  )
  .map((many) => many.map(({ x, y, highlights, under }, id) => quirk(id, x, highlights, under < id ? under : none, y)))

describe('a bubble that has grown over another', () => {
  it('no bubble is wholly covered: the middle of each without a parent is free of all other trees (property)', () => {
    let moved = 0
    fc.assert(
      fc.property(crowd, (quirks) => {
        const placed = drawn(...quirks)
        const tops = new Map<number, number>()
        for (const { id, parent } of placed) tops.set(id, tops.get(parent) ?? id)
        for (const root of placed.filter(({ depth }) => depth === 1)) {
          const { x, y } = quirks[root.id]!
          if (Math.hypot(root.x - x, root.y - y) > 1) moved++
          for (const other of placed)
            if (tops.get(other.id) !== root.id) expect(apart(root, other)).toBeGreaterThan(other.r + middle - 0.01)
        }
      }),
      { numRuns: 100, seed: 1 },
    )
    expect(moved).toBeGreaterThan(200)
  })

  it('the same quirks stand in the same places for everybody, in whatever order they come (property)', () => {
    fc.assert(
      fc.property(crowd, (quirks) => {
        expect(drawn(...quirks.toReversed())).toEqual(drawn(...quirks))
      }),
      { numRuns: 30, seed: 2 },
    )
  })

  it('the smaller one gives way with all that hangs on it, straight and only so far that its middle is free', () => {
    const placed = drawn(quirk(1, 0, 9), quirk(2, 20, 0), quirk(3, 0, 0, 2))
    expect(place(placed, 1)).toMatchObject({ x: 0, y: 0 })
    expect(place(placed, 2).x).toBeCloseTo(50 + middle, 1)
    expect(place(placed, 2).y).toBeCloseTo(0)
    const alone = drawn(quirk(1, 999, 9), quirk(2, 20, 0), quirk(3, 0, 0, 2))
    expect(apart(place(placed, 2), place(placed, 3))).toBeCloseTo(apart(place(alone, 2), place(alone, 3)))
  })

  it('a bubble that lies over another one stays where it was dropped as long as both middles are free', () => {
    const placed = layoutBubbles([
      { id: 1, x: 0, y: 0, r: 50, parentQuirkId: none },
      { id: 2, x: 50 + middle, y: 0, r: 40, parentQuirkId: none },
    ])
    expect(keepInSight(placed)).toEqual(placed)
  })

  it('among a few, one highlight more moves none by 4 px', () => {
    for (let highlights = 20; highlights < 60; highlights++) {
      const rows = (more: number) => [
        quirk(1, 0, highlights + more),
        quirk(2, 12, 8),
        quirk(3, -9, 14, none, 9),
        quirk(4, 0, 2, none, 30),
      ]
      const [before, after] = [drawn(...rows(0)), drawn(...rows(1))]
      for (const disc of before) expect(apart(disc, place(after, disc.id))).toBeLessThan(4)
    }
  })
})
