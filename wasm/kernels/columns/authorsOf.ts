/** Who has made highlights: of a million rows a few names. */

import type { Slices } from '../slices.ts'
import { type Columns, parts } from './columns.ts'

/** Each once, in no order. Needs the columns' authors. */
export function* authorsOf(columns: Columns): Slices<string[]> {
  const seen = new Uint8Array(columns.authors.size)
  for (const [from, to] of parts(columns)) {
    const authors = columns.kernel.ints(columns.at.authors, columns.end)
    for (let group = from; group < to; group++) {
      const first = columns.offset(group)
      for (let row = first, last = first + columns.count(group); row < last; row++) seen[authors[row] as number] = 1
    }
    yield
  }
  return Array.from(seen.keys())
    .filter((author) => seen[author] === 1)
    .map((author) => columns.authors.at(author))
}
