/** Quirks of a file beside those that the project has: bubbles over one's own would be read as one. */
import { bubbleDiameter } from '../../../../src/model/canvas/bubble.ts'
import { layoutBubbles } from '../../../../src/model/canvas/bubbleLayout.ts'
import { placeBeside } from '../../../../src/model/canvas/placeBeside.ts'
import { none, type Quirk } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'

/** After the highlights: they say how large the bubbles are. */
export function placeQuirks(tx: Tx, added: ReadonlySet<number>): void {
  if (added.size === 0) return
  const quirks = tx.db.all<Pick<Quirk, 'id' | 'x' | 'y' | 'parentQuirkId'>>(
    'SELECT id, x, y, parentQuirkId FROM quirks ORDER BY id',
  )
  if (added.size === quirks.length) return
  const counts = new Map(
    tx.db
      .all<{ quirkId: number; n: number }>('SELECT quirkId, COUNT(*) AS n FROM highlights GROUP BY quirkId')
      .map(({ quirkId, n }) => [quirkId, n]),
  )
  const most = Math.max(0, ...counts.values())
  const discs = quirks.map((quirk) => ({ ...quirk, r: bubbleDiameter(counts.get(quirk.id) ?? 0, most) / 2 }))
  const places = placeBeside(layoutBubbles(discs), (id) => added.has(id))
  for (const quirk of quirks) {
    const place = places.get(quirk.id)
    if (quirk.parentQuirkId === none && place && (place.x !== quirk.x || place.y !== quirk.y))
      tx.update('quirks', quirk.id, { x: place.x, y: place.y })
  }
}
