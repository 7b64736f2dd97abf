/** How a passage is cited: its words, its source, its paragraphs. */
import type { Text } from '@codemirror/state'
import { wordedLines } from './wordedLines.ts'

/** The numbers of the first and the last paragraph that a passage touches, as `citedParagraphs` has them of a text outside of an editor. */
export function paragraphsOf(doc: Text, { from, to }: { from: number; to: number }): [number, number] {
  const [begin, end] = [doc.lineAt(from), doc.lineAt(to)]
  const last = Math.max(1, wordedLines(doc, to > from && end.from === to ? end.number - 1 : end.number))
  const before = wordedLines(doc, begin.to > from ? begin.number - 1 : begin.number)
  return to > from ? [Math.min(before + 1, last), last] : [last, last]
}

/** `12`, or `12–14`. */
export const paragraphText = ([first, last]: readonly [number, number]): string =>
  first === last ? String(first) : `${first}–${last}`

/** Its words as one stretch of prose: what the quotation marks stand around has no line breaks. */
export const quotedWords = (doc: Text, { from, to }: { from: number; to: number }): string =>
  doc.sliceString(from, to).replace(/\s+/g, ' ').trim()
