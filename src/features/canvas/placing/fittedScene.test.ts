import { expect, test } from 'vitest'
import { labelBox, labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { noScene, sceneOf } from '../../../model/canvas/scene.ts'
import { fittedScene } from './fittedScene.ts'

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

test('a canvas without quirks is seen where the first ones will stand', () => {
  const { scale, tX } = fittedScene(noScene, { width: 628, height: 600 }, 1, nothing)
  expect({ scale, tX }).toEqual({ scale: 1, tX: 64 })
})
