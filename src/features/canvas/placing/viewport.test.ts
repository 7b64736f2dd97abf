import { describe, expect, it } from 'vitest'
import { centredOn, fitted, seen, showing, toCanvas, toScreen, wheelScale, zoomedAt } from './viewport.ts'

const size = { width: 800, height: 600 }
const wheel = (deltaY: number, rest = {}) => ({ deltaY, deltaMode: 0, ctrlKey: false, ...rest })

describe('1 §9 zoom: 0.08 per wheel, between 0.5 and 4', () => {
  it('one notch is one step', () => {
    expect(wheelScale(1, wheel(-100))).toBe(1.08)
    expect(wheelScale(1, wheel(120))).toBe(0.92)
    expect(wheelScale(1, wheel(-3, { deltaMode: 1 }))).toBe(1.08)
  })
  it('stays within the limits', () => {
    expect(wheelScale(3.99, wheel(-100))).toBe(4)
    expect(wheelScale(0.51, wheel(100))).toBe(0.5)
  })
  it('many small events of a touchpad add up to a notch', () => {
    let scale = 1
    for (let i = 0; i < 50; i++) scale = wheelScale(scale, wheel(-2))
    expect(scale).toBeCloseTo(1.08, 3)
  })
  it('pinching on a touchpad zooms by factors', () => {
    expect(wheelScale(2, wheel(-10, { ctrlKey: true }))).toBeCloseTo(2 * Math.exp(0.1), 3)
  })
})

describe('viewport', () => {
  it('keeps what is under the pointer there while zooming', () => {
    const view = { scale: 1.3, tX: -40, tY: 75 }
    const at = { x: 333, y: 222 }
    const under = toCanvas(view, at)
    for (const scale of [0.1, 0.5, 1, 2.7, 9]) {
      const next = zoomedAt(view, at, scale)
      const shown = toScreen(next, under)
      expect(shown.x).toBeCloseTo(at.x)
      expect(shown.y).toBeCloseTo(at.y)
      expect(next.scale).toBe(Math.min(4, Math.max(0.5, scale)))
    }
  })

  it('all quirks at once may be smaller than a hand zooms; from there a hand only comes nearer', () => {
    const far = fitted({ left: 0, top: 0, right: 7000, bottom: 100 }, size, 50, 2, 0.05)
    expect(far.scale).toBe(0.1)
    expect(wheelScale(far.scale, wheel(-100))).toBe(0.18)
    expect(wheelScale(far.scale, wheel(100))).toBe(0.1)
    expect(zoomedAt(far, { x: 0, y: 0 }, 0.02).scale).toBe(0.1)
    expect(zoomedAt(far, { x: 0, y: 0 }, 0.3).scale).toBe(0.3)
    expect(fitted({ left: 0, top: 0, right: 1e6, bottom: 100 }, size, 50, 2, 0.05).scale).toBe(0.05)
  })

  it('fits a box with a margin, not larger than asked, not smaller than the least scale', () => {
    const wide = { left: 0, top: 0, right: 1000, bottom: 100 }
    const view = fitted(wide, size, 50, 4)
    expect(toScreen(view, { x: 0, y: 50 })).toEqual({ x: 50, y: 300 })
    expect(toScreen(view, { x: 1000, y: 50 })).toEqual({ x: 750, y: 300 })
    expect(fitted({ left: 0, top: 0, right: 10, bottom: 10 }, size, 50, 1).scale).toBe(1)
    expect(fitted({ left: 0, top: 0, right: 1e5, bottom: 1e5 }, size, 50, 1).scale).toBe(0.5)
  })

  it('moves a circle into sight by the smallest way', () => {
    const view = { scale: 1, tX: 0, tY: 0 }
    expect(showing(view, { x: 400, y: 300 }, 50, size, 20)).toBe(view)
    expect(showing(view, { x: 10, y: 300 }, 50, size, 20)).toEqual({ scale: 1, tX: 60, tY: 0 })
    expect(showing(view, { x: 900, y: 700 }, 50, size, 20)).toEqual({ scale: 1, tX: -170, tY: -170 })
  })

  it('sees the canvas through the scale, with a margin in px of the screen', () => {
    expect(seen(centredOn({ x: 0, y: 0 }, size, 2), size, 100)).toEqual({
      left: -250,
      top: -200,
      right: 250,
      bottom: 200,
    })
  })
})
