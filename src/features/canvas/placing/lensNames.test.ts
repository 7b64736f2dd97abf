import { describe, expect, test } from 'vitest'
import { labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { sceneOf } from '../../../model/canvas/scene.ts'
import { fittedScene } from './fittedScene.ts'
import { lensNames, lensReach } from './lensNames.ts'
import type { Sight } from './sight.ts'
import { toScreen } from './viewport.ts'

const size = { width: 900, height: 700 }

/** All of 500 quirks in so narrow a window that many have no name, seen in a wider one. */
function crowd() {
  const rows = quirks(500).map((quirk) => ({ ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }))
  const whole = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
  const { scale } = fittedScene(whole, { width: 390, height: 700 }, 2, { left: 0, top: 0, right: 1, bottom: 1 })
  const { left, right, top, bottom } = whole.bounds!
  const view = { scale, tX: 450 - ((left + right) / 2) * scale, tY: 350 - ((top + bottom) / 2) * scale }
  const scene = foldedAt(whole, levelOf(scale))
  const numbers = scene.bubbles.filter(({ folded }) => !folded).map(({ index }) => index)
  const sight: Sight = { scene, whole, numbers, labels: labelsOf(scene, numbers, levelOf(scale)), opened: null }
  return { sight, view }
}

describe('the lens', () => {
  const { sight, view } = crowd()
  const places = [60, 300, 450, 600, 840].flatMap((x) => [30, 200, 350, 500, 680].map((y) => ({ x, y })))

  test('names what is near and has no whole title on the canvas, and nothing else', () => {
    const named = new Set<number>()
    for (const at of places) {
      for (const { bubble } of lensNames(sight, view, at, size)) {
        const { x, y } = toScreen(view, bubble)
        expect(Math.hypot(x - at.x, y - at.y)).toBeLessThanOrEqual(lensReach + bubble.r * view.scale)
        const label = sight.labels.get(bubble.index)
        expect(label === undefined || label.cut).toBe(true)
        named.add(bubble.id)
      }
    }
    expect(named.size).toBeGreaterThan(10)
  })

  test('no name lies over another one or beyond the canvas, and none where the card of the bubble under the pointer has its place', () => {
    for (const at of places) {
      const names = lensNames(sight, view, at, size)
      names.forEach((a, number) => {
        expect(a.top).toBeGreaterThanOrEqual(0)
        expect(a.top + a.height).toBeLessThanOrEqual(size.height)
        expect(a.left).toBeGreaterThanOrEqual(0)
        expect(a.left + a.width).toBeLessThanOrEqual(size.width)
        expect(a.left > at.x + lensReach || a.left + a.width < at.x - lensReach).toBe(true)
        for (const b of names.slice(number + 1)) {
          const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
          const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
          expect(Math.min(across, down)).toBeLessThanOrEqual(0)
        }
      })
    }
  })

  test('a line begins at the edge of its disc', () => {
    for (const { bubble, line } of lensNames(sight, view, { x: 450, y: 350 }, size)) {
      const disc = toScreen(view, bubble)
      expect(Math.hypot(line[0].x - disc.x, line[0].y - disc.y)).toBeCloseTo(bubble.r * view.scale)
    }
  })
})
