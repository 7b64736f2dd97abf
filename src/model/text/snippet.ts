/**
 * Answers: what to show of the text around a match.
 * Promises: at most `bound` units on each side, and no user-perceived character (grapheme) is cut at the outer ends.
 */
import { segments } from './segments.ts'
import type { Span } from './span.ts'

export interface Snippet {
  before: string
  match: string
  after: string
  /** Whether the text goes on beyond what is shown. */
  cutBefore: boolean
  cutAfter: boolean
}

/** How far outside of the bound to begin looking, so that the first boundaries found are real ones. */
const RUN_UP = 64

export function snippet(text: string, span: Span, bound = 50): Snippet {
  const to = span.start + span.length
  const first = boundaryFrom(text, Math.max(0, span.start - bound), span.start)
  const last = boundaryUpTo(text, Math.min(text.length, to + bound), to)
  return {
    before: text.slice(first, span.start),
    match: text.slice(span.start, to),
    after: text.slice(to, last),
    cutBefore: first > 0,
    cutAfter: last < text.length,
  }
}

/**
 * What stands around a span, on each side at most `bound` units and no part of a word, unless that would leave nothing: as in scripts that
 * write no spaces. With a sign where the text goes on, as in `shownAround`.
 */
export function wordsAround(text: string, span: Span, bound: number): { before: string; after: string } {
  const end = span.start + span.length
  const from = Math.max(0, span.start - bound)
  const to = Math.min(text.length, end + bound)
  const near = text.slice(from, span.start)
  const next = text.slice(end, to)
  const before = from === 0 || isSpace.test(text.charAt(from - 1)) ? near : near.replace(/^\S*\s?/, '')
  const after = to === text.length || isSpace.test(text.charAt(to)) ? next : next.replace(/\s?\S*$/, '')
  const [hasBefore, hasAfter] = [before.trim() !== '', after.trim() !== '']
  const whole = hasBefore && hasAfter ? null : snippet(text, span, bound)
  const shown = { before: before || (whole?.before ?? ''), after: after || (whole?.after ?? '') }
  return {
    before: shown.before === '' || from === 0 ? shown.before : `…${shown.before}`,
    after: shown.after === '' || to === text.length ? shown.after : `${shown.after}…`,
  }
}

/** What stands around a match as lists show it: without the parts of words that the bound left at its ends, and with a sign where the text goes on. */
export function shownAround({ before, after, cutBefore, cutAfter }: Omit<Snippet, 'match'>): {
  before: string
  after: string
} {
  const wholeBefore = before.replace(/^\S*\s+/, '')
  const wholeAfter = after.replace(/\s+\S*$/, '')
  return {
    before: cutBefore ? `…${wholeBefore || before}` : before,
    after: cutAfter ? `${wholeAfter || after}…` : after,
  }
}

const isSpace = /\s/

/** The first boundary not before `pos`, or `limit`. */
function boundaryFrom(text: string, pos: number, limit: number): number {
  if (pos === 0) return 0
  return Math.min(limit, boundaries(text, pos, limit).find((at) => at >= pos) ?? limit)
}

/** The last boundary not after `pos`, or `limit`. */
function boundaryUpTo(text: string, pos: number, limit: number): number {
  if (pos === text.length) return pos
  return Math.max(limit, boundaries(text, limit, pos + RUN_UP).findLast((at) => at <= pos) ?? limit)
}

function boundaries(text: string, from: number, to: number): number[] {
  const start = Math.max(0, from - RUN_UP)
  return Array.from(segments(text.slice(start, to + RUN_UP), 'grapheme'), ({ index }) => start + index)
}
