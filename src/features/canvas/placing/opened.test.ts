import { describe, expect, test } from 'vitest'
import { labelBox, levelOf } from '../../../model/canvas/labels.ts'
import { foldedAt } from '../../../model/canvas/map/folding.ts'
import { layoutMap } from '../../../model/canvas/map/layoutMap.ts'
import { quirks } from '../../../model/canvas/map/testing/manyQuirks.ts'
import { hasChildren, sceneOf } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import { fittedScene } from './fittedScene.ts'
import { openedOf, windowOf } from './opened.ts'
import { contains } from './viewport.ts'

const nothing = { left: 0, top: 0, right: 500, bottom: 500 }

describe.each([
  [60, 1128],
  [150, 1128],
  [150, 608],
  [500, 608],
  [150, 390],
])('%i quirks, all of them seen on a canvas %i px wide', (count, width) => {
  const rows = quirks(count).map((quirk): QuirkRow => {
    return { ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }
  })
  const all = sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
  const size = { width, height: 800 }
  const view = fittedScene(all, size, 2, nothing)
  const level = levelOf(view.scale)
  const scene = foldedAt(all, level)
  const window = windowOf(view, size)
  const roots = scene.bubbles.filter((bubble) => bubble.depth === 1 && hasChildren(bubble))

  test('a quirk that opens stays where it is, nothing in it lies over anything, and all of it stays in the window', () => {
    for (const root of roots) {
      const opened = openedOf(scene, root.id, true, level, window)
      if (!opened) continue
      const { bubbles, byId } = opened.scene
      const top = byId.get(root.id)!
      expect([top.x, top.y]).toEqual([root.x, root.y])
      for (const a of bubbles)
        for (const b of bubbles)
          if (a.index < b.index) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r)
      const near = (top.r / root.own.r) * level
      expect(near).toBeGreaterThanOrEqual(Math.min(0.7, level) - 1e-6)
      const { corners } = opened.tray
      const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
      const paper = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
      expect(contains(window, paper), `${root.title} at ${near}`).toBe(true)
    }
  })

  test('none of its names lies under the button for a new quirk', () => {
    for (const root of roots) {
      const opened = openedOf(scene, root.id, true, level, window)
      for (const [number, label] of opened?.labels ?? []) {
        const { right, top } = labelBox(label, opened!.scene.bubbles[number]!, level)
        expect(right <= window.covered.left || top >= window.covered.bottom, label.lines.join(' ')).toBe(true)
      }
    }
  })

  test('a canvas panned so far that a part of it is out of sight still names that part', () => {
    const away = windowOf({ ...view, tX: view.tX - width / 2 }, size)
    const opened = roots.map((root) => openedOf(scene, root.id, true, level, away)).filter((one) => one !== null)
    const named = opened.flatMap(({ scene: part, labels }) =>
      Array.from(labels.keys(), (number) => part.bubbles[number]!),
    )
    expect(named.some(({ x }) => x < away.left)).toBe(true)
  })

  test('its children stand where they stay once theirs come out', () => {
    const root = roots.find((bubble) => openedOf(scene, bubble.id, true, level, window))
    if (!root) return
    const [first, whole] = [false, true].map((all) => openedOf(scene, root.id, all, level, window)!.scene)
    for (const { id, depth, x, y } of first!.bubbles)
      if (depth === 2) expect([x, y]).toEqual([whole!.byId.get(id)!.x, whole!.byId.get(id)!.y])
  })

  test('what is open stays where it is while somebody else codes inside it', () => {
    for (const root of roots.slice(0, 2)) {
      const open = openedOf(scene, root.id, true, level, window)
      if (!open) continue
      const inside = open.scene.bubbles.map(({ id }) => id)
      const coded = rows.map((row) => {
        return row.id === inside.at(-1)
          ? { ...row, highlights: row.highlights + 60, title: `${row.title} of the harbour` }
          : row
      })
      const { placed, scale } = layoutMap(rows)
      const layout = layoutMap(coded, { scale, drawn: placed, atHand: inside })
      const next = foldedAt(sceneOf(new Map(coded.map((row) => [row.id, row])), layout), level)
      const { byId } = openedOf(next, root.id, true, level, window, open)!.scene
      for (const { id, x, y } of open.scene.bubbles) {
        expect(byId.get(id)!.x).toBeCloseTo(x)
        expect(byId.get(id)!.y).toBeCloseTo(y)
      }
    }
  })
})
