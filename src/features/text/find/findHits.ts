/** Where a text holds what is looked for: without regard to case and to vowel marks, positions in UTF-16 units. */
import type { Span } from '../../../model/text/span.ts'
import { gapsOf, placeWith, withoutMarks } from '../../../model/text/vowelMarks.ts'

/** Ascending, none overlapping; a hit has the vowel marks of its letters. */
export function findHits(text: string, sought: string): Span[] {
  const query = fold(withoutMarks(sought))
  if (query === '') return []
  const letters = withoutMarks(text)
  const gaps = gapsOf(letters.length < text.length ? text : '')
  const folded = fold(letters)
  const hits: Span[] = []
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    const start = placeWith(gaps, at)
    hits.push({ start, length: placeWith(gaps, at + query.length) - start })
  }
  return hits
}

/** In lower case, every unit at its place: the few letters that would change their length stay as they are. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length
    ? lower
    : text.replace(/\p{Lu}/gu, (it) => (it.toLowerCase().length === it.length ? it.toLowerCase() : it))
}

/** The index of the first hit at or after `pos`, around the end; -1 for none. O(log n). */
export function hitFrom(hits: readonly Pick<Span, 'start'>[], pos: number): number {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle]?.start ?? 0) >= pos) high = middle
    else low = middle + 1
  }
  return hits.length === 0 ? -1 : low % hits.length
}
