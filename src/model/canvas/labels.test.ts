import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoom } from '../limits.ts'
import type { QuirkRow } from '../queries.ts'
import { fontAt, type Label, labelsOf, levelOf } from './labels.ts'
import { type Scene, sceneOf } from './scene.ts'

const measure = (text: string) => text.length / 2
const style = { level: 1, measure, counter: true, untitled: 'Untitled quirk' }
const quirk = (id: number, x: number, y: number, title: string, highlights: number, parentQuirkId = -1): QuirkRow => {
  return { id, title, description: '', color: '#1a66d1', x, y, parentQuirkId, author: 'A', timestamp: 0, highlights }
}
const sceneWith = (...quirks: QuirkRow[]) => sceneOf(new Map(quirks.map((row) => [row.id, row])))
const all = (scene: Scene) => scene.bubbles.map(({ index }) => index)
const labelOf = (scene: Scene, id: number): Label | undefined =>
  labelsOf(scene, all(scene), style).get(scene.byId.get(id)!.index)

describe('titles on the canvas', () => {
  it('a title that is shown has at least 11 px on screen at every scale', () => {
    for (let scale = zoom.least; scale <= zoom.most; scale += 0.01) {
      const level = levelOf(scale)
      expect(level).toBeLessThanOrEqual(scale + 1e-9)
      expect(fontAt(level) * scale).toBeGreaterThanOrEqual(11)
    }
  })

  it('stands inside with the count under it, or beside a small bubble with the count inside', () => {
    const scene = sceneWith(quirk(1, 0, 0, 'Trust', 40), quirk(2, 300, 0, 'Confidence', 3), quirk(3, 600, 0, ' ', 0))
    expect(labelOf(scene, 1)).toEqual({ where: 'inside', lines: ['Trust'], count: '40', cut: false })
    expect(labelOf(scene, 2)).toMatchObject({ where: 'beside', lines: ['Confidence'], count: '3', x: 300 })
    expect(labelOf(scene, 3)).toMatchObject({ where: 'beside', lines: ['Untitled quirk'], count: '' })
  })

  it('goes to another side where a bubble is in the way', () => {
    const scene = sceneWith(quirk(1, 0, 0, 'Doubt', 0), quirk(2, 0, 70, 'Trust', 9))
    const label = labelOf(scene, 1)
    expect(label?.where === 'beside' && label.x).toBeGreaterThan(12)
  })

  it('stands aslant of a bubble whose four sides are taken', () => {
    const four = [
      [0, 42],
      [0, -42],
      [62, 0],
      [-62, 0],
    ] as const
    const crowd = four.map(([x, y], at) => quirk(2 + at, x, y, 'I', 0))
    const label = labelOf(sceneWith(quirk(1, 0, 0, 'Doubt', 0), ...crowd), 1)
    expect(label).toMatchObject({ where: 'beside', lines: ['Doubt'], cut: false })
    expect(label?.where === 'beside' && label.x * label.y).not.toBe(0)
  })

  it('rather shows the beginning of a title than none of it', () => {
    const sides = [[0, 54], [0, -54], ...[-100, 100].flatMap((x) => [-30, 0, 30].map((y) => [x, y] as const))] as const
    const walls = sides.map(([x, y], at) => quirk(2 + at, x, y, 'I', 0))
    const scene = sceneWith(quirk(1, 0, 0, 'Letters from the harbour', 0), ...walls)
    expect(labelOf(scene, 1)).toMatchObject({ where: 'beside', cut: true })
  })

  it('where no place is left, only the count is shown', () => {
    const crowd = [-1, 1].flatMap((side) =>
      [0, 1, 2].map((row) => quirk(10 + side * 5 + row, side * 62, row * 40, '', 9)),
    )
    const scene = sceneWith(quirk(1, 0, 0, 'A long title here', 2), quirk(2, 0, 26, 'Another long title', 3), ...crowd)
    expect(labelOf(scene, 1)).toEqual({ where: 'inside', lines: [], count: '2', cut: true })
  })

  it('covers no bubble and no other title beside one (property)', () => {
    let beside = 0
    const place = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 500 }), n: fc.nat(30) })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40, size: 'max' }), (places) => {
        const scene = sceneWith(...places.map(({ x, y, n }, id) => quirk(id, x, y, `Quirk number ${id}`, n)))
        const boxes = [...labelsOf(scene, all(scene), style).values()].flatMap((label) => {
          if (label.where === 'inside') return []
          const half = {
            x: (Math.max(...label.lines.map(measure)) * fontAt(1)) / 2,
            y: label.lines.length * fontAt(1) * 0.6,
          }
          return [{ left: label.x - half.x, right: label.x + half.x, top: label.y - half.y, bottom: label.y + half.y }]
        })
        beside += boxes.length
        boxes.forEach((box, number) => {
          for (const other of boxes.slice(number + 1)) {
            const apart =
              other.left >= box.right || other.right <= box.left || other.top >= box.bottom || other.bottom <= box.top
            expect(apart).toBe(true)
          }
          for (const { x, y, r } of scene.bubbles) {
            const dx = Math.max(box.left - x, 0, x - box.right)
            const dy = Math.max(box.top - y, 0, y - box.bottom)
            expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(r - 1e-6)
          }
        })
      }),
      { numRuns: 100, seed: 5 },
    )
    expect(beside).toBeGreaterThan(200)
  })
})
