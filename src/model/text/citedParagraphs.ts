import { countBefore } from '../countBefore.ts'
/**
 * Answers: by which numbers are the paragraphs cited that a stretch of plain text touches?
 * Promises: a paragraph is a line with something on it, counted from 1; blank lines bear no number and take none. What touches blank
 * lines alone is cited by the paragraph before it. Nothing is read beyond the stretch's last line, and no line twice.
 */

/** For stretches from `start` up to `end`, a caret where they are the same: the first and the last number. */
export function citedParagraphs(text: string): (start: number, end: number) => [number, number] {
  const begins: number[] = []
  const ends: number[] = []
  const somewhere = /\S/g
  let isRead = false
  const readTo = (position: number) => {
    while (!isRead && (ends.at(-1) ?? -1) < position) {
      somewhere.lastIndex = ends.at(-1) ?? 0
      const found = somewhere.exec(text)
      if (!found) isRead = true
      else {
        const end = text.indexOf('\n', found.index)
        begins.push(text.lastIndexOf('\n', found.index) + 1)
        ends.push(end < 0 ? text.length : end)
      }
    }
  }
  return (start, end) => {
    readTo(end)
    const last = Math.max(1, countBefore(begins, end > start ? end : end + 1))
    return end > start ? [Math.min(countBefore(ends, start + 1) + 1, last), last] : [last, last]
  }
}
