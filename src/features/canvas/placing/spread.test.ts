import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Scene, sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { isOn } from '../drawing/tray.ts'
import { openedOf } from './opened.ts'

const quirk = (id: number, highlights: number, parentQuirkId = -1): QuirkRow => {
  const place = { x: id * 40, y: id * 17 }
  return {
    id,
    title: `Quirk ${id}`,
    description: '',
    color: '#1a66d1',
    ...place,
    parentQuirkId,
    author: 'A',
    timestamp: 0,
    highlights,
  }
}
const sceneWith = (quirks: readonly QuirkRow[]) => sceneOf(new Map(quirks.map((row) => [row.id, row])))
const style = { level: 1, measure: (text: string) => text.length / 2, counter: true, untitled: '' }

/** Trees of up to four levels, as merges make them. */
const forest = fc
  .array(fc.record({ highlights: fc.nat(40), under: fc.nat(9) }), { minLength: 2, maxLength: 60, size: 'max' })
  .map((drawn) => {
    const depths: number[] = []
    return drawn.map(({ highlights, under }, id) => {
      const parent = id > 0 && (depths[under % id] ?? 4) < 4 ? under % id : -1
      depths[id] = parent < 0 ? 1 : depths[parent]! + 1
      return quirk(id, highlights, parent)
    })
  })

const overlaps = (scene: Scene): [number, number][] => {
  const found: [number, number][] = []
  for (const a of scene.bubbles) {
    for (const b of scene.bubbles) {
      if (a.id < b.id && Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r - 1e-6) found.push([a.id, b.id])
    }
  }
  return found
}

describe('an opened quirk', () => {
  it('stands still, and nothing inside overlaps it or another, at whatever scale (property)', () => {
    let most = 0
    fc.assert(
      fc.property(forest, fc.constantFrom(0.5, 1, 4), (rows, level) => {
        const scene = sceneWith(rows)
        for (const { id, x, y, r } of scene.bubbles) {
          const opened = openedOf(scene, id, true, { ...style, level })
          if (!opened) continue
          most = Math.max(most, opened.scene.bubbles.length)
          expect(opened.scene.bubbles[0]).toMatchObject({ id, x, y, r })
          expect(overlaps(opened.scene)).toEqual([])
          for (const inside of opened.scene.bubbles) {
            expect(inside.r).toBe(scene.byId.get(inside.id)!.r)
            for (const side of [1, -1]) {
              expect(isOn(opened.tray, { x: inside.x + side * inside.r, y: inside.y })).toBe(true)
              expect(isOn(opened.tray, { x: inside.x, y: inside.y + side * inside.r })).toBe(true)
            }
          }
        }
      }),
      { numRuns: 150, seed: 3 },
    )
    expect(most).toBeGreaterThan(25)
  })

  it('first only the children come out: theirs stay on them', () => {
    const scene = sceneWith([quirk(1, 9), quirk(2, 5, 1), quirk(3, 1, 2), quirk(4, 3, 1)])
    const opened = openedOf(scene, 1, false, style)!
    const apart = (of: Scene, a: number, b: number) => {
      const [one, other] = [of.byId.get(a)!, of.byId.get(b)!]
      return Math.hypot(one.x - other.x, one.y - other.y) - one.r - other.r
    }
    expect(apart(opened.scene, 1, 2)).toBeGreaterThanOrEqual(0)
    expect(apart(opened.scene, 1, 4)).toBeGreaterThanOrEqual(0)
    expect(apart(opened.scene, 1, 3)).toBeGreaterThanOrEqual(0)
    expect(apart(opened.scene, 2, 3)).toBeCloseTo(apart(scene, 2, 3))
    expect(apart(openedOf(scene, 1, true, style)!.scene, 2, 3)).toBeGreaterThanOrEqual(0)
  })

  it('shows the title of each of a handful of children, whole and inside the paper', () => {
    const scene = sceneWith([quirk(1, 30), ...[2, 3, 4, 5, 6, 7].map((id) => quirk(id, id, 1))])
    const { scene: inside, labels } = openedOf(scene, 1, true, style)!
    for (const { id, index } of inside.bubbles.slice(1)) {
      const label = labels.get(index)
      expect(label && { lines: label.lines.join(' '), cut: label.cut }).toEqual({ lines: `Quirk ${id}`, cut: false })
    }
  })

  it('is none where nothing is inside', () => {
    expect(openedOf(sceneWith([quirk(1, 3)]), 1, false, style)).toBeNull()
  })
})
