/**
 * Where words that were transcribed stand in the text that is shown, however it was edited since: times belong to the words as they were transcribed, so that
 * no edit has to move them.
 *
 * Promises: the result ascends in both texts. A word, or what is left of it, has its own time; what was written anew between two of them has the time
 * between them, and a word of which nothing is left has none.
 */
import { alignTexts } from '../text/alignTexts.ts'
import { mapPos, readChanges, writeChanges } from '../text/changes.ts'
import type { TimedText, TimedWord } from './timedWords.ts'

/** In the text that is shown. */
export type ShownWord = TimedWord

export function alignWords({ text, words }: TimedText, shown: string): ShownWord[] {
  if (text === shown) return [...words]
  const changes = readChanges(writeChanges(text.length, alignTexts(text, shown)))
  return words.flatMap((word) => {
    const from = mapPos(changes, word.from, 1)
    const to = mapPos(changes, word.to, -1)
    return to > from ? [{ ...word, from, to }] : []
  })
}

/** The number of the last word that begins at `at` or before; −1: none does. */
function lastFrom(words: readonly ShownWord[], begins: (word: ShownWord) => number, at: number): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (begins(words[middle] as ShownWord) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** When what stands at this position was said, in ms; null: no word of the text has a time. */
export function timeAt(words: readonly ShownWord[], position: number): number | null {
  if (words.length === 0) return null
  const n = lastFrom(words, ({ from }) => from, position)
  const word = words[n]
  if (!word) return words[0]?.begins ?? null
  if (position < word.to) return between(position, word.from, word.to, word.begins, word.ends)
  const next = words[n + 1]
  return next ? between(position, word.to, next.from, word.ends, next.begins) : word.ends
}

/** When the word was said that has the character at this position: from its beginning on, however long it takes. `wordStart`: where it begins in the text. */
export function spokenFrom(words: readonly ShownWord[], position: number, wordStart: number): number | null {
  const word = words[lastFrom(words, ({ from }) => from, position)]
  const isInWord = word !== undefined && position < word.to
  return timeAt(words, isInWord ? Math.max(word.from, wordStart) : position)
}

/** A line without times for its words is said at an even pace. */
function between(position: number, from: number, to: number, begins: number, ends: number): number {
  if (to <= from || ends <= begins) return begins
  return Math.round(begins + ((position - from) / (to - from)) * (ends - begins))
}

/** The word that sounds at this time; null: nobody speaks, or what is said is not shown any more. */
export function wordAt(words: readonly ShownWord[], ms: number): ShownWord | null {
  const word = words[lastFrom(words, ({ begins }) => begins, ms)]
  return word && ms < word.ends ? word : null
}

/** When a passage was said, in ms from the beginning of the recording; null: nobody knows of any of it. */
export function timesOf(
  words: readonly ShownWord[],
  { start, length }: { start: number; length: number },
): { from: number; to: number } | null {
  const from = timeAt(words, start)
  const to = timeAt(words, start + length)
  return from === null || to === null || to <= from ? null : { from, to }
}
