import { describe, expect, it } from 'vitest'
import { layoutBubbles } from './bubbleLayout.ts'
import { placeOutside } from './placeOutside.ts'

// 1 holds 2 and 3; 2 holds 4, 5 and 6; 7 is alone. All 100 px wide.
const parents = new Map([
  [1, -1],
  [2, 1],
  [3, 1],
  [4, 2],
  [5, 2],
  [6, 2],
  [7, -1],
])
const discs = [...parents].map(([id, parentQuirkId]) => ({ id, x: id * 200, y: 0, r: 50, parentQuirkId }))
const placed = layoutBubbles(discs)

describe('leaving its parents without a drag', () => {
  it.each([2, 3, 4, 5, 6])('quirk %i and what hangs on it touch nothing of the tree they leave', (id) => {
    const place = placeOutside(placed, id)!
    const after = layoutBubbles(discs.map((disc) => (disc.id === id ? { ...disc, ...place, parentQuirkId: -1 } : disc)))
    const within = new Set([id, ...placed.filter(({ parent }) => parent === id).map((disc) => disc.id)])
    for (const a of after.filter((disc) => within.has(disc.id))) {
      for (const b of after.filter((disc) => !within.has(disc.id) && disc.id !== 7)) {
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(100)
      }
    }
    expect(Object.values(place).every(Number.isInteger)).toBe(true)
  })

  it('there is no place for what does not exist', () => {
    expect(placeOutside(placed, 99)).toBeNull()
  })
})
