/** Who has made highlights: how many, and in how many texts. */
import type { Coder } from '../../../src/model/queries.ts'
import { type Columns, parts } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'

/** The busiest first. Needs the columns' authors. */
export function* coders(columns: Columns): Slices<Coder[]> {
  const highlights = new Uint32Array(columns.authors.size)
  const texts = new Uint32Array(columns.authors.size)
  const lastGroup = new Int32Array(columns.authors.size).fill(-1)
  for (const [from, to] of parts(columns)) {
    const authors = columns.kernel.ints(columns.at.authors, columns.end)
    for (let group = from; group < to; group++) {
      const first = columns.offset(group)
      for (let row = first, last = first + columns.count(group); row < last; row++) {
        const author = authors[row] as number
        highlights[author] = (highlights[author] as number) + 1
        if (lastGroup[author] === group) continue
        lastGroup[author] = group
        texts[author] = (texts[author] as number) + 1
      }
    }
    yield
  }
  return Array.from(highlights, (count, author) => ({
    author: columns.authors.at(author),
    highlights: count,
    texts: texts[author] as number,
  }))
    .filter((coder) => coder.highlights > 0)
    .sort((a, b) => b.highlights - a.highlights || (a.author < b.author ? -1 : 1))
}
