import { describe, expect, test } from 'vitest'
import { boxAround } from '../../../model/canvas/box.ts'
import { labelBox, labelsAround, labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { branchOf, noScene, sceneOf } from '../../../model/canvas/scene.ts'
import { zoom } from '../../../model/limits.ts'
import { corner, firstLook, fittedScene } from './fittedScene.ts'
import { contains, seen, toScreen } from './viewport.ts'

const nothing = { left: 0, top: 0, right: 500, bottom: 200 }
const row = (id: number, x: number, title: string) => {
  const rest = { description: '', color: '#1a66d1', author: 'A', timestamp: 0, highlights: 0 }
  return { id, title, x, y: 100, parentQuirkId: -1, ...rest }
}

test('names at the edges are in sight too', () => {
  const rows = [row(1, 0, 'Living with the condition'), row(2, 30, 'Hope'), row(3, 420, 'Information seeking')]
  const scene = sceneOf(new Map(rows.map((one) => [one.id, one])), layoutMap(rows))
  const size = { width: 380, height: 600 }
  const view = fittedScene(scene, size, 2, nothing)
  const labels = [...labelsOf(scene, [0, 1, 2], levelOf(view.scale))]
  expect(labels.length).toBe(3)
  for (const [number, label] of labels) {
    const { left, right } = labelBox(label, scene.bubbles[number]!, view.scale)
    expect(left * view.scale + view.tX).toBeGreaterThanOrEqual(0)
    expect(right * view.scale + view.tX).toBeLessThanOrEqual(size.width)
  }
})

test.each([390, 608, 1128])('of a canvas of %i px the corner with the button for a new quirk is kept free', (width) => {
  const rows = [0, 1, 2, 3].map((at) => ({
    ...row(at + 1, (at % 2) * 900, 'Information seeking'),
    y: at < 2 ? 0 : 700,
  }))
  const scene = sceneOf(new Map(rows.map((one) => [one.id, one])), layoutMap(rows, { scale: 1 }))
  const view = fittedScene(scene, { width, height: 640 }, 2, nothing)
  const names = Array.from(labelsOf(scene, [0, 1, 2, 3], levelOf(view.scale)), ([number, label]) => {
    return labelBox(label, scene.bubbles[number]!, view.scale)
  })
  for (const { right, top } of [...names, ...scene.bubbles.map((bubble) => boxAround([bubble]))]) {
    const at = toScreen(view, { x: right, y: top })
    expect(at.x <= width - corner.width || at.y >= corner.height).toBe(true)
  }
})

test.each([
  { seed: 5, width: 632, height: 706 },
  { seed: 9, width: 608, height: 800 },
  { seed: 10, width: 560, height: 760 },
])('of 2,000 quirks on $width px no name is cut off or under that button', ({ seed, ...size }) => {
  const rows = quirks(2000, seed).map((quirk) => ({ ...row(quirk.id, 0, ''), ...quirk }))
  const whole = sceneOf(new Map(rows.map((one) => [one.id, one])), layoutMap(rows))
  const view = fittedScene(whole, size, 2, nothing)
  const scene = foldedAt(whole, levelOf(view.scale))
  const names = Array.from(labelsAround(scene, [], levelOf(view.scale)), ([number, label]) => {
    const { left, right, top, bottom } = labelBox(label, scene.bubbles[number]!, view.scale)
    return {
      title: label.lines.join(' '),
      from: toScreen(view, { x: left, y: top }),
      to: toScreen(view, { x: right, y: bottom }),
    }
  })
  expect(names.length).toBeGreaterThan(50)
  const isCut = ({ from, to }: (typeof names)[number]) =>
    from.x < 0 || from.y < 0 || to.x > size.width || to.y > size.height
  expect(names.filter(isCut)).toEqual([])
  expect(names.filter(({ from, to }) => to.x > size.width - corner.width && from.y < corner.height)).toEqual([])
})

test('a canvas without quirks is seen where the first ones will stand', () => {
  const { scale, tX } = fittedScene(noScene, { width: 628, height: 600 }, 1, nothing)
  expect({ scale, tX }).toEqual({ scale: 1, tX: 64 })
})

describe('a project that is opened for the first time', () => {
  const sceneOfMany = (count: number, apart: number) => {
    const rows = Array.from({ length: count }, (_, at) => {
      return {
        ...row(at + 1, at * apart, `Quirk ${at + 1}`),
        highlights: at === 3 ? 9 : 1,
        parentQuirkId: at === 4 ? 4 : -1,
      }
    })
    return sceneOf(new Map(rows.map((one) => [one.id, one])), layoutMap(rows, { scale: 1 }))
  }
  const size = { width: 900, height: 600 }

  test('is shown whole, however far away its quirks are from one another', () => {
    const scene = sceneOfMany(12, 400)
    const view = firstLook(scene, size, 1.4, nothing)
    expect(view.scale).toBeLessThan(zoom.least)
    expect(view).toEqual(fittedScene(scene, size, 1.4, nothing))
    expect(contains(seen(view, size, 0), scene.bounds!)).toBe(true)
  })

  test('is shown from near its largest branch where all of it would be dust', () => {
    const scene = sceneOfMany(12, 4000)
    const view = firstLook(scene, size, 1.4, nothing)
    expect(view.scale).toBeGreaterThanOrEqual(0.15)
    expect(view.scale).toBeLessThanOrEqual(zoom.least)
    expect(contains(seen(view, size, 0), boxAround(branchOf(scene, 4)))).toBe(true)
  })
})
