import { describe, expect, it } from 'vitest'
import type { QuirkRow } from '../../model/queries.ts'
import { nestingProblem } from '../../model/rules/nesting.ts'
import { dropOf, placeOutside, refusing } from './drop.ts'
import { sceneOf } from './scene.ts'

const quirk = (id: number, x: number, parentQuirkId = -1): QuirkRow => {
  return {
    id,
    title: '',
    description: '',
    color: '#1a66d1',
    x,
    y: 0,
    parentQuirkId,
    author: 'A',
    timestamp: 0,
    highlights: 1,
  }
}
// 1 (a parent) with 2 under it, 3 under 2; 4 and 5 alone. All 100 px wide.
const rows = [quirk(1, 0), quirk(2, 0, 1), quirk(3, 0, 2), quirk(4, 600), quirk(5, 900)]
const scene = sceneOf(new Map(rows.map((row) => [row.id, row])))
const bubble = (id: number) => scene.byId.get(id)!
const drag = (id: number, to: { x: number; y: number }) => {
  const { x, y } = bubble(id)
  return dropOf(scene, bubble(id), { x: to.x - x, y: to.y - y }, to, 4)
}

describe('letting go of a bubble', () => {
  it('on empty space moves it there', () => {
    expect(drag(4, { x: 600.4, y: 300.6 })).toEqual({ to: 'place', x: 600, y: 301, leaves: false })
  })

  it('on another one puts it inside', () => {
    expect(drag(4, { x: 910, y: 10 })).toEqual({ to: 'quirk', parent: bubble(5), refused: null })
    expect(drag(4, { x: 953, y: 0 })).toMatchObject({ to: 'quirk' })
    expect(drag(4, { x: 956, y: 0 })).toMatchObject({ to: 'place' })
  })

  it('says beforehand what the rules refuse', () => {
    const onto = (id: number, target: number) => drag(id, bubble(target))
    expect(onto(3, 1)).toMatchObject({ to: 'quirk', refused: 'quirkAlreadyAdded' })
    expect(onto(4, 3)).toMatchObject({ to: 'quirk', refused: 'quirkNestingIssue' })
  })

  it('never aims at itself or what hangs on it, which comes along', () => {
    expect(drag(1, { x: 10, y: 0 })).toEqual({ to: 'place', x: 10, y: 0, leaves: false })
  })

  it('goes back while it touches its parent, and leaves it outside', () => {
    const { x, y } = bubble(2)
    expect(drag(2, { x: x + 4, y })).toEqual({ to: 'back' })
    expect(drag(2, { x: x + 60, y: y - 200 })).toMatchObject({ to: 'place', leaves: true })
  })

  it('leaves its parents by menu to a place that touches none of them', () => {
    const place = placeOutside(scene, bubble(3))
    for (const other of [1, 2]) {
      expect(Math.hypot(place.x - bubble(other).x, place.y - bubble(other).y)).toBeGreaterThan(100)
    }
  })

  it('offers in “Move into…” exactly what the rules allow', () => {
    for (const child of scene.bubbles) {
      const refused = scene.bubbles.filter(({ id }) => nestingProblem(scene.parents, child.id, id) !== null)
      expect(refusing(scene, child)).toEqual(new Set(refused.map(({ id }) => id)))
    }
  })
})
