/** Which highlights share a character with spans of the texts that they lie on. */
import { beginningBefore, type Span } from '../../../src/model/text/span.ts'
import type { Columns } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'

/** A byte for each row of the columns: 1 where it does, or (`not`) where it does not. `spans`: by answer, ascending and apart. */
export function* rowsWithin(
  columns: Columns,
  spans: ReadonlyMap<number, readonly Span[]>,
  not: boolean,
): Slices<Uint8Array> {
  const { kernel, at, end } = columns
  const holds = new Uint8Array(end).fill(not ? 1 : 0)
  let room = kernel.sizes.rows
  for (let group = 0; group < columns.groupCount; group++) {
    const mine = spans.get(columns.place(group).id)
    if (!mine) continue
    const [first, count] = [columns.offset(group), columns.count(group)]
    // The memory may have grown meanwhile.
    const [starts, ends] = [kernel.ints(at.starts, end), kernel.ints(at.ends, end)]
    for (let row = first; row < first + count; row++)
      if (isWithin(mine, starts[row] as number, ends[row] as number)) holds[row] = not ? 0 : 1
    room -= count
    if (room > 0) continue
    room = kernel.sizes.rows
    yield
  }
  return holds
}

/** Whether the last span that begins before `end` reaches beyond `start`. */
function isWithin(spans: readonly Span[], start: number, end: number): boolean {
  if (end <= start) return false
  const last = spans[beginningBefore(spans, end) - 1]
  return last !== undefined && last.start + last.length > start
}
