import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Circle, gridOf } from './grid.ts'

const coordinate = fc.integer({ min: -900, max: 900 })
const circle: fc.Arbitrary<Circle> = fc.record({ x: coordinate, y: coordinate, r: fc.integer({ min: 12, max: 300 }) })
const circles = fc.array(circle, { maxLength: 60, size: 'max' })

it('finds in a box and at a point what looking at every circle finds (property)', () => {
  let hits = 0
  fc.assert(
    fc.property(circles, coordinate, coordinate, fc.nat(400), fc.nat(40), (all, x, y, side, slack) => {
      const grid = gridOf(all)
      const box = { left: x, top: y, right: x + side, bottom: y + side }
      const inBox = all.flatMap((one, number) =>
        one.x - one.r <= box.right &&
        one.x + one.r >= box.left &&
        one.y - one.r <= box.bottom &&
        one.y + one.r >= box.top
          ? [number]
          : [],
      )
      expect(grid.within(box)).toEqual(inBox)
      const reaches = all.some((one) => {
        const dx = Math.max(box.left - one.x, 0, one.x - box.right)
        const dy = Math.max(box.top - one.y, 0, one.y - box.bottom)
        return Math.hypot(dx, dy) < one.r
      })
      expect(grid.isNear(box)).toBe(reaches)

      const outside = all.map((one) => Math.hypot(one.x - x, one.y - y) - one.r)
      const top = outside.findLastIndex((distance) => distance <= 0)
      const found = grid.at({ x, y }, slack)
      if (top >= 0) {
        hits++
        expect(found).toBe(top)
      } else {
        const least = Math.min(...outside)
        expect(found === undefined ? Number.POSITIVE_INFINITY : outside[found]).toBe(
          least <= slack ? least : Number.POSITIVE_INFINITY,
        )
      }
    }),
    { numRuns: 500, seed: 3 },
  )
  expect(hits).toBeGreaterThan(50)
})

it('passes over circles it is told to, such as the one being dragged', () => {
  const grid = gridOf([
    { x: 0, y: 0, r: 50 },
    { x: 10, y: 0, r: 20 },
  ])
  expect(grid.at({ x: 10, y: 0 })).toBe(1)
  expect(grid.at({ x: 10, y: 0 }, 0, (number) => number === 1)).toBe(0)
})
