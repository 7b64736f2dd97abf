// What the map promises from as far away as shows all of it, and at usual scales.
import { beforeAll, describe, expect, test } from 'vitest'
import { isHeading, labelBox, labelsOf, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { ringReach } from '../../../model/canvas/map/ring.ts'
import { quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { type Bubble, hasChildren, isFolder, type Scene, sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { fittedScene } from './fittedScene.ts'
import { type Box, seen } from './viewport.ts'

const nothing = { left: 0, top: 0, right: 500, bottom: 500 }

interface Drawn {
  scene: Scene
  bubbles: readonly Bubble[]
  names: ReadonlyMap<number, Box>
}

function drawnAt(whole: Scene, scale: number): Drawn {
  const level = levelOf(scale)
  const scene = foldedAt(whole, level)
  const bubbles = scene.bubbles.filter(({ folded }) => !folded)
  const labels = labelsOf(
    scene,
    bubbles.map(({ index }) => index),
    level,
  )
  const names = new Map([...labels].map(([at, label]) => [at, labelBox(label, scene.bubbles[at]!, level)]))
  return { scene, bubbles, names }
}

const common = (a: Box, b: Box): number =>
  Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top)

function overlaps({ bubbles, names }: Drawn, scale: number): number {
  const boxes = [...names.values()]
  const most = 0.6 / levelOf(scale)
  let found = 0
  bubbles.forEach((a, at) => {
    for (const b of bubbles.slice(at + 1)) if (Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r - 0.5) found++
  })
  boxes.forEach((box, at) => {
    for (const other of boxes.slice(at + 1)) if (common(box, other) > most) found++
    for (const { x, y, r } of bubbles) {
      const across = Math.max(box.left - x, 0, x - box.right)
      const down = Math.max(box.top - y, 0, y - box.bottom)
      if (Math.hypot(across, down) < r - most) found++
    }
  })
  return found
}

/** Names that are nearer to another disc, or the ring around it, than to their own; `may`: of which it does not matter. */
function doubtful({ scene, bubbles, names }: Drawn, scale: number, may = (_: Bubble) => false): string[] {
  const level = levelOf(scale)
  const away = (box: Box, bubble: Bubble) => {
    const across = Math.max(box.left - bubble.x, 0, bubble.x - box.right)
    const down = Math.max(box.top - bubble.y, 0, bubble.y - box.bottom)
    return Math.hypot(across, down) - bubble.r - (isFolder(scene, bubble) ? ringReach(level) : 0)
  }
  const isDoubtful = ([index, box]: [number, Box]) => {
    if (may(scene.bubbles[index]!)) return false
    const own = away(box, scene.bubbles[index]!)
    return bubbles.some((other) => other.index !== index && away(box, other) < own - 0.01 / level)
  }
  return [...names].filter(isDoubtful).map(([index]) => scene.bubbles[index]!.title)
}

/** Without a name although they stand for a tenth of the largest of their level, while a smaller one has one. */
function passedOver({ bubbles, names }: Drawn): string[] {
  return [...Map.groupBy(bubbles, ({ depth }) => depth).values()].flatMap((level) => {
    const most = Math.max(1, ...level.map(({ total }) => total))
    const smallest = Math.min(...level.filter(({ index }) => names.has(index)).map(({ total }) => total))
    return level
      .filter(({ index, total }) => !names.has(index) && total >= most / 10 && total > smallest)
      .map(({ title }) => title)
  })
}

/** Of a canvas of so many px across, how many of the branches, and of all that is drawn, have a name at the least. */
const least: Record<number, readonly (readonly [width: number, branches: number, all: number])[]> = {
  14: [
    [1128, 1, 1],
    [608, 1, 0.9],
    [390, 1, 0.75],
  ],
  60: [
    [1128, 1, 1],
    [608, 1, 0.9],
    [390, 1, 0.85],
  ],
  150: [
    [1128, 1, 1],
    [608, 1, 0.95],
    [390, 0.95, 0.85],
  ],
  500: [
    [1128, 0.98, 0.95],
    [608, 0.98, 0.95],
    [390, 0.6, 0.55],
  ],
  2000: [
    [1128, 0.95, 0.95],
    [608, 0.95, 0.95],
    [390, 0.45, 0.45],
  ],
}
/** So narrow, or with so many on it, the canvas has not for all large ones a place that is certainly theirs. */
const isTooSmall = (count: number, width: number): boolean => width < 600 || count === 2000

describe.each([14, 60, 150, 500, 2000])('%i quirks', (count) => {
  let scene: Scene
  beforeAll(() => {
    const rows = quirks(count).map((quirk): QuirkRow => {
      return { ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }
    })
    scene = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
  })

  test.each([0.5, 0.75, 1, 2])('at a scale of %d no disc and no name lies over another one', (scale) => {
    const drawn = drawnAt(scene, scale)
    expect(overlaps(drawn, scale)).toBe(0)
    if (scale < 1) expect(doubtful(drawn, scale)).toEqual([])
  })

  test('at full size all have their names', () => {
    const { bubbles, names } = drawnAt(scene, 1)
    expect(names.size).toBe(bubbles.length)
  })

  test.each(least[count]!)(
    'all of them on a canvas of %i px: nothing overlaps, names are in the window and certainly theirs, none that is large is passed over',
    (width, branches, all) => {
      const size = { width, height: 800 }
      const view = fittedScene(scene, size, 2, nothing)
      const drawn = drawnAt(scene, view.scale)
      expect(overlaps(drawn, view.scale)).toBe(0)
      // There a branch has a name that may be taken for another's rather than none.
      const sure = isTooSmall(count, width) ? doubtful(drawn, view.scale, isHeading) : doubtful(drawn, view.scale)
      if (view.scale < 1) expect(sure).toEqual([])
      if (!isTooSmall(count, width)) expect(passedOver(drawn)).toEqual([])
      const window = seen(view, size, 1)
      for (const { left, right } of drawn.names.values()) {
        expect(left).toBeGreaterThan(window.left)
        expect(right).toBeLessThan(window.right)
      }
      const holders = drawn.bubbles.filter((bubble) => bubble.depth === 1 && hasChildren(bubble))
      const named = (some: readonly Bubble[]) => some.filter(({ index }) => drawn.names.has(index)).length / some.length
      expect(named(holders)).toBeGreaterThanOrEqual(branches)
      expect(named(drawn.bubbles)).toBeGreaterThanOrEqual(all)
    },
  )
})
