/** Where a text holds what is looked for: without regard to case, positions in UTF-16 units. */

/** Ascending starts, none overlapping; every hit is as long as `sought`. */
export function findHits(text: string, sought: string): number[] {
  if (sought === '') return []
  const [folded, query] = [fold(text), fold(sought)]
  const hits: number[] = []
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) hits.push(at)
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
export function hitFrom(hits: readonly number[], pos: number): number {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle] ?? 0) >= pos) high = middle
    else low = middle + 1
  }
  return hits.length === 0 ? -1 : low % hits.length
}
