/** Where a highlight ends when one of its ends is moved: whole graphemes, never empty, no spaces at an end that has drawn in. */
import type { Text } from '@codemirror/state'
import { passageOf } from '../passageOf.ts'

export type End = 'from' | 'to'
export interface Ends {
  from: number
  to: number
}

/** `pos` is where the end is asked for; beyond the other end nothing moves. */
export function withEnd(doc: Text, span: Ends, end: End, pos: number): Ends {
  const asked = { ...span, [end]: Math.max(0, Math.min(pos, doc.length)) }
  if (asked.from >= asked.to) return span
  const isSmaller = asked.to - asked.from < span.to - span.from
  const found = passageOf(doc, isSmaller ? withoutSpaces(doc, asked, end) : asked)
  return found ? { from: found.start, to: found.start + found.length } : span
}

function withoutSpaces(doc: Text, { from, to }: Ends, end: End): Ends {
  const isSpace = (at: number) => /\s/.test(doc.sliceString(at, at + 1))
  let [start, stop] = [from, to]
  if (end === 'to') while (stop - 1 > start && isSpace(stop - 1)) stop--
  else while (start + 1 < stop && isSpace(start)) start++
  return { from: start, to: stop }
}
