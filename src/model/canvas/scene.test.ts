import { describe, expect, it } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { layoutMap } from './map/layoutMap.ts'
import { hasChildren, isWithin, onlyShown, sceneOf } from './scene.ts'

const quirk = (id: number, highlights = 0, parentQuirkId = -1): QuirkRow => {
  const place = { x: id * 100, y: 50 }
  return {
    id,
    title: `Q${id}`,
    description: '',
    color: '#1a66d1',
    ...place,
    parentQuirkId,
    author: 'A',
    timestamp: 0,
    highlights,
  }
}
const sceneWith = (...quirks: QuirkRow[]) => sceneOf(new Map(quirks.map((row) => [row.id, row])), layoutMap(quirks))

describe('scene', () => {
  it('1 §9: sizes bubbles from 24 to 100 px, their areas by their highlights beside the largest', () => {
    const scene = sceneWith(quirk(1, 0), quirk(2, 10), quirk(3, 5))
    expect([1, 2, 3].map((id) => Math.round(scene.byId.get(id)!.r * 2))).toEqual([24, 100, 73])
  })

  it('paints small bubbles after large ones, and children right after their parent', () => {
    const scene = sceneWith(quirk(1, 1), quirk(2, 9), quirk(3, 9, 1), quirk(4, 0, 3), quirk(5, 2))
    expect(scene.bubbles.map(({ id }) => id)).toEqual([2, 5, 1, 3, 4])
    expect(scene.bubbles.map(({ index, end }) => [index, end])).toEqual([
      [0, 1],
      [1, 2],
      [2, 5],
      [3, 5],
      [4, 5],
    ])
    const [, , one, three] = scene.bubbles
    expect(isWithin(three!, one!)).toBe(true)
    expect(isWithin(one!, three!)).toBe(false)
    expect(scene.bubbles.map(hasChildren)).toEqual([false, false, true, true, false])
  })

  it('knows its bounds, and none when it is empty', () => {
    expect(sceneWith().bounds).toBeNull()
    expect(sceneWith(quirk(1), quirk(3, 4)).bounds).toEqual({ left: 88, top: 0, right: 350, bottom: 100 })
  })

  it('finds the bubble under a point', () => {
    const scene = sceneWith(quirk(1), quirk(3, 4))
    expect(scene.bubbles[scene.grid.at({ x: 340, y: 50 })!]?.id).toBe(3)
    expect(scene.grid.at({ x: 140, y: 50 })).toBeUndefined()
  })
})

describe('1 §2: the groups filter on the canvas', () => {
  //   1           2    5
  //  ├─ 3 ─ 4
  //  └─ 6
  const whole = sceneWith(quirk(1, 9), quirk(2, 1), quirk(3, 3, 1), quirk(4, 2, 3), quirk(5, 20), quirk(6, 0, 1))

  it('leaves the scene as it is when every quirk is shown', () => {
    expect(onlyShown(whole, null)).toBe(whole)
  })

  it('moves nothing, resizes nothing, and keeps what is around a shown quirk as a frame', () => {
    const scene = onlyShown(whole, new Set([2, 4]))
    expect(scene.bubbles.map(({ id, frame }) => [id, frame])).toEqual([
      [1, true],
      [3, true],
      [4, false],
      [2, false],
    ])
    for (const { id, x, y, r, depth, parent } of scene.bubbles)
      expect(whole.byId.get(id)).toMatchObject({ x, y, r, depth, parent })
  })

  it('numbers and counts what is left, for painting and for screen readers', () => {
    const scene = onlyShown(whole, new Set([2, 4]))
    expect(scene.bubbles.map(({ index, end }) => [index, end])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
      [3, 4],
    ])
    expect(scene.bubbles.map(({ place, siblings }) => [place, siblings])).toEqual([
      [1, 2],
      [1, 1],
      [1, 1],
      [2, 2],
    ])
    expect(scene.grid.at(whole.byId.get(5)!)).toBeUndefined()
  })

  it('leaves nothing when no quirk is shown, and counts those left out when something is nested', () => {
    const none = onlyShown(whole, new Set())
    expect(none).toMatchObject({ bubbles: [], bounds: null })
    expect(none.parents).toBe(whole.parents)
  })
})
