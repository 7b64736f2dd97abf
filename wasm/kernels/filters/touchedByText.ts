/**
 * Which highlights share a character with a place of a text, and which of its places no highlight covers. The places come from the texts
 * and are laid over the columns, each in its own memory, an answer at a time.
 */
import type { Columns } from '../columns/columns.ts'
import { holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { bytesOfPlace, openFinder, type Places, textsWith } from '../texts/textSearch.ts'
import type { Texts } from '../texts/texts.ts'

export interface Sought {
  texts: Texts
  /** Not empty. */
  text: string
}

/**
 * Of the rows that are kept (a byte a row at `kept`, 1 or 0), those that no place touches are no more. Returns how many places of each
 * group lie on no kept row; of one that has none and that `isOpen` leaves out nobody asks, and its text is not read.
 */
export function* keepTouched(
  columns: Columns,
  { texts, text }: Sought,
  kept: number,
  isOpen: (group: number) => boolean,
): Slices<Uint32Array> {
  const { kernel } = columns
  const held = holding(kernel)
  const found = yield* textsWith(texts, text)
  const finder = openFinder(texts, text)
  try {
    const bare = new Uint32Array(columns.groupCount)
    const copied = held.reserve(kernel.sizes.places * 8)
    let room = kernel.sizes.bytesSearched
    for (let group = 0; group < columns.groupCount; group++) {
      const place = texts.placeOf(columns.place(group).id)
      if (place < 0 || found[place] !== 1 || !(isOpen(group) || hasKept(columns, group, kept))) continue
      for (const places of finder.places(place)) {
        const count = layOver(columns, group, places, finder.size, copied, kept)
        bare[group] = (bare[group] as number) + count
        room -= places.starts.length * bytesOfPlace
      }
      room -= texts.lengths[place] as number
      if (room > 0) continue
      room = kernel.sizes.bytesSearched
      yield
    }
    kernel.calls.keepTouched(kept, columns.end)
    return bare
  } finally {
    finder.close()
    held.free()
  }
}

/**
 * Marks the kept rows of a group that one of the places touches; how many lie on none, those at the front of `copied`, and as many ends behind
 * all starts where the places have ends.
 */
export function layOver(
  { kernel, at, offset, count }: Columns,
  group: number,
  { starts, ends }: Places,
  size: number,
  copied: number,
  kept: number,
): number {
  const copiedEnds = ends ? copied + starts.length * 4 : 0
  kernel.words(copied, starts.length).set(starts)
  if (ends) kernel.words(copiedEnds, ends.length).set(ends)
  const first = offset(group)
  const last = first + count(group)
  return kernel.calls.touchRows(at.starts, at.ends, first, last, copied, starts.length, copiedEnds, size, kept)
}

function hasKept({ kernel, offset, count }: Columns, group: number, kept: number): boolean {
  return kernel.bytes(kept + offset(group), count(group)).includes(1)
}
