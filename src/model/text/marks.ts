/**
 * Answers: marks as sets of stretches: normalise, clip, subtract.
 * Promises: stretches passed in are half-open, sorted and disjoint; results may touch, until normalMarks merges them.
 */
import type { Mark, MarkTag } from './richText.ts'

/** A half-open stretch of positions. */
export interface Range {
  from: number
  to: number
}

/** The five tags, in the order in which they nest. */
export const TAGS: readonly MarkTag[] = ['b', 'em', 'i', 'u', 'mark']
const RANK: Record<MarkTag, number> = { b: 0, em: 1, i: 2, u: 3, mark: 4 }

export const isMarkTag = (tag: string): tag is MarkTag => Object.hasOwn(RANK, tag)

/** Merges what overlaps or touches, per tag; drops what is empty; sorts by `from`, then tag. Does not know line breaks. */
export function normalMarks(marks: readonly Mark[]): Mark[] {
  const sorted = marks
    .filter((mark) => mark.from < mark.to)
    .sort((a, b) => a.from - b.from || RANK[a.tag] - RANK[b.tag])
  const result: Mark[] = []
  const last: Partial<Record<MarkTag, Mark>> = {}
  for (const { tag, from, to } of sorted) {
    const before = last[tag]
    if (before && from <= before.to) {
      before.to = Math.max(before.to, to)
    } else {
      const mark = { tag, from, to }
      last[tag] = mark
      result.push(mark)
    }
  }
  return result
}

/** The parts of a stretch that lie on `ranges`. */
export function clip(part: Range, ranges: readonly Range[]): Range[] {
  const inside: Range[] = []
  for (let i = firstEndingAfter(ranges, part.from); i < ranges.length; i++) {
    const range = ranges[i]
    if (!range || range.from >= part.to) break
    inside.push({ from: Math.max(part.from, range.from), to: Math.min(part.to, range.to) })
  }
  return inside
}

/** The parts of a stretch that lie outside of `ranges`. */
export function without(part: Range, ranges: readonly Range[]): Range[] {
  const outside: Range[] = []
  let from = part.from
  for (const hole of clip(part, ranges)) {
    if (from < hole.from) outside.push({ from, to: hole.from })
    from = hole.to
  }
  if (from < part.to) outside.push({ from, to: part.to })
  return outside
}

/** The parts of the marks that lie on `ranges`. */
export function clipMarks(marks: readonly Mark[], ranges: readonly Range[]): Mark[] {
  return marks.flatMap((mark) => clip(mark, ranges).map((part) => ({ tag: mark.tag, ...part })))
}

/** The parts of the marks that lie outside of `ranges`. */
export function subtract(marks: readonly Mark[], ranges: readonly Range[]): Mark[] {
  if (ranges.length === 0) return [...marks]
  return marks.flatMap((mark) => without(mark, ranges).map((part) => ({ tag: mark.tag, ...part })))
}

/** The index of the first range that ends after `pos`. O(log n). */
export function firstEndingAfter(ranges: readonly Range[], pos: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.to ?? 0) > pos) high = middle
    else low = middle + 1
  }
  return low
}

/** Whether one of the ranges covers the unit at `pos`. */
export function covers(ranges: readonly Range[], pos: number): boolean {
  const range = ranges[firstEndingAfter(ranges, pos)]
  return range !== undefined && range.from <= pos
}

/** The stretch, cut at every line break. Reads no further than the stretch. */
export function withoutBreaks(text: string, { from, to }: Range): Range[] {
  const parts: Range[] = []
  let at = from
  for (const line of text.slice(from, to).split('\n')) {
    if (line !== '') parts.push({ from: at, to: at + line.length })
    at += line.length + 1
  }
  return parts
}
