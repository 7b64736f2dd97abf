import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Disc, layoutBubbles, type PlacedDisc, stem } from './bubbleLayout.ts'

const disc = (id: number, parentQuirkId = -1, r = 20): Disc => ({ id, x: id * 10, y: 0, r, parentQuirkId })
const apart = (a: PlacedDisc, b: PlacedDisc) => Math.hypot(a.x - b.x, a.y - b.y)

/** Trees of up to three levels with radii as bubbles have them. */
const forest = fc
  .array(fc.record({ r: fc.integer({ min: 12, max: 50 }), under: fc.nat(12) }), {
    minLength: 1,
    maxLength: 40,
    size: 'max',
  })
  .map((drawn) => {
    const depths: number[] = []
    return drawn.map(({ r, under }, id) => {
      const parent = under < id && (depths[under] ?? 3) < 3 ? under : -1
      depths[id] = parent < 0 ? 1 : (depths[parent] ?? 0) + 1
      return { id, x: id * 37, y: id * 11, r, parentQuirkId: parent }
    })
  })

describe('bubbles around their parents', () => {
  it('a quirk without a parent stands at its own place', () => {
    expect(layoutBubbles([{ ...disc(1), x: 70, y: 30 }])).toEqual([
      { id: 1, x: 70, y: 30, r: 20, parent: -1, depth: 1, place: 1, siblings: 1 },
    ])
  })

  it('a child lies outside its parent, a stem away, whichever of them is larger', () => {
    for (const [above, below] of [
      [50, 12],
      [12, 50],
    ] as const) {
      const [parent, child] = layoutBubbles([disc(1, -1, above), disc(2, 1, below)])
      expect(apart(parent!, child!)).toBeCloseTo(above + stem + below)
      expect(child).toMatchObject({ parent: 1, depth: 2, place: 1, siblings: 1 })
    }
  })

  it('children of children hang on the side away from their grandparent', () => {
    const [root, child, grandchild] = layoutBubbles([disc(1, -1, 40), disc(2, 1, 20), disc(3, 2, 12)])
    expect(apart(root!, grandchild!)).toBeCloseTo(apart(root!, child!) + apart(child!, grandchild!))
  })

  it('lists a parent directly before all below it, and counts siblings', () => {
    const placed = layoutBubbles([disc(1), disc(2), disc(3, 1), disc(4, 3), disc(5, 1)])
    expect(placed.map(({ id, depth, place, siblings }) => [id, depth, place, siblings])).toEqual([
      [1, 1, 1, 2],
      [3, 2, 1, 2],
      [4, 3, 1, 1],
      [5, 2, 2, 2],
      [2, 1, 2, 2],
    ])
  })

  it('places quirks in a cycle and quirks whose parent is missing, each once', () => {
    const placed = layoutBubbles([disc(1, 2), disc(2, 1), disc(3, 99), disc(4, 4)])
    expect(placed.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4])
    expect(placed.filter(({ parent }) => parent === -1).map(({ id }) => id)).toEqual([3, 1, 4])
  })

  it('siblings do not overlap, nor does what hangs on them, and all of it lies outside what it hangs on (property)', () => {
    let crowded = 0
    fc.assert(
      fc.property(forest, (discs) => {
        const placed = layoutBubbles(discs)
        expect(placed.map(({ id }) => id).sort((a, b) => a - b)).toEqual(discs.map(({ id }) => id))
        const byId = new Map(placed.map((one) => [one.id, one]))
        const branchUnder = (one: PlacedDisc, ancestor: number): number | undefined => {
          for (let at: PlacedDisc | undefined = one; at; at = byId.get(at.parent))
            if (at.parent === ancestor) return at.id
          return undefined
        }
        for (const parent of placed) {
          const under = placed.filter((one) => one.id !== parent.id && branchUnder(one, parent.id) !== undefined)
          if (under.length > 6) crowded++
          for (const one of under) {
            expect(apart(parent, one)).toBeGreaterThan(parent.r + one.r + (one.parent === parent.id ? stem - 1e-6 : 0))
            for (const other of under) {
              if (branchUnder(one, parent.id) === branchUnder(other, parent.id)) continue
              expect(apart(one, other)).toBeGreaterThan(one.r + other.r)
            }
          }
        }
      }),
      { numRuns: 300, seed: 1 },
    )
    expect(crowded).toBeGreaterThan(20)
  })

  it.each<[string, (id: number) => number]>([
    ['five by five', (id) => (id % 5 === 0 ? -1 : id - (id % 5))],
    ['around one', (id) => (id === 0 ? -1 : 0)],
    ['alone', () => -1],
  ])('looks at each of 10,000 bubbles a few times, not at all for each: %s', (_, parentOf) => {
    let looks = 0
    const counted = (one: Disc) =>
      new Proxy(one, {
        get: (target, key, receiver) => {
          looks += 1
          return Reflect.get(target, key, receiver)
        },
      })
    const many = Array.from({ length: 10_000 }, (_, id) => counted(disc(id, parentOf(id), 12 + (id % 38))))
    expect(layoutBubbles(many)).toHaveLength(10_000)
    expect(looks).toBeLessThan(40 * many.length)
  })
})
