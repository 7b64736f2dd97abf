/** Of a recording, where its words stand in a text as it is, and when each was said. */
import { alignWords, type ShownWord } from './alignWords.ts'
import { stampedLines } from './clockTime.ts'
import { readTimedWords } from './timedWords.ts'

/** `words`: of its transcript. Where there is none (null), by the times that somebody has typed into the text. `milliseconds`: 0 where nobody knows how long it is. */
export function saidWords(milliseconds: number, words: string | null, text: string): ShownWord[] {
  const timed = words === null ? null : readTimedWords(words)
  return timed ? alignWords(timed, text) : stampedLines(text, milliseconds)
}
