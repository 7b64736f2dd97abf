import { describe, expect, test } from 'vitest'
import type { QuirkRow } from '../../queries.ts'
import { discDiameter } from '../bubble.ts'
import { labelBox, labelsOf, levelOf } from '../labels.ts'
import { type Bubble, drawnIn, isFolder, partOf, type Scene, sceneOf } from '../scene.ts'
import { foldedAt, leastDisc } from './folding.ts'
import { layoutMap, type MapQuirk } from './layoutMap.ts'
import { ringReach } from './ring.ts'
import { quirks } from './testing/manyQuirks.ts'

const sceneFrom = (count: number): Scene => sceneWith(quirks(count))

function sceneWith(all: readonly MapQuirk[]): Scene {
  const rows = all.map((quirk): QuirkRow => {
    return { ...quirk, description: '', color: '#1a66d1', author: 'A', timestamp: 0 }
  })
  return sceneOf(new Map(rows.map((row) => [row.id, row])), layoutMap(rows))
}

const levels = [1, 0.75, 0.5, 0.4, 0.25, 0.12].map(levelOf)

describe.each([60, 150, 500, 2000])('%i quirks', (count) => {
  const scene = sceneFrom(count)

  test('at full size everything is drawn apart; from further away never more than from nearer', () => {
    expect(foldedAt(scene, 1)).toBe(scene)
    const drawn = levels.map((level) => drawnIn(foldedAt(scene, level)))
    expect(drawn).toEqual(drawn.toSorted((a, b) => b - a))
    expect(drawn.at(-1)).toBe(scene.bubbles.filter(({ depth }) => depth === 1).length)
  })

  test('wherever a level is drawn apart, all quirks at the top are named, and nearly all others', () => {
    for (const level of levels) {
      const folded = foldedAt(scene, level)
      const drawn = folded.bubbles.filter((bubble) => !bubble.folded)
      if (drawn.every(({ depth }) => depth === 1)) continue
      const numbers = drawn.map(({ index }) => index)
      const labels = labelsOf(folded, numbers, level)
      expect(drawn.filter(({ index, depth }) => depth === 1 && !labels.has(index))).toEqual([])
      expect(labels.size).toBeGreaterThanOrEqual(drawn.length * 0.85)
    }
  })

  test('no disc and no name lies over another one, and nothing leaves its place', () => {
    for (const level of levels) {
      const folded = foldedAt(scene, level)
      const drawn = folded.bubbles.filter((bubble) => !bubble.folded)
      drawn.forEach((a, at) => {
        const { x, y } = scene.byId.get(a.id)!
        expect([a.x, a.y]).toEqual([x, y])
        for (const b of drawn.slice(at + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.r + b.r)
      })
      const numbers = drawn.map(({ index }) => index)
      for (const [number, label] of labelsOf(folded, numbers, level)) {
        const { left, right, top, bottom } = labelBox(label, folded.bubbles[number]!, level)
        for (const { x, y, r } of drawn) {
          const away = Math.hypot(x - Math.max(left, Math.min(x, right)), y - Math.max(top, Math.min(y, bottom)))
          expect(away).toBeGreaterThan(r - 1)
        }
      }
    }
  })

  test('areas can be compared: all discs are on one scale, but for a few that stand very close', () => {
    for (const level of levels) {
      const drawn = foldedAt(scene, level).bubbles.filter(({ folded, count }) => !folded && count > 0)
      // The heads of branches that are drawn apart are seen from afar whatever they hold, and no disc is dust.
      const isLeast = ({ r, depth }: Bubble) => r * level < (depth > 1 ? leastDisc : 11) + 0.01
      const alike = drawn.filter((bubble) => !isLeast(bubble))
      const most = Math.max(...drawn.map(({ count }) => count))
      const grown = alike.map(({ r, count }) => (2 * r) / discDiameter(count, most))
      const usual = grown.toSorted((a, b) => a - b)[Math.floor(grown.length / 2)]!
      const off = grown.filter((one) => Math.abs(one / usual - 1) > 0.02)
      expect(off.length, `seen from ${level}`).toBeLessThanOrEqual(Math.ceil(drawn.length * 0.03))
    }
  })

  test('what is folded counts all inside, and no highlight is lost', () => {
    const all = scene.bubbles.reduce((sum, { highlights }) => sum + highlights, 0)
    for (const level of levels) {
      const folded = foldedAt(scene, level)
      const counted = folded.bubbles.reduce((sum, bubble) => (bubble.folded ? sum : sum + bubble.count), 0)
      expect(counted).toBe(all)
      for (const bubble of folded.bubbles)
        if (isFolder(folded, bubble) && !bubble.folded) expect(bubble.count).toBe(bubble.total)
    }
  })
})

test('a branch that is looked at by itself counts no highlight twice', () => {
  const folded = foldedAt(sceneFrom(150), levelOf(0.25))
  const top = folded.bubbles.find((bubble) => isFolder(folded, bubble))!
  const { bubbles } = partOf(folded, top, new Map())
  expect(bubbles.reduce((sum, { count }) => sum + count, 0)).toBe(top.total)
})

test('the first quirk of a branch that is drawn apart is seen from afar, though none of the highlights is its own', () => {
  const all = Array.from({ length: 30 }, (_, at): MapQuirk => {
    const [root, id] = [at % 3, at + 1]
    return at < 3
      ? { id, title: `Root ${id}`, parentQuirkId: -1, x: 100 + root * 400, y: 300, highlights: 0 }
      : { id, title: `Leaf ${id}`, parentQuirkId: root + 1, x: 0, y: 0, highlights: at % 5 }
  })
  const scene = sceneWith(all)
  const level = levelOf(0.8)
  const folded = foldedAt(scene, level)
  expect(drawnIn(folded)).toBe(30)
  for (const { id, x, y, r } of folded.bubbles.filter(({ depth }) => depth === 1)) {
    expect(r * level).toBeCloseTo(11)
    expect({ x, y }).toEqual({ x: scene.byId.get(id)!.x, y: scene.byId.get(id)!.y })
  }
})

test('of fifteen hundred quirks that stand side by side none is dust, though most have no highlight', () => {
  const all = Array.from({ length: 1500 }, (_, at): MapQuirk => {
    const place = { x: (at % 40) * 100, y: Math.floor(at / 40) * 100 }
    return { id: at + 1, title: `Quirk ${at}`, parentQuirkId: -1, ...place, highlights: at % 50 === 0 ? 300 : 0 }
  })
  const level = levelOf(0.1)
  const { bubbles } = foldedAt(sceneWith(all), level)
  expect(bubbles.filter(({ r }) => r * level < leastDisc - 0.01)).toEqual([])
})

test('few quirks are never folded', () => {
  const scene = sceneFrom(14)
  expect(foldedAt(scene, levelOf(0.1))).toBe(scene)
})

test('the ring keeps about its width on screen, within bounds', () => {
  expect(ringReach(1)).toBeCloseTo(6)
  expect(ringReach(0.4)).toBeCloseTo(12)
  expect(ringReach(0.1)).toBeCloseTo(13.2)
})
