import { describe, expect, it, test } from 'vitest'
import type { Box } from '../../../model/canvas/box.ts'
import { labelBox, labelsAround, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { deepCodebook, quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { type Bubble, hasChildren, sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { fittedScene } from '../placing/fittedScene.ts'
import { isRead } from '../placing/isRead.ts'
import { occupied } from '../placing/occupied.ts'
import { openedOf, windowOf } from '../placing/opened.ts'
import type { Sight } from '../placing/sight.ts'
import { toScreen } from '../placing/viewport.ts'
import { captionPlace } from './captionPlace.ts'

const view = { width: 800, height: 600 }
const card = { width: 120, height: 40 }
const disc = { x: 400, y: 300, r: 50 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const beside = (discs: readonly Box[], names: readonly Box[] = []) => captionPlace(disc, card, { names, discs }, view)
const far = (names: readonly Box[]) => captionPlace(disc, card, { names, discs: [] }, view, true)

describe('where the card of a bubble stands', () => {
  it('below, in the middle, when nothing is there', () => {
    expect(beside([])).toEqual({ x: 340, y: 358, line: null })
  })

  it('on another side, where a bubble or a title is below', () => {
    expect(beside([box(380, 370, 60, 60)])).toMatchObject({ x: 458, y: 280 })
    expect(beside([], [box(380, 370, 60, 60), box(470, 290, 60, 60)])).toMatchObject({ x: 222, y: 280 })
  })

  it('where all sides are taken, on the one where it covers least', () => {
    const taken = [box(0, 350, 800, 250), box(455, 0, 345, 600), box(0, 0, 345, 600), box(0, 0, 800, 215)]
    expect(beside(taken)).toMatchObject({ x: 340, y: 202 })
  })

  it('over bubbles, where all else would cover a name', () => {
    const names = [box(0, 350, 800, 250), box(462, 0, 338, 600), box(0, 0, 338, 600)]
    expect(beside([box(0, 0, 800, 250)], names)).toMatchObject({ x: 340, y: 202 })
  })

  it('further out, where that leaves free what a near one would cover', () => {
    const around = [box(340, 352, 120, 22), box(452, 250, 30, 100), box(318, 250, 30, 100), box(340, 226, 120, 22)]
    const corners = [box(440, 340, 30, 30), box(330, 340, 30, 30), box(440, 230, 30, 30), box(330, 230, 30, 30)]
    expect(beside([...around, ...corners])).toMatchObject({ x: 340, y: 386 })
  })

  it('never so far out that it seems to be another one’s', () => {
    expect(awayOf(beside([], [box(250, 150, 300, 300)]))).toBeLessThanOrEqual(40)
  })

  it('where it is only read, free of names, with a line from the edge of its disc to the edge of the card', () => {
    const { x, y, line } = far([box(250, 150, 300, 300)])
    expect(awayOf({ x, y })).toBeGreaterThan(40)
    expect(x >= 550 || x + card.width <= 250 || y >= 450 || y + card.height <= 150).toBe(true)
    const [from, to] = line!
    expect(Math.hypot(from.x - disc.x, from.y - disc.y)).toBeCloseTo(disc.r)
    expect([x, x + card.width, y, y + card.height]).toContain(to.x === x || to.x === x + card.width ? to.x : to.y)
    expect(far([]).line).toBeNull()
  })

  it('on the other side of the bubble, where it would cover no more than a letter of a title', () => {
    const letters = [box(340, 395, 9, 9), box(570, 285, 9, 9), box(222, 285, 9, 9), box(340, 202, 9, 9)]
    const { x, y } = beside([], letters)
    for (const { left, top, right, bottom } of letters)
      expect(x < right && x + card.width > left && y < bottom && y + card.height > top).toBe(false)
  })

  it('within the canvas, as long as its bubble is', () => {
    const nothing = { names: [], discs: [] }
    const { x } = captionPlace({ ...disc, x: 20 }, card, nothing, view)
    expect(x).toBe(4)
    const { y } = captionPlace({ ...disc, y: 590 }, card, nothing, view)
    expect(y + card.height).toBeLessThanOrEqual(600)
    expect(captionPlace({ ...disc, x: -300 }, card, nothing, view, true)).toEqual({ x: -360, y: 358, line: null })
  })
})

const awayOf = ({ x, y }: { x: number; y: number }): number => {
  const across = Math.max(x - disc.x, 0, disc.x - x - card.width)
  const down = Math.max(y - disc.y, 0, disc.y - y - card.height)
  return Math.hypot(across, down) - disc.r
}

/** A title with its count. */
const read = { width: 190, height: 46 }

test.each([
  ['150 quirks', quirks(150), 390],
  ['500 quirks', quirks(500), 800],
  ['a deep codebook', deepCodebook(), 800],
  ['a deep codebook', deepCodebook(), 390],
] as const)(
  '%s #: of what a lens has made legible the card of a bubble in it covers nothing but for one in twenty',
  (_, drawn, width) => {
    const rows = drawn.map((quirk): QuirkRow => {
      return { ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }
    })
    const whole = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
    const size = { width, height: 700 }
    const view = fittedScene(whole, size, 2, box(0, 0, 1, 1))
    const level = levelOf(view.scale)
    const scene = foldedAt(whole, level)
    const labels = labelsAround(scene, [], level)
    const covered: number[] = []
    for (const root of scene.bubbles.filter((bubble) => bubble.depth === 1 && hasChildren(bubble))) {
      const opened = openedOf(scene, root.id, true, level, windowOf(view, size))
      if (!opened) continue
      const sight: Sight = { scene, whole, numbers: [], labels, opened }
      const names = Array.from(opened.labels, ([number, label]) => {
        const { left, top, right, bottom } = labelBox(label, opened.scene.bubbles[number]!, view.scale)
        const [from, to] = [toScreen(view, { x: left, y: top }), toScreen(view, { x: right, y: bottom })]
        return { number, box: { left: from.x, top: from.y, right: to.x, bottom: to.y } }
      })
      const coveredBy = (bubble: Bubble): number => {
        const disc = { ...toScreen(view, bubble), r: bubble.r * view.scale }
        const { x, y } = captionPlace(disc, read, occupied(sight, bubble, true, view, read), size, true)
        const isUnder = ({ left, top, right, bottom }: Box) =>
          left < x + read.width && right > x && top < y + read.height && bottom > y
        return names.filter(({ number, box }) => number !== bubble.index && isUnder(box)).length
      }
      for (const bubble of opened.scene.bubbles) if (!isRead(sight, bubble)) covered.push(coveredBy(bubble))
    }
    expect(covered.length).toBeGreaterThan(10)
    expect(covered.filter((names) => names > 0).length).toBeLessThanOrEqual(covered.length / 20)
  },
)
