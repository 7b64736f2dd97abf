import { expect, test } from 'vitest'
import { resized } from './resized.ts'
import { fitted, toScreen } from './viewport.ts'

const wide = { width: 1200, height: 700 }
const narrow = { width: 390, height: 700 }
const bounds = { left: 0, top: 0, right: 900, bottom: 500 }
const whole = fitted(bounds, narrow, 20, 2)

test('all that was in sight is in sight again', () => {
  expect(resized(fitted(bounds, wide, 20, 2), wide, narrow, bounds, () => whole)).toBe(whole)
})

test('of a part of it, the middle stays in the middle at the same scale', () => {
  const near = { scale: 2, tX: -300, tY: -100 }
  const view = resized(near, wide, narrow, bounds, () => whole)
  expect(view?.scale).toBe(2)
  const middle = { x: (600 + 300) / 2, y: (350 + 100) / 2 }
  expect(view && toScreen(view, middle)).toEqual({ x: 195, y: 350 })
})

test('a little wider or narrower changes nothing, nor does a canvas that has no size yet', () => {
  const view = fitted(bounds, wide, 20, 2)
  for (const width of [1000, 1100, 1300, 1600])
    expect(resized(view, wide, { ...wide, width }, bounds, () => whole)).toBeNull()
  expect(resized(view, { width: 0, height: 0 }, narrow, bounds, () => whole)).toBeNull()
})
