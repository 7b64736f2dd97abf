/** Two criteria side by side: what passes the one, the other and both; highlights of each quirk, and answers. */
import type { Shares } from '../../../src/model/queries.ts'
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import { type Columns, parts } from '../columns/columns.ts'
import { holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import type { Passing } from './passing.ts'
import type { Sought } from './touchedByText.ts'

export interface Compared {
  /** Of each quirk with some; highlights. */
  quirks: ({ id: number } & Shares)[]
  highlights: Shares
  answers: Shares
}

export function* compareCriteria(
  columns: Columns,
  passing: Passing,
  filters: readonly [readonly Filter[], readonly Filter[]],
  sought: readonly [Sought | null, Sought | null],
): Slices<Compared> {
  const { kernel, at } = columns
  const held = holding(kernel)
  try {
    const one = yield* passing.of(filters[0], sought[0])
    held.take(one.pointer)
    const other = yield* passing.of(filters[1], sought[1])
    held.take(other.pointer)
    const [kept, also] = [kernel.bytes(one.pointer, columns.end), kernel.bytes(other.pointer, columns.end)]
    for (let row = 0; row < kept.length; row++) kept[row] = (kept[row] as number) & (also[row] as number)
    const ofQuirk = held.reserve(columns.quirks.size * 4 + 16)
    const ofAnswer = held.reserve(columns.groupCount * 4 + 16)
    kernel.bytes(ofQuirk, columns.quirks.size * 4).fill(0)
    for (const part of parts(columns)) {
      kernel.calls.countRows(at.offsets, at.counts, ...part, at.quirks, one.pointer, ofQuirk, ofAnswer)
      yield
    }
    const quirks = new Map<number, Shares>()
    const sharesOf = (id: number) => {
      const shares = quirks.get(id) ?? { a: 0, b: 0, both: 0 }
      quirks.set(id, shares)
      return shares
    }
    for (const { id, highlights } of one.filtered.quirks) sharesOf(id).a = highlights
    for (const { id, highlights } of other.filtered.quirks) sharesOf(id).b = highlights
    const highlights = { a: one.filtered.highlights, b: other.filtered.highlights, both: 0 }
    kernel.words(ofQuirk, columns.quirks.size).forEach((both, quirk) => {
      if (both > 0) sharesOf(columns.quirks.at(quirk)).both = both
      highlights.both += both
    })
    const answers = new Set(one.filtered.answers.map(({ id }) => id))
    return {
      quirks: Array.from(quirks, ([id, shares]) => ({ id, ...shares })),
      highlights,
      answers: {
        a: answers.size,
        b: other.filtered.answers.length,
        both: other.filtered.answers.filter(({ id }) => answers.has(id)).length,
      },
    }
  } finally {
    held.free()
  }
}
