import { describe, expect, test } from 'vitest'
import { limbOf } from './territory.ts'

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
