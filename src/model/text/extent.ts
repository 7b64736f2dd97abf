/**
 * Answers: which sentence or paragraph is around a stretch of plain text?
 * Promises: what is around contains the stretch, never reaches beyond its paragraphs, and has no blanks at its ends.
 */
import { segments } from './segments.ts'
import type { Span } from './span.ts'

export function paragraphAround(text: string, { start, length }: Span): Span {
  const end = start + length
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end)
  return trimmed(text, start === 0 ? 0 : from, to < 0 ? text.length : to, { start, length })
}

export function sentenceAround(text: string, span: Span): Span {
  const paragraph = paragraphAround(text, span)
  const end = span.start + span.length
  let [from, to] = [span.start, end]
  const around = text.slice(paragraph.start, paragraph.start + paragraph.length)
  for (const { index, segment } of segments(around, 'sentence')) {
    const at = paragraph.start + index
    if (at >= end && at > span.start) break
    if (at + segment.length <= span.start) continue
    from = Math.min(from, at)
    to = Math.max(to, at + segment.length)
  }
  return trimmed(text, from, to, span)
}

/** Blanks at the ends go, as far as the stretch itself lets them. */
function trimmed(text: string, from: number, to: number, { start, length }: Span): Span {
  while (from < start && /\s/.test(text[from] as string)) from += 1
  while (to > start + length && /\s/.test(text[to - 1] as string)) to -= 1
  return { start: from, length: to - from }
}
