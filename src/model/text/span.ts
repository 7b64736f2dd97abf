/**
 * Answers: how stretches of an answer's plain text lie to each other.
 * Promises: half-open, in UTF-16 units, a line break counting one; touching is not overlapping, an empty span overlaps nothing.
 */
export interface Span {
  start: number
  length: number
}

const end = (span: Span): number => span.start + span.length

/** Whether the two share at least one unit. */
export function overlaps(a: Span, b: Span): boolean {
  return a.length > 0 && b.length > 0 && a.start < end(b) && b.start < end(a)
}

/** The smallest span that covers all. Throws RangeError for none. */
export function spanning(spans: readonly Span[]): Span {
  if (spans.length === 0) throw new RangeError('spanning needs at least one span')
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    from = Math.min(from, span.start)
    to = Math.max(to, end(span))
  }
  return { start: from, length: to - from }
}

/** What remains of `span` on either side of `cut`, without the white space at its ends. */
export function without(span: Span, cut: Span, text: string): Span[] {
  const parts = [
    { start: span.start, length: Math.min(end(span), cut.start) - span.start },
    { start: Math.max(span.start, end(cut)), length: end(span) - Math.max(span.start, end(cut)) },
  ]
  return parts.flatMap(({ start, length }) => {
    const words = length > 0 ? text.slice(start, start + length) : ''
    const trimmed = words.trim()
    return trimmed === '' ? [] : [{ start: start + words.indexOf(trimmed), length: trimmed.length }]
  })
}

/** Spans that hang together by overlapping, by their indices, ascending by start. */
export interface Island {
  span: Span
  indices: number[]
}

/**
 * Grows `span` by every one of `others` that overlaps it, until none does: the grown span, and the indices of those
 * swallowed, ascending. One pass suffices, because spans that overlap each other form islands that at most touch:
 * whoever overlaps one of an island swallows all of it and reaches no further. O(n log n).
 */
export function swallow(span: Span, others: readonly Span[]): { span: Span; swallowed: number[] } {
  const eaten = islands(others).filter((island) => overlaps(island.span, span))
  return {
    span: spanning([span, ...eaten.map((island) => island.span)]),
    swallowed: eaten.flatMap((island) => island.indices).sort((a, b) => a - b),
  }
}

/** Ascending by start; empty spans are in none. O(n log n). */
export function islands(spans: readonly Span[]): Island[] {
  const found: Island[] = []
  const sorted = spans.map((span, index) => ({ span, index })).sort((a, b) => a.span.start - b.span.start)
  for (const { span, index } of sorted) {
    const last = found.at(-1)
    if (last && overlaps(last.span, span)) {
      last.span = spanning([last.span, span])
      last.indices.push(index)
    } else if (span.length > 0) {
      found.push({ span, indices: [index] })
    }
  }
  return found
}

/** How many of these, which are ascending, begin before `at`. */
export function beginningBefore(spans: readonly Pick<Span, 'start'>[], at: number): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).start < at) low = middle + 1
    else high = middle
  }
  return low
}
