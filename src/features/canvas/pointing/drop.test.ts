import { describe, expect, it } from 'vitest'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { isWithin, sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { dropOf } from './drop.ts'

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
const scene = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
const bubble = (id: number) => scene.byId.get(id)!
const drag = (id: number, to: { x: number; y: number }) => {
  const dragged = bubble(id)
  const number = scene.grid.at(to, 4, (other) => isWithin(scene.bubbles[other]!, dragged))
  const under = { bubble: number === undefined ? undefined : scene.bubbles[number], tray: false }
  const by = { x: to.x - dragged.x, y: to.y - dragged.y }
  return dropOf(scene.parents, dragged, by, under, scene.byId.get(dragged.parent))
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

  it('goes back while it is beside its parent, and leaves it further outside', () => {
    const { x, y } = bubble(2)
    expect(drag(2, { x: x + 4, y })).toEqual({ to: 'back' })
    // Straight outwards, as far as the tether goes.
    const { x: fromX, y: fromY } = bubble(1)
    const far = Math.hypot(x - fromX, y - fromY)
    const out = (by: number) => drag(2, { x: x + ((x - fromX) / far) * by, y: y + ((y - fromY) / far) * by })
    expect(out(14)).toEqual({ to: 'back' })
    expect(out(20)).toMatchObject({ to: 'place', leaves: true })
    expect(drag(2, { x: x + 60, y: y - 200 })).toMatchObject({ to: 'place', leaves: true })
  })

  it('on the paper of an opened quirk goes inside that one, and back where it came from', () => {
    const onPaper = (id: number, target: number) => {
      return dropOf(scene.parents, bubble(id), { x: 70, y: 70 }, { bubble: bubble(target), tray: true }, bubble(1))
    }
    expect(onPaper(4, 1)).toEqual({ to: 'quirk', parent: bubble(1), refused: null })
    expect(onPaper(2, 1)).toEqual({ to: 'back' })
    expect(onPaper(3, 1)).toEqual({ to: 'back' })
  })
})
