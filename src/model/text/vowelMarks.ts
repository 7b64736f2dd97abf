/**
 * The vowel marks of Arabic and Hebrew, and the strokes that stretch Arabic words: most people neither write nor type them, so a text is
 * found as if it had none. What is found without them has other positions; its gaps lead back to those of the text.
 */

/** One of them; not the signs that make another letter of one. */
export const vowelMark =
  '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0656-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed]'

const marks = new RegExp(vowelMark, 'gu')

export const withoutMarks = (text: string): string => text.replace(marks, '')

/** For each mark of a text, how many UTF-16 units of the text without marks lie before it; ascending. */
export const gapsOf = (text: string): Uint32Array =>
  Uint32Array.from(Array.from(text.matchAll(marks), ({ index }, n) => index - n))

/** A place of the text without marks in the text: after the marks of the letter before it. */
export const placeWith = (gaps: Uint32Array, at: number): number => at + countOf(gaps, (n) => (gaps[n] as number) <= at)

/** A place of the text in the text without marks. */
export const placeWithout = (gaps: Uint32Array, at: number): number =>
  at - countOf(gaps, (n) => (gaps[n] as number) + n < at)

/** How many are so, from the first on. O(log n) */
function countOf(gaps: Uint32Array, isSo: (n: number) => boolean): number {
  let low = 0
  let high = gaps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(middle)) low = middle + 1
    else high = middle
  }
  return low
}
