/** Filters that ask for quirks: which ones each means, and which answers have highlights of them. */
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import { branchOf } from '../../../src/model/rules/nesting.ts'
import { none } from '../../../src/model/schema.ts'
import type { Db } from '../../database/db.ts'
import { type Columns, parts } from '../columns/columns.ts'
import { holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'

/** The ids that a filter asks for: a quirk, or all of a title, each with what is nested under it unless it is asked for alone. */
export function quirksAsked(db: Db, { value, alone }: Filter, parents: () => Parents): Set<number> {
  const named =
    typeof value === 'number'
      ? [value]
      : db.all<{ id: number }>('SELECT id FROM quirks WHERE title = ?', [value]).map(({ id }) => id)
  if (alone) return new Set(named)
  return new Set(named.flatMap((id) => [...branchOf(parents(), id)]))
}

export type Parents = ReadonlyMap<number, number>
/** Of each nested quirk the one that it is nested in, read when it is first asked for. */
export function parentsOnce(db: Db): () => Parents {
  let known: Map<number, number> | null = null
  return () => {
    if (known) return known
    const found = new Map<number, number>()
    db.each('SELECT id, parentQuirkId FROM quirks WHERE parentQuirkId <> ?', [none], (row) => {
      found.set(row.number(0), row.number(1))
    })
    known = found
    return found
  }
}

/** Of each group 1 where it has a row of such a quirk; `ofQuirk` holds 1 for each, by ordinal. */
export function* groupsWith(columns: Columns, ofQuirk: Uint8Array): Slices<Uint8Array> {
  const { kernel, at } = columns
  const held = holding(kernel)
  try {
    const sought = held.reserve(ofQuirk.length + 16)
    kernel.bytes(sought, ofQuirk.length).set(ofQuirk)
    const found = held.reserve(columns.groupCount + 16)
    for (const part of parts(columns)) {
      kernel.calls.groupsWith(at.offsets, at.counts, ...part, at.quirks, sought, found)
      yield
    }
    return kernel.bytes(found, columns.groupCount).slice()
  } finally {
    held.free()
  }
}
