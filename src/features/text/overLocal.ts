/** Highlights as they lie in the shown text: the worker does not know yet what has been typed since. */
import { ChangeSet } from '@codemirror/state'
import type { PackedHighlights } from '../../model/packedHighlights.ts'
import type { HighlightRow } from '../../model/queries.ts'
import { type EditStep, mapSpan } from '../../model/text/edit.ts'

/** Rows whose words are gone are left out. */
export function rowsOverLocal(rows: readonly HighlightRow[], local: readonly EditStep[]): readonly HighlightRow[] {
  let here = rows
  for (const step of local) {
    if (step.type !== 'text') continue
    here = here.flatMap((row) => {
      const span = mapSpan(row, step)
      return span ? [{ ...row, ...span }] : []
    })
  }
  return here
}

/** Moves the columns themselves. Those whose words are gone are left with length 0; the order stays that of the starts. */
export function packedOverLocal(packed: PackedHighlights, local: readonly EditStep[]): PackedHighlights {
  const { starts, lengths } = packed
  for (const step of local) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    for (let at = 0; at < starts.length; at += 1) {
      const start = starts[at] as number
      const length = lengths[at] as number
      starts[at] = changes.mapPos(start, 1)
      lengths[at] = length > 0 ? Math.max(0, changes.mapPos(start + length, -1) - (starts[at] as number)) : 0
    }
  }
  return packed
}
