/** Highlights as they lie in the shown text: the worker does not know yet what has been typed since, and what has been taken back. */
import { ChangeSet } from '@codemirror/state'
import { highlightAt, type PackedHighlights, packHighlights } from '../../../model/packedHighlights.ts'
import type { HighlightRow } from '../../../model/queries.ts'
import { type EditStep, type Gives, mapPoint, mapSpan } from '../../../model/text/edit.ts'
import { giveBack } from '../../../model/text/moveRows.ts'

const givesOf = (step: EditStep): Gives[] =>
  step.type === 'text' ? (step.gives ?? []).filter(({ table }) => table === 'highlights') : []

/** Rows whose words are gone are left out. */
export function rowsOverLocal(rows: readonly HighlightRow[], local: readonly EditStep[]): readonly HighlightRow[] {
  return over(rows, local, false)
}

/** `isAll`: a row that is not among them is gone for the worker, so that a local step may bring it back. */
function over(rows: readonly HighlightRow[], local: readonly EditStep[], isAll: boolean): readonly HighlightRow[] {
  let here = rows
  for (const step of local) {
    if (step.type !== 'text') continue
    // Rows without words stay until the end: a later step may give them theirs back.
    here = here.map((row) => ({ ...row, ...(mapSpan(row, step) ?? { start: mapPoint(row.start, step), length: 0 }) }))
    for (const give of givesOf(step)) here = given(here, give, isAll)
  }
  return here.filter(({ length }) => length > 0)
}

function given(rows: readonly HighlightRow[], give: Gives, isAll: boolean): readonly HighlightRow[] {
  if (rows.some(({ id }) => id === give.id))
    return rows.map((row) => (row.id === give.id ? { ...row, ...giveBack(row, give) } : row))
  if (!isAll || !give.row) return rows
  return [...rows, { ...(give.row as HighlightRow), start: give.from, length: give.to - give.from }]
}

/** Moves the columns themselves. Those whose words are gone are left with length 0; the order stays that of the starts. */
export function packedOverLocal(packed: PackedHighlights, local: readonly EditStep[]): PackedHighlights {
  if (local.some((step) => givesOf(step).length > 0))
    return packHighlights(
      over(
        Array.from(packed.ids, (_, at) => highlightAt(packed, at)),
        local,
        true,
      ),
    )
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
