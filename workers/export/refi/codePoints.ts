/** Positions of a text in code points, as REFI-QDA counts them. */

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g

export interface CodePoints {
  /** Both take a position in UTF-16 units within the text; one between the halves of a pair takes the whole character in. */
  start(position: number): number
  end(position: number): number
}

export function codePoints(text: string): CodePoints {
  const seconds = Array.from(text.matchAll(PAIRS), (pair) => pair.index + 1)
  if (seconds.length === 0) return { start: (position) => position, end: (position) => position }
  const end = (position: number): number => position - countBelow(seconds, position)
  const isSecond = (position: number): boolean => seconds[countBelow(seconds, position)] === position
  return { end, start: (position) => end(position) - (isSecond(position) ? 1 : 0) }
}

/** How many of `sorted` are less than `limit`. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}
