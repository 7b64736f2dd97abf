import { describe, expect, test } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { placesAfterDrop, tidyPlaces } from './droppedPlaces.ts'
import { layoutMap, type MapLayout, type MapQuirk } from './map/layoutMap.ts'
import { quirks } from './map/testing/manyQuirks.ts'
import { newPlace } from './newPlace.ts'
import { drawnPlace, type Scene, sceneOf } from './scene.ts'

interface Canvas {
  rows: ReadonlyMap<number, QuirkRow>
  scene: Scene
}

const anew = (all: readonly MapQuirk[], scale: number | null = null): Canvas => {
  const rows = new Map(
    all.map((quirk) => [quirk.id, { ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }]),
  )
  return { rows, scene: sceneOf(rows, layoutMap(all, { scale })) }
}
const withPlaces = ({ rows }: Canvas, places: readonly { id: number; x: number; y: number }[]): MapQuirk[] => {
  const known = new Map(places.map((place) => [place.id, place]))
  return [...rows.values()].map((row) => ({ ...row, ...known.get(row.id) }))
}
const roots = ({ rows }: Canvas) => [...rows.values()].filter(({ parentQuirkId }) => parentQuirkId < 0)
const first = ({ scene }: Canvas) => scene.bubbles.find(({ depth }) => depth === 1)!

/** How far anything but `id` and what hangs on it is drawn elsewhere. */
function furthest(before: Canvas, after: Canvas, id: number): number {
  const top = before.scene.byId.get(id)!
  const others = before.scene.bubbles.filter(({ index }) => index < top.index || index >= top.end)
  return Math.max(
    ...others.map((was) =>
      Math.hypot(was.x - after.scene.byId.get(was.id)!.x, was.y - after.scene.byId.get(was.id)!.y),
    ),
  )
}

describe.each([14, 60, 150])('the first drop on a canvas of %i quirks that was never tidied', (count) => {
  const before = anew(quirks(count))
  const { id } = first(before)
  const right = Math.max(...before.scene.bubbles.map(({ x }) => x))
  const at = { x: right + 900, y: 375 }
  const places = placesAfterDrop(before.scene, before.rows, { id, ...at }, false)

  test('stores all where they are drawn, so that only what was dropped moves, now and when it is opened anew', () => {
    expect(before.scene.scale).toBeGreaterThan(1)
    expect(places.length).toBeGreaterThan(roots(before).length * 0.9)
    const after = anew(withPlaces(before, places), 1)
    expect(furthest(before, after, id)).toBeLessThan(2)
    const { x, y } = after.scene.byId.get(id)!
    expect(Math.hypot(x - at.x, y - at.y)).toBeLessThan(2)
  })

  test('the next one stores what it drops alone, and as it is drawn', () => {
    const after = anew(withPlaces(before, places), 1)
    const next = placesAfterDrop(after.scene, after.rows, { id, x: 2000.4, y: -300.2 }, true)
    expect(next).toEqual([{ id, x: 2000, y: -300 }])
  })
})

test('on a canvas where all are drawn as they are stored, a drop stores what it drops alone', () => {
  const one = (id: number, x: number): MapQuirk => ({ id, title: 'Trust', x, y: 375, parentQuirkId: -1, highlights: 3 })
  const { scene, rows } = anew([one(1, 0), one(2, 400)])
  expect(placesAfterDrop(scene, rows, { id: 2, x: 90.6, y: 10 }, false)).toEqual([{ id: 2, x: 91, y: 10 }])
})

describe('a quirk that is made without a place', () => {
  test('on an empty canvas and among single quirks stands on the first slot of the grid that is free', () => {
    expect(newPlace(anew([]).scene, [])).toEqual({ x: 50, y: 50 })
    const one: MapQuirk = { id: 1, title: 'Trust', x: 50, y: 50, parentQuirkId: -1, highlights: 3 }
    const canvas = anew([one])
    expect(newPlace(canvas.scene, roots(canvas))).toEqual({ x: 150, y: 50 })
  })

  test.each([
    ['that was never tidied', (canvas: Canvas) => canvas],
    ['that is tidied', (canvas: Canvas) => anew(withPlaces(canvas, tidyPlaces(canvas.scene, canvas.rows)), 1)],
  ])(
    'among branches on a canvas %s stands on the first slot where nothing is drawn, and nothing makes way',
    (_, of) => {
      const canvas = of(anew(quirks(60)))
      const place = newPlace(canvas.scene, roots(canvas))
      const at = drawnPlace(canvas.scene, place)
      for (const { x, y, r } of canvas.scene.bubbles) expect(Math.hypot(x - at.x, y - at.y)).toBeGreaterThan(r + 12)
      const added = { id: 1000, title: 'Hope', ...place, parentQuirkId: -1, highlights: 0 }
      const { scene } = canvas
      const layout = layoutMap([...canvas.rows.values(), added], {
        scale: scene.scale,
        drawn: scene.bubbles,
        held: 1000,
      })
      const moved = layout.placed.map(({ id, x, y }) => {
        const was = scene.byId.get(id) ?? at
        return Math.hypot(x - was.x, y - was.y)
      })
      expect(Math.max(...moved)).toBeLessThan(10)
    },
  )

  test('where every slot is covered stands near the middle, and nothing makes way', () => {
    const branch = (id: number, parentQuirkId: number, highlights: number): MapQuirk => {
      return { id, title: 'A long name of many words', x: 287, y: 375, parentQuirkId, highlights }
    }
    const wide = Array.from({ length: 60 }, (_, at) => branch(at + 2, at < 6 ? 1 : 2 + (at % 6), 40))
    const canvas = anew([branch(1, -1, 60), ...wide])
    const place = newPlace(canvas.scene, roots(canvas))
    const at = drawnPlace(canvas.scene, place)
    for (const { x, y, r } of canvas.scene.bubbles) expect(Math.hypot(x - at.x, y - at.y)).toBeGreaterThan(r + 12)
    const { left, right, top, bottom } = canvas.scene.bounds!
    expect(Math.hypot(at.x - (left + right) / 2, at.y - (top + bottom) / 2)).toBeLessThan(
      Math.hypot(right - left, bottom - top),
    )
    const added = { id: 1000, title: 'Hope', ...place, parentQuirkId: -1, highlights: 0 }
    const { scale, bubbles } = canvas.scene
    const after = layoutMap([...canvas.rows.values(), added], { scale, drawn: bubbles })
    for (const { id, x, y } of after.placed) {
      const was = canvas.scene.byId.get(id) ?? at
      expect(Math.hypot(x - was.x, y - was.y)).toBeLessThan(2)
    }
  })
})

describe('a quirk that is made without a place while a canvas is looked at', () => {
  const view = { left: 1000, right: 1600, top: 2000, bottom: 2500 }

  test('stands in what is in view, where nothing has to make way', () => {
    const there: MapQuirk = { id: 1, title: 'Trust', x: 1300, y: 2250, parentQuirkId: -1, highlights: 3 }
    let canvas = anew([there])
    for (let id = 2; id <= 8; id++) {
      const at = drawnPlace(canvas.scene, newPlace(canvas.scene, roots(canvas), view))
      expect(at.x).toBeGreaterThan(view.left)
      expect(at.x).toBeLessThan(view.right)
      expect(at.y).toBeGreaterThan(view.top)
      expect(at.y).toBeLessThan(view.bottom)
      canvas = anew([...canvas.rows.values(), { ...there, id, x: at.x, y: at.y }])
      const bubble = canvas.scene.byId.get(id)!
      expect(Math.hypot(bubble.x - at.x, bubble.y - at.y)).toBeLessThan(1)
    }
  })

  test('prefers a slot of the grid that is in view', () => {
    const whole = { left: -100, right: 700, top: -100, bottom: 800 }
    expect(newPlace(anew([]).scene, [], whole)).toEqual({ x: 50, y: 50 })
    expect(newPlace(anew([]).scene, [], { ...whole, top: 120 })).toEqual({ x: 50, y: 250 })
  })

  test('stands outside where nothing is free in view', () => {
    const full: MapQuirk = { id: 1, title: 'Trust', x: 1300, y: 2250, parentQuirkId: -1, highlights: 3 }
    const tiny = { left: 1260, right: 1340, top: 2210, bottom: 2290 }
    const canvas = anew([full])
    expect(newPlace(canvas.scene, roots(canvas), tiny)).toEqual({ x: 50, y: 50 })
  })
})

describe('quirks that are made and coded one after another', () => {
  const view = { left: -20, right: 700, top: -20, bottom: 620 }
  /** As an open canvas draws them: from what it has drawn already. */
  function growing(count: number): { all: MapQuirk[]; placed: MapLayout['placed'] } {
    let all: MapQuirk[] = []
    let layout = layoutMap(all)
    let scale: number | null = null
    const draw = () => {
      layout = layoutMap(all, { scale, drawn: layout.placed })
      if (all.length > 1) scale = layout.scale
    }
    for (let id = 1; id <= count; id++) {
      const scene = sceneOf(anew(all).rows, layout)
      const place = newPlace(scene, all, view)
      all = [...all, { id, title: 'Co-production', ...place, parentQuirkId: -1, highlights: 1 }]
      draw()
      all = all.map((quirk, at) => ({ ...quirk, highlights: quirk.highlights + ((at + id) % 3) }))
      draw()
    }
    return { all, placed: layout.placed }
  }

  test.each([2, 5, 9])(
    '%i of them are drawn where the canvas draws them that is opened anew, and where they are stored',
    (count) => {
      const { all, placed } = growing(count)
      const again = new Map(layoutMap(all).placed.map((bubble) => [bubble.id, bubble]))
      for (const { id, x, y, stored } of placed) {
        expect(Math.hypot(x - again.get(id)!.x, y - again.get(id)!.y)).toBeLessThan(1)
        expect(Math.hypot(x - stored.x, y - stored.y)).toBeLessThan(1)
      }
    },
  )

  test('the second one never stands far from the first: the scale does not follow from what is drawn already', () => {
    const one: MapQuirk = { id: 1, title: 'Methods', x: 50, y: 50, parentQuirkId: -1, highlights: 1 }
    const { placed } = layoutMap([one])
    const both = [one, { ...one, id: 2, x: 150 }]
    expect(layoutMap(both, { drawn: placed }).scale).toBe(layoutMap(both).scale)
  })
})
