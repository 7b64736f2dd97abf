import { expect, it } from 'vitest'
import { circleAt, easeOut, motionMs, msFor } from './motion.ts'

const motion = { from: { x: 0, y: 0, r: 20 }, to: { x: 100, y: 50, r: 40 }, start: 1000, ms: motionMs, pulse: false }

it('lasts 150 to 250 ms, begins where the bubble was and ends where it belongs', () => {
  expect(motionMs).toBeGreaterThanOrEqual(150)
  expect(motionMs).toBeLessThanOrEqual(250)
  expect(circleAt(motion, 1000)).toEqual(motion.from)
  expect(circleAt(motion, 1000 + motionMs)).toEqual(motion.to)
  expect(circleAt(motion, 5000)).toEqual(motion.to)
})

it('swells once beyond its size when it pulses', () => {
  const still = { ...motion, from: motion.to, pulse: true }
  const sizes = Array.from({ length: 25 }, (_, step) => circleAt(still, 1000 + step * 10).r)
  expect(Math.max(...sizes)).toBeCloseTo(40 * 1.08, 0)
  expect(sizes[0]).toBe(40)
  expect(sizes.at(-1)).toBeCloseTo(40)
  const rising = sizes.slice(1).map((size, at) => size > sizes[at]!)
  expect(rising.lastIndexOf(true)).toBeLessThan(rising.indexOf(false))
})

it('takes longer for a longer way, so that nothing jumps: at its fastest about 10 px in one frame of the screen', () => {
  expect(msFor(3)).toBe(motionMs)
  for (const distance of [40, 100, 200]) {
    const ms = msFor(distance)
    expect(distance * easeOut(1000 / 60 / ms)).toBeLessThan(10.5)
  }
  expect(msFor(5000)).toBe(1000)
})
