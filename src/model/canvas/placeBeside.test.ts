import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Disc, layoutBubbles, type PlacedDisc } from './bubbleLayout.ts'
import { placeBeside } from './placeBeside.ts'

const disc = (id: number, x: number, y: number, parentQuirkId = -1) => ({ id, x, y, r: 40, parentQuirkId })
const isNew = (id: number) => id >= 10

/** All of them where they stand in the end. */
function settled(discs: readonly Disc[]): PlacedDisc[] {
  const places = placeBeside(layoutBubbles(discs), isNew)
  expect([...places.values()].flatMap(({ x, y }) => [x, y]).every(Number.isInteger)).toBe(true)
  return layoutBubbles(discs.map((one) => ({ ...one, ...places.get(one.id) })))
}

/** The places of new ones without a parent, as they were and as they are. */
const moved = (discs: readonly Disc[]) => placeBeside(layoutBubbles(discs), isNew)

/** Pairs of bubbles of different trees that lie over each other, of which one is new. */
function meeting(discs: readonly PlacedDisc[]): string[] {
  let root = -1
  const owned = discs.map((one) => {
    if (one.depth === 1) root = one.id
    return { ...one, root }
  })
  return owned.flatMap((a, at) =>
    owned
      .slice(at + 1)
      .filter((b) => a.root !== b.root && (isNew(a.root) || isNew(b.root)))
      .filter((b) => Math.hypot(a.x - b.x, a.y - b.y) <= a.r + b.r)
      .map((b) => `${a.id} ${b.id}`),
  )
}

describe('quirks that come together', () => {
  it.each([
    ['in a row', [disc(1, 50, 50), disc(2, 150, 50), disc(3, 250, 50)]],
    ['in a column', [disc(1, 50, 50), disc(2, 50, 250), disc(3, 50, 450)]],
    ['with others on them', [disc(1, 50, 50), disc(2, 0, 0, 1), disc(3, 0, 0, 1)]],
  ])('touch none of those that stand there %s, and keep their places to each other', (_, there) => {
    const come = [disc(10, 60, 60), disc(11, 200, 90), disc(12, 0, 0, 11), disc(13, 0, 0, 1)]
    const all = [...there, ...come]
    expect(meeting(settled(all))).toEqual([])
    const [first, second] = [...moved(all).values()]
    expect([(second?.x ?? 0) - (first?.x ?? 0), (second?.y ?? 0) - (first?.y ?? 0)]).toEqual([140, 30])
  })

  it('stay where they are on free ground, on an empty canvas, and where all hang on what is there', () => {
    const there = [disc(1, 50, 50)]
    expect(moved([...there, disc(10, 400, 50)])).toEqual(new Map([[10, { x: 400, y: 50 }]]))
    expect(moved([disc(10, 400, 50), disc(11, 510, 60)])).toEqual(
      new Map([
        [10, { x: 400, y: 50 }],
        [11, { x: 510, y: 60 }],
      ]),
    )
    expect(moved([...there, disc(10, 0, 0, 1)]).size).toBe(0)
    expect(moved(there).size).toBe(0)
  })

  it('stand farther apart where they would meet, as they stood', () => {
    const places = moved([disc(1, 50, 50), disc(10, 300, 50), disc(11, 370, 50), disc(12, 370, 150)])
    const [a, b, c] = [...places.values()]
    expect(a?.y).toBe(b?.y)
    expect(b?.x).toBe(c?.x)
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBeGreaterThan(80)
  })

  it('a codebook of 300 codes on three levels, drawn at random, has no tree over another, in little more room than they take', () => {
    let id = 10
    const discs = [disc(1, 50, 50), disc(2, 200, 50)]
    for (let tree = 0; tree < 20; tree++) {
      const root = id++
      discs.push({ ...disc(root, 1 + ((tree * 137) % 400), 1 + ((tree * 71) % 400)), r: 12 + (tree % 39) })
      for (let child = 0; child < 1 + (tree % 5); child++) {
        const below = id++
        discs.push(disc(below, 0, 0, root))
        for (let leaf = 0; leaf < 4; leaf++) discs.push({ ...disc(id++, 0, 0, below), r: 12 })
      }
    }
    while (id < 310) discs.push({ ...disc(id++, (id * 97) % 400, (id * 31) % 400), r: 12 })
    const placed = settled(discs)
    expect(meeting(placed)).toEqual([])
    const xs = placed.map(({ x }) => x)
    const ys = placed.map(({ y }) => y)
    const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)]
    expect(wide / high).toBeLessThan(2)
    expect(high / wide).toBeLessThan(2)
  })

  it('never meet, whatever they are', () => {
    const place = fc.integer({ min: -300, max: 600 })
    const one = fc.record({ x: place, y: place, r: fc.integer({ min: 12, max: 50 }), parent: fc.nat(30) })
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), fc.nat(5), (drawn, old) => {
        const idOf = (at: number) => (at < old ? at + 1 : at + 10)
        const discs = drawn.map(({ parent, ...rest }, at) => ({
          ...rest,
          id: idOf(at),
          // A third of them hang on one before them.
          parentQuirkId: parent < Math.min(at, 10) ? idOf(parent) : -1,
        }))
        expect(meeting(settled(discs))).toEqual([])
      }),
      { seed: 8, numRuns: 200 },
    )
  })
})
