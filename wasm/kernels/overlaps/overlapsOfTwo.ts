/**
 * How often two quirks overlap, for whoever keeps no columns of the project, as the server, which has a thousand open: only what they have goes
 * into columns, and is counted as in those of all.
 */
import type { Db } from '../../database/db.ts'
import { columnsOfQuirks } from '../columns/loadColumns.ts'
import type { Kernel } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { openOverlapCounts } from './overlapCounts.ts'

/** Leaves the kernel's memory as it was. */
export function* overlapsOfTwo(kernel: Kernel, db: Db, one: number, other: number): Slices<number> {
  const columns = columnsOfQuirks(kernel, db, [one, other])
  try {
    return (yield* openOverlapCounts(columns).against(one)).get(other) ?? 0
  } finally {
    columns.close()
  }
}
