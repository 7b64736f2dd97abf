import { describe, expect, it } from 'vitest'
import { freePlace, type QuirkPlace } from './placement.ts'

const never = () => {
  throw new Error('random is asked only when the grid is full')
}

/** Places as many quirks as the grid takes, one after the other. */
function fill(count: number): QuirkPlace[] {
  const taken: QuirkPlace[] = []
  for (let i = 0; i < count; i++) taken.push(freePlace(taken, never))
  return taken
}

describe('1 §9 canvas placement', () => {
  it('fills the grid row by row from (50, 50) in steps of 100', () => {
    expect(fill(6)).toEqual([
      { x: 50, y: 50 },
      { x: 150, y: 50 },
      { x: 250, y: 50 },
      { x: 350, y: 50 },
      { x: 450, y: 50 },
      { x: 50, y: 150 },
    ])
  })

  it('has 35 slots, all within x 50 to 525 and y 50 to 700, none twice', () => {
    const all = fill(35)
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(35)
    for (const { x, y } of all) {
      expect(x).toBeGreaterThanOrEqual(50)
      expect(x).toBeLessThanOrEqual(525)
      expect(y).toBeGreaterThanOrEqual(50)
      expect(y).toBeLessThanOrEqual(700)
    }
  })

  it('takes up a slot again that became free', () => {
    const taken = fill(7).filter(({ x, y }) => x !== 250 || y !== 50)
    expect(freePlace(taken, never)).toEqual({ x: 250, y: 50 })
  })

  it('passes over slots that a quirk between them reaches into', () => {
    expect(freePlace([{ x: 100, y: 50 }], never)).toEqual({ x: 250, y: 50 })
  })

  it('is random within 0–525 by 0–700 when no slot is free', () => {
    const full = fill(35)
    expect(freePlace(full, () => 0)).toEqual({ x: 0, y: 0 })
    expect(freePlace(full, () => 0.999999)).toEqual({ x: 525, y: 700 })
    const places = Array.from({ length: 500 }, () => freePlace(full, Math.random))
    expect(places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y))).toBe(true)
    expect(new Set(places.map(({ x }) => x)).size).toBeGreaterThan(100)
  })
})
