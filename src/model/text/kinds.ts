/** Answers: which kinds a line can have, and where lines begin. */
import type { LineKind, RichText } from './richText.ts'

/** The deepest level of a list. */
export const MAX_DEPTH = 6

/** Whether a line at `at` may be this: the first line is no 'br', a list has levels 1 to 6. */
export function isKind(at: number, kind: string, depth: number): boolean {
  if (kind === 'li') return Number.isInteger(depth) && depth >= 1 && depth <= MAX_DEPTH
  return depth === 0 && (kind === 'p' || (kind === 'br' && at > 0))
}

export const startsLine = (text: string, at: number): boolean => at === 0 || text[at - 1] === '\n'

/** The kind of the line that holds a position; undefined for a 'p'. Asked in ascending order: the text is read once. */
export function lineWalker({ text, kinds }: RichText): (pos: number) => LineKind | undefined {
  let start = 0
  let end = -1
  return (pos) => {
    while (end < pos) {
      if (end >= 0) start = end + 1
      const found = text.indexOf('\n', start)
      end = found < 0 ? text.length : found
    }
    const kind = kinds[firstAt(kinds, start)]
    return kind?.at === start ? kind : undefined
  }
}

/** The index of the first entry that is not before `at`, in a list sorted by `at`. */
export function firstAt(entries: readonly { at: number }[], at: number): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.at ?? 0) >= at) high = middle
    else low = middle + 1
  }
  return low
}
