import { describe, expect, test } from 'vitest'
import { sceneOf } from '../scene.ts'
import { layoutMap } from './layoutMap.ts'
import { limbOf, ringOf, sharesOf } from './territory.ts'

const parent = { x: 0, y: 0, r: 40 }
const child = { x: 200, y: 0, r: 12 }

/** How wide a limb along the x axis is, from the parent to the child. */
function widths(share: number, scale = 1): number[] {
  const outline = limbOf(parent, child, share, scale)!
  const half = outline.length / 2
  return outline.slice(0, half).map(({ y }, at) => Math.abs(y - outline[outline.length - 1 - at]!.y))
}

describe('a limb', () => {
  test('is thinner and thinner from the parent to the child', () => {
    for (const share of [0, 0.3, 1]) {
      const all = widths(share)
      expect(all).toEqual(all.toSorted((a, b) => b - a))
      expect(all.at(-1)).toBeLessThan(all[0]! / 2)
    }
  })

  test('is thicker where more hangs on it', () => {
    const [thin, thick] = [widths(0.05), widths(0.8)]
    const middle = Math.floor(thin.length / 2)
    expect(thick[middle]).toBeGreaterThan(thin[middle]! * 1.4)
  })

  test('is seen from afar', () => {
    for (const scale of [0.2, 0.5]) expect(Math.min(...widths(0.1, scale)) * scale).toBeGreaterThan(1.8)
  })

  test('is none between discs that touch', () => {
    expect(limbOf(parent, { x: 50, y: 0, r: 12 }, 1)).toBeNull()
  })
})

describe('the ring of a folded quirk', () => {
  /** One with two children, which have so many highlights; the angles of all arcs in turns. */
  function turns(own: number, children: readonly [number, number]): [colour: string, turns: number][] {
    const rows = [own, ...children].map((highlights, at) => ({
      id: at + 1,
      title: `Quirk ${at + 1}`,
      description: '',
      color: ['#1a66d1', '#a73449', '#5a8032'][at]!,
      x: 0,
      y: 0,
      parentQuirkId: at === 0 ? -1 : 1,
      author: 'A',
      timestamp: 0,
      highlights,
    }))
    const scene = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
    const top = scene.byId.get(1)!
    const { arcs } = ringOf(top, sharesOf(scene, top), 1)
    return arcs.map(({ colour, from, to }) => [colour, Math.round(((to - from) / (2 * Math.PI)) * 10) / 10])
  }

  test('gives itself and each child as much as they have', () => {
    expect(turns(2, [1, 1])).toEqual([
      ['#1a66d1', 0.5],
      ['#a73449', 0.2],
      ['#5a8032', 0.2],
    ])
    expect(turns(0, [3, 0])).toEqual([['#a73449', 1]])
  })

  test('gives all children the same while nothing is coded: they are seen to be inside', () => {
    expect(turns(0, [0, 0])).toEqual([
      ['#a73449', 0.5],
      ['#5a8032', 0.5],
    ])
  })
})
