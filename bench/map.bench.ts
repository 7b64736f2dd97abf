/**
 * map-layout-N: the map of N quirks laid out anew, as when a project is opened; three levels deep on the grid that new quirks are placed on, of which
 * 400 at the most are drawn apart (flat: none holds another; heap: all on one spot) / 150, 1,000 and 3,000 ms, the goals of the design.
 * map-layout-again: the map of 150 laid out for one more highlight, from what is drawn / the same laid out anew. map-names: the names of what is drawn
 * of 500 placed for another scale / laying out their map. Both references are work on the same rows that a canvas does once, when it is opened.
 * map-fit-N: from where all of N quirks are seen on a window of 390 px, folded and named for each scale that is tried / 50 ms, since the page does nothing
 * else meanwhile.
 */
import { fittedScene } from '../src/features/canvas/placing/fittedScene.ts'
import { labelsOf, levelOf } from '../src/model/canvas/labels.ts'
import { layoutMap, type MapQuirk } from '../src/model/canvas/map/layoutMap.ts'
import { quirks } from '../src/model/canvas/map/testing/manyQuirks.ts'
import { type Scene, sceneOf } from '../src/model/canvas/scene.ts'
import { compare, limitRow, median, type Rows, timed } from './row.ts'

const goals = [
  { name: '150', of: quirks(150), most: 150 },
  { name: '2000', of: quirks(2000), most: 1000 },
  { name: '600-heap', of: quirks(600).map((quirk) => ({ ...quirk, parentQuirkId: -1, x: 287, y: 375 })), most: 1000 },
  { name: '10000-flat', of: quirks(10_000).map((quirk) => ({ ...quirk, parentQuirkId: -1 })), most: 3000 },
]
const rounds = 5

export const rows: Rows = async () => {
  const layouts = goals.map(({ name, of, most }) => {
    layoutMap(of)
    const times = Array.from({ length: rounds }, () => timed(() => layoutMap(of)))
    return limitRow(`map-layout-${name}`, median(times), most)
  })
  const anew = () => timed(() => layoutMap(quirks(150)))
  const of500 = () => timed(() => layoutMap(quirks(500)))
  return [
    ...layouts,
    compare('map-layout-again', 0.2, again(quirks(150)), anew),
    compare('map-names', 0.2, names(quirks(500)), of500),
    ...[150, 500, 2000].map((count) => limitRow(`map-fit-${count}`, median(fits(quirks(count))), 50)),
  ]
}

function again(all: readonly MapQuirk[]): () => number {
  const { placed, scale } = layoutMap(all)
  const more = all.map((quirk, at) => (at === 40 ? { ...quirk, highlights: quirk.highlights + 1 } : quirk))
  return () => timed(() => layoutMap(more, { drawn: placed, scale }))
}

/** Each time a scene of its own: what was found for a scene is kept with it. */
function fits(all: readonly MapQuirk[]): number[] {
  const nothing = { left: 0, top: 0, right: 500, bottom: 500 }
  return Array.from({ length: rounds }, () => sceneFrom(all)).map((scene) =>
    timed(() => fittedScene(scene, { width: 390, height: 740 }, 2, nothing)),
  )
}

function sceneFrom(all: readonly MapQuirk[]): Scene {
  const row = { description: '', color: '#1a66d1', author: 'A', timestamp: 0 }
  return sceneOf(new Map(all.map((quirk) => [quirk.id, { ...quirk, ...row }])), layoutMap(all))
}

function names(all: readonly MapQuirk[]): () => number {
  const scene = sceneFrom(all)
  const drawn = scene.bubbles.filter(({ folded }) => !folded).map(({ index }) => index)
  let round = 0
  return () => timed(() => labelsOf(scene, drawn, levelOf(0.5 + (round++ % 5) / 10)))
}
