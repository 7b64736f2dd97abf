/** How filters are read, as brackets: from the first to the last, each joined to the result of all before it. */
import type { FilterClause } from '../../model/rules/analysis/filters.ts'

export type Reading<F> = { one: F } | { clause: FilterClause; parts: readonly Reading<F>[] }

const partsOf = <F>(reading: Reading<F>, clause: FilterClause): readonly Reading<F>[] =>
  'parts' in reading && reading.clause === clause ? reading.parts : [reading]

/** Where the clause stays the same no brackets are needed; where it changes all before stands in some. null: no filters. */
export function readingOf<F extends { clause: FilterClause }>(filters: readonly F[]): Reading<F> | null {
  let reading: Reading<F> | null = null
  for (const filter of filters) {
    const { clause } = filter
    const before: readonly Reading<F>[] = reading === null ? [] : partsOf(reading, clause)
    reading = before.length === 0 ? { one: filter } : { clause, parts: [...before, { one: filter }] }
  }
  return reading
}
