/** How a passage is cited: its words, its source, its paragraphs. */
import type { Text } from '@codemirror/state'

/** The numbers of the first and the last paragraph that a passage touches. */
export const paragraphsOf = (doc: Text, { from, to }: { from: number; to: number }): [number, number] => [
  doc.lineAt(from).number,
  doc.lineAt(to).number,
]

/** `12`, or `12–14`. */
export const paragraphText = ([first, last]: readonly [number, number]): string =>
  first === last ? String(first) : `${first}–${last}`

/** Its words as one stretch of prose: what the quotation marks stand around has no line breaks. */
export const quotedWords = (doc: Text, { from, to }: { from: number; to: number }): string =>
  doc.sliceString(from, to).replace(/\s+/g, ' ').trim()
