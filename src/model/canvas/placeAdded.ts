/** Where quirks of another project go that come to those that are there: bubbles over one's own would be read as one. */
import { type Highlight, none, type Quirk } from '../schema.ts'
import { bubbleDiameter } from './bubble.ts'
import { layoutBubbles } from './bubbleLayout.ts'
import { placeBeside } from './placeBeside.ts'

type PlacedQuirk = Pick<Quirk, 'id' | 'x' | 'y' | 'parentQuirkId'>

/** New places of those of `added` that have another one than their own. `counts`: highlights by quirk, which say how large the bubbles are. */
export function placesOfAdded(
  quirks: readonly PlacedQuirk[],
  counts: ReadonlyMap<number, number>,
  added: ReadonlySet<number>,
): Map<number, { x: number; y: number }> {
  const moved = new Map<number, { x: number; y: number }>()
  if (added.size === 0 || added.size === quirks.length) return moved
  const most = Math.max(0, ...counts.values())
  const discs = quirks.map((quirk) => ({ ...quirk, r: bubbleDiameter(counts.get(quirk.id) ?? 0, most) / 2 }))
  const places = placeBeside(layoutBubbles(discs), (id) => added.has(id))
  for (const quirk of quirks) {
    const place = places.get(quirk.id)
    if (quirk.parentQuirkId === none && place && (place.x !== quirk.x || place.y !== quirk.y))
      moved.set(quirk.id, place)
  }
  return moved
}

export function highlightCounts(highlights: readonly Pick<Highlight, 'quirkId'>[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { quirkId } of highlights) counts.set(quirkId, (counts.get(quirkId) ?? 0) + 1)
  return counts
}
