import { expect, test } from 'vitest'
import { fontAt, halfOf, labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import { sceneOf } from '../../../model/canvas/scene.ts'
import { fittedScene } from './fittedScene.ts'

const measure = (text: string) => text.length / 2
const style = { measure, counter: true, untitled: '' }
const nothing = { left: 0, top: 0, right: 500, bottom: 200 }
const row = (id: number, x: number, title: string) => {
  const rest = { description: '', color: '#1a66d1', author: 'A', timestamp: 0, highlights: 0 }
  return [id, { id, title, x, y: 100, parentQuirkId: -1, ...rest }] as const
}

test('titles at the edges are in sight too', () => {
  const scene = sceneOf(
    new Map([row(1, 0, 'Living with the condition'), row(2, 30, 'Hope'), row(3, 420, 'Information seeking')]),
  )
  const size = { width: 380, height: 600 }
  const view = fittedScene(scene, size, 2, style, nothing)
  const level = levelOf(view.scale)
  const labels = [...labelsOf(scene, [0, 1, 2], { ...style, level }).values()]
  const beside = labels.flatMap((label) => (label.where === 'beside' ? [label] : []))
  expect(beside.length).toBeGreaterThan(1)
  for (const label of beside) {
    const half = halfOf(label, fontAt(level), measure).x
    expect((label.x - half) * view.scale + view.tX).toBeGreaterThanOrEqual(0)
    expect((label.x + half) * view.scale + view.tX).toBeLessThanOrEqual(size.width)
  }
})

test('a canvas without quirks is seen where the first ones will stand', () => {
  const { scale, tX } = fittedScene(sceneOf(new Map()), { width: 628, height: 600 }, 1, style, nothing)
  expect({ scale, tX }).toEqual({ scale: 1, tX: 64 })
})
