import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOn, trayAround } from './tray.ts'

const circle = fc.record({
  x: fc.integer({ min: -400, max: 400 }),
  y: fc.integer({ min: -400, max: 400 }),
  r: fc.integer({ min: 0, max: 60 }),
})
const around = ({ x, y, r }: { x: number; y: number; r: number }) =>
  Array.from({ length: 90 }, (_, at) => ({ x: x + r * Math.cos(at * 4), y: y + r * Math.sin(at * 4) }))

const areaOf = (corners: readonly { x: number; y: number }[]) =>
  corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % corners.length]!
    return sum + (x * next.y - next.x * y) / 2
  }, 0)

describe('the paper under an opened branch', () => {
  it('holds every circle with what is kept free around it (property)', () => {
    fc.assert(
      fc.property(fc.array(circle, { minLength: 1, maxLength: 20 }), (circles) => {
        const tray = trayAround(circles, [], 14, circles[0]!)
        for (const each of circles) {
          for (const point of around({ ...each, r: each.r + 14 })) expect(isOn(tray, point)).toBe(true)
          expect(Math.hypot(each.x - tray.from.x, each.y - tray.from.y) + each.r).toBeLessThanOrEqual(tray.reach)
        }
      }),
      { numRuns: 100, seed: 11 },
    )
  })

  it('is hardly wider than a stretched branch with its titles, and no larger than a circle around one bubble', () => {
    const row = [0, 100, 200, 300].map((x) => ({ x, y: 0, r: 30 }))
    const stretched = trayAround(row, [], 10, row[0]!)
    expect(areaOf(stretched.corners) / (300 * 80 + Math.PI * 40 ** 2)).toBeCloseTo(1, 2)
    expect(isOn(stretched, { x: 150, y: 39 })).toBe(true)
    expect(isOn(stretched, { x: 150, y: 41 })).toBe(false)
    expect(isOn(stretched, { x: -41, y: 0 })).toBe(false)
    const titled = trayAround(row, [{ left: 280, top: 30, right: 320, bottom: 70 }], 10, row[0]!)
    expect(isOn(titled, { x: 319, y: 78 })).toBe(true)
    expect(isOn(titled, { x: 319, y: 81 })).toBe(false)
    expect(isOn(titled, { x: 329, y: 79 })).toBe(false)
    expect(areaOf(trayAround([row[0]!], [], 10, row[0]!).corners) / (Math.PI * 40 ** 2)).toBeCloseTo(1, 2)
  })
})
