/**
 * Answers: where do letters, words and sentences end, in any script? As the browser knows it, and where it does not, by the signs alone.
 * Words of scripts that write no spaces between them are told too.
 */

export type Kind = 'grapheme' | 'word' | 'sentence'
export interface Segment {
  segment: string
  index: number
  /** Of words: it is none of the signs and spaces between them. */
  isWordLike?: boolean | undefined
}

const unspacedScripts =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u')
const letter = /[\p{L}\p{M}\p{N}]/u

const known = new Map<Kind, Intl.Segmenter>()
/** Some browsers that can do all else have none. */
const hasSegmenter = typeof Intl !== 'undefined' && 'Segmenter' in Intl

/** All of the text, one after the other; as many are looked for as are taken. */
export function segments(text: string, kind: Kind): Iterable<Segment> {
  if (!hasSegmenter) return plainSegments(text, kind)
  const segmenter = known.get(kind) ?? new Intl.Segmenter(undefined, { granularity: kind })
  known.set(kind, segmenter)
  return segmenter.segment(text)
}

const plain: Readonly<Record<Kind, RegExp>> = {
  grapheme: /\P{M}\p{M}*|\p{M}+/gu,
  word: new RegExp(
    `[${unspacedScripts}]\\p{M}*|(?:(?![${unspacedScripts}])[\\p{L}\\p{M}\\p{N}])+|[^\\p{L}\\p{M}\\p{N}]+`,
    'gu',
  ),
  sentence: /[^.!?…。！？]+[.!?…。！？]*\s*|[.!?…。！？]+\s*/gu,
}

/** Where nobody knows the words of a script without spaces, each of its letters is one. */
export function* plainSegments(text: string, kind: Kind): Iterable<Segment> {
  for (const { 0: segment, index } of text.matchAll(plain[kind]))
    yield { segment, index, ...(kind === 'word' && { isWordLike: letter.test(segment) }) }
}

/** Whether a run of letters has some of a script that writes no spaces between words. */
export const isUnspaced = (run: string): boolean => unspaced.test(run)
