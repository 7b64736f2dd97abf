import { describe, expect, it } from 'vitest'
import { zoom } from '../limits.ts'
import type { QuirkRow } from '../queries.ts'
import type { Box } from './box.ts'
import { labelBox, labelsOf, levelOf } from './labels.ts'
import { foldedAt } from './map/folding.ts'
import { layoutMap } from './map/layoutMap.ts'
import { type Scene, sceneOf } from './scene.ts'

const quirk = (id: number, x: number, y: number, title: string, highlights: number, parentQuirkId = -1): QuirkRow => {
  return { id, title, description: '', color: '#1a66d1', x, y, parentQuirkId, author: 'A', timestamp: 0, highlights }
}
const sceneWith = (...quirks: QuirkRow[]) => sceneOf(new Map(quirks.map((row) => [row.id, row])), layoutMap(quirks))
const all = (scene: Scene) => scene.bubbles.map(({ index }) => index)

/** On the grid that new quirks are placed on, a third of them inside others. */
const crowd = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const id = at + 1
    const parent = id % 3 === 0 ? Math.max(1, id - 2) : -1
    return quirk(
      id,
      50 + 100 * (at % 5),
      50 + 100 * (Math.floor(at / 5) % 7),
      `Quirk number ${id}`,
      (id * 7) % 31,
      parent,
    )
  })

describe('names on the canvas', () => {
  it('have at least 11 px on screen at every scale, and no more than at full size', () => {
    const scene = sceneWith(...crowd(12))
    for (let scale = zoom.leastFitted; scale <= zoom.most; scale *= 1.1) {
      expect(levelOf(scale)).toBeLessThanOrEqual(scale + 1e-9)
      for (const { size } of labelsOf(scene, all(scene), levelOf(scale)).values()) {
        expect(size).toBeGreaterThanOrEqual(11)
        expect(size).toBeLessThanOrEqual(15.5)
      }
    }
  })

  it.each([14, 60, 150])('at full size all %i stand below their discs', (count) => {
    const scene = sceneWith(...crowd(count))
    const labels = labelsOf(scene, all(scene), 1)
    expect(labels.size).toBe(count)
    for (const { side } of labels.values()) expect(side).toEqual([0, 1])
  })

  it.each([0.4, 0.5, 0.75, 1, 2])('none covers a disc or another one at a scale of %f', (scale) => {
    const scene = sceneWith(...crowd(150))
    const labels = [...labelsOf(scene, all(scene), levelOf(scale))]
    expect(labels.length).toBeGreaterThan(60)
    const boxes = labels.map(([number, label]) => labelBox(label, scene.bubbles[number]!, scale))
    boxes.forEach((box, number) => {
      for (const other of boxes.slice(number + 1)) expect(common(box, other)).toBeLessThan(2)
      for (const { x, y, r } of scene.bubbles) {
        const dx = Math.max(box.left - x, 0, x - box.right)
        const dy = Math.max(box.top - y, 0, y - box.bottom)
        expect(Math.hypot(dx, dy)).toBeGreaterThan(r - 1)
      }
    })
  })

  it('of those that hold others at the first level are larger', () => {
    const scene = sceneWith(quirk(1, 0, 0, 'Family', 3), quirk(2, 0, 0, 'Mother', 2, 1))
    const [family, mother] = [...labelsOf(scene, all(scene), 1).values()]
    expect(family).toMatchObject({ heading: true, size: 15.5 })
    expect(mother).toMatchObject({ heading: false, size: 12 })
  })

  it('what stands for more chooses first, whether or not it holds others', () => {
    const scene = sceneWith(quirk(1, 0, 0, 'Family', 1), quirk(2, 0, 0, 'Mother', 2, 1), quirk(3, 20, 0, 'Work', 9))
    const titles = [...labelsOf(scene, all(scene), 1).keys()].map((index) => scene.bubbles[index]!.title)
    expect(titles).toEqual(['Work', 'Family', 'Mother'])
  })

  it.each([0.1, 0.15, 0.2])('none is cut to fewer than eight letters at a scale of %f', (scale) => {
    const rows = crowd(120).map((row) => ({ ...row, title: `Geschwisterliebe ${row.title}` }))
    const scene = foldedAt(sceneWith(...rows), levelOf(scale))
    const cut = [...labelsOf(scene, all(scene), levelOf(scale)).values()].filter((label) => label.cut)
    for (const { lines } of cut) expect(lines.join('').match(/\p{L}|\p{N}/gu)!.length).toBeGreaterThanOrEqual(8)
    expect(cut.length).toBeGreaterThan(0)
  })
})

/** How deep two boxes lie in one another. */
const common = (a: Box, b: Box): number =>
  Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top)
