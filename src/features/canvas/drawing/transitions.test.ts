import { expect, test } from 'vitest'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { type Scene, sceneOf } from '../../../model/canvas/scene.ts'
import { none } from '../../../model/schema.ts'
import { circleOf, motionsTo } from './transitions.ts'

const scene = (counts: readonly number[]): Scene => {
  const rows = counts.map((highlights, at) => ({
    ...{ id: at + 1, title: `Quirk ${at}`, description: '', color: '#d90a1a', author: 'Ana', timestamp: 0 },
    ...{ x: at * 200, y: 100, parentQuirkId: none, highlights },
  }))
  return sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
}
const shownIn = ({ bubbles }: Scene) => new Map(bubbles.map((bubble) => [bubble.id, circleOf(bubble)]))

test('what others code changes sizes without a pulse', () => {
  const [before, after] = [scene([4, 9]), scene([5, 9])]
  const motions = motionsTo(after, (it) => it, { scene: before, from: shownIn(before), running: new Map(), scale: 1 })
  expect(motions.length).toBeGreaterThan(0)
  expect(motions.filter(([, { pulse, count }]) => pulse || count !== undefined)).toEqual([])
})

test('what this person codes makes one bubble pulse as the passage arrives, which keeps its number until then', () => {
  const [before, after] = [scene([4, 9]), scene([5, 9])]
  const landing = { id: 1, at: performance.now() + 5000 }
  const state = { scene: before, from: shownIn(before), running: new Map(), scale: 1, landing }
  const motions = new Map(motionsTo(after, (it) => it, state))
  expect(motions.get(1)).toMatchObject({ start: landing.at, pulse: true, count: 4 })
  expect(motions.get(2)?.pulse ?? false).toBe(false)
  // Another scene meanwhile leaves it so.
  const later = motionsTo(after, (it) => it, { ...state, scene: after, from: shownIn(before), running: motions })
  expect(new Map(later).get(1)).toMatchObject({ start: landing.at, pulse: true, count: 4 })
})
