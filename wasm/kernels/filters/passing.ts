/**
 * What lately asked criteria let through, for all who ask for the same: counts, lists and words of one query need not work it out each for
 * itself. Kept outside of the kernel's memory until something changes.
 */
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import type { Db } from '../../database/db.ts'
import type { Columns } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'
import type { SaidBy } from '../texts/speakers.ts'
import { type Filtered, filterHighlights, type Kept } from './filterAnswers.ts'
import type { Sought } from './touchedByText.ts'

export interface Passing {
  /** To be freed by the caller. Needs authors and times where a filter asks for them (`needsAuthors`). */
  of(filters: readonly Filter[], sought: Sought | null): Slices<Kept>
  /** Something has changed. */
  forget(): void
}

/** Two queries side by side, and one that was just left. */
const most = 3

export function openPassing(columns: Columns, db: Db, saidBy: SaidBy): Passing {
  const { kernel } = columns
  const known = new Map<string, { bytes: Uint8Array; filtered: Filtered }>()
  return {
    *of(filters, sought) {
      const key = JSON.stringify([filters, sought?.text])
      const found = known.get(key)
      if (found) {
        const pointer = kernel.reserve(columns.end + 16)
        kernel.bytes(pointer, columns.end).set(found.bytes)
        return { pointer, filtered: found.filtered }
      }
      const kept = yield* filterHighlights(columns, db, filters, saidBy, sought)
      const [oldest] = known.keys()
      if (known.size === most && oldest !== undefined) known.delete(oldest)
      known.set(key, { bytes: kernel.bytes(kept.pointer, columns.end).slice(), filtered: kept.filtered })
      return kept
    },
    forget: () => known.clear(),
  }
}
