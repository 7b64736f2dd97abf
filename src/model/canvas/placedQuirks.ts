import type { QuirkRow } from '../queries.ts'
import type { Key } from '../schema.ts'
import { bubbleDiameter } from './bubble.ts'
import { layoutBubbles, type PlacedDisc } from './bubbleLayout.ts'

/** Quirks around their stored places, as whoever looks for free room beside them sees them. */
export function placedQuirks(rows: ReadonlyMap<Key, QuirkRow>): PlacedDisc[] {
  const quirks = [...rows.values()]
  const most = quirks.reduce((highest, { highlights }) => Math.max(highest, highlights), 0)
  const discs = quirks.map(({ id, x, y, parentQuirkId, highlights }) => {
    return { id, x, y, parentQuirkId, r: bubbleDiameter(highlights, most) / 2 }
  })
  return layoutBubbles(discs.sort((a, b) => b.r - a.r || a.id - b.id))
}
