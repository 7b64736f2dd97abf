/** Quirks of a file beside those that the project has. */
import { placesOfAdded } from '../../../../src/model/canvas/placeAdded.ts'
import type { Quirk } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'

/** After the highlights: they say how large the bubbles are. */
export function placeQuirks(tx: Tx, added: ReadonlySet<number>): void {
  if (added.size === 0) return
  const quirks = tx.db.all<Pick<Quirk, 'id' | 'x' | 'y' | 'parentQuirkId'>>(
    'SELECT id, x, y, parentQuirkId FROM quirks ORDER BY id',
  )
  const counts = new Map(
    tx.db
      .all<{ quirkId: number; n: number }>('SELECT quirkId, COUNT(*) AS n FROM highlights GROUP BY quirkId')
      .map(({ quirkId, n }) => [quirkId, n]),
  )
  for (const [id, place] of placesOfAdded(quirks, counts, added)) tx.update('quirks', id, place)
}
