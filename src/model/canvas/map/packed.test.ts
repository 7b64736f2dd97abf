import { describe, expect, test } from 'vitest'
import { layoutMap, type MapLayout, type MapQuirk, type PlacedBubble } from './layoutMap.ts'
import { quirks } from './testing/manyQuirks.ts'

const roots = ({ placed }: MapLayout): PlacedBubble[] => placed.filter(({ depth }) => depth === 1)

/** How high a window of this shape has to be to show all discs. */
function height({ placed }: MapLayout, ratio: number): number {
  const drawn = placed.filter(({ folded }) => !folded)
  const reach = (of: (bubble: PlacedBubble) => number) => Math.max(...drawn.map(of))
  const wide = reach(({ x, r }) => x + r) + reach(({ x, r }) => r - x)
  return Math.max(wide / ratio, reach(({ y, r }) => y + r) + reach(({ y, r }) => r - y))
}

const stored = (all: readonly MapQuirk[], layout: MapLayout): MapQuirk[] => {
  const places = new Map(roots(layout).map((one) => [one.id, one]))
  return all.map((quirk) => {
    const place = places.get(quirk.id)
    return place ? { ...quirk, x: Math.round(place.x), y: Math.round(place.y) } : quirk
  })
}

/** Of all pairs that stand clearly beside or above one another, how many still do so the same way round. */
function kept(from: MapLayout, to: MapLayout): number {
  const after = new Map(roots(to).map((one) => [one.id, one]))
  let [all, same] = [0, 0]
  for (const a of roots(from))
    for (const b of roots(from))
      for (const axis of ['x', 'y'] as const) {
        if (b[axis] - a[axis] < 40) continue
        all += 1
        if (after.get(b.id)![axis] > after.get(a.id)![axis]) same += 1
      }
  return same / all
}

describe.each([60, 150, 500])('%i quirks are tidied', (count) => {
  const all = quirks(count)
  const before = layoutMap(all)
  const tidied = (ratio: number, from = all, layout = before) =>
    layoutMap(from, { scale: layout.scale, drawn: layout.placed, packs: ratio })

  test.each([0.75, 1.45])(
    'for a window %d times as wide as high they come closer together, nearly all in their order',
    (ratio) => {
      const after = tidied(ratio)
      expect(height(after, ratio)).toBeLessThan(0.92 * height(before, ratio))
      expect(kept(before, after)).toBeGreaterThanOrEqual(0.95)
    },
  )

  test('what is stored then is drawn there, and tidying again moves nothing', () => {
    const after = tidied(1)
    const again = layoutMap(stored(all, after), { scale: 1 })
    const twice = tidied(1, stored(all, after), again)
    const places = new Map(roots(after).map((one) => [one.id, one]))
    for (const { id, x, y } of [...roots(again), ...roots(twice)]) {
      const place = places.get(id)!
      expect(Math.hypot(x - place.x, y - place.y)).toBeLessThanOrEqual(1)
    }
  })
})
