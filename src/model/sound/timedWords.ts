/**
 * Words as they were transcribed, and when each was said: the column `transcripts.words`, which never changes. What is shown of the text may be another
 * by now, and is aligned to them when it is played (`alignWords.ts`).
 *
 * Promises: `readTimedWords(writeTimedWords(t))` is `t`; words are in the order of the text, and none lies outside of it. Times are whole ms from the
 * beginning of the recording, positions UTF-16 units, both half-open.
 */

/** A word, or a whole line where nobody knows the times of its words. */
export interface TimedWord {
  /** In the text as it was transcribed. */
  from: number
  to: number
  begins: number
  ends: number
}

export interface TimedText {
  text: string
  words: readonly TimedWord[]
}

/** `at` and `ms` have two numbers a word, where it begins and where it ends, each as the difference from the number before it: so they are short. */
interface Written {
  text: string
  at: number[]
  ms: number[]
}

export function writeTimedWords({ text, words }: TimedText): string {
  const written: Written = {
    text,
    at: differences(words.flatMap(({ from, to }) => [from, to])),
    ms: differences(words.flatMap(({ begins, ends }) => [begins, ends])),
  }
  return JSON.stringify(written)
}

/** null: it is none, as what another program has written there. */
export function readTimedWords(json: string): TimedText | null {
  const written = parsed(json)
  if (!written || typeof written.text !== 'string') return null
  const [at, ms] = [sums(written.at), sums(written.ms)]
  if (!at || !ms || at.length !== ms.length || at.length % 2 !== 0) return null
  const words = Array.from({ length: at.length / 2 }, (_, n) => ({
    from: at[2 * n] as number,
    to: at[2 * n + 1] as number,
    begins: ms[2 * n] as number,
    ends: ms[2 * n + 1] as number,
  }))
  return areWithin(words, written.text.length) ? { text: written.text, words } : null
}

function parsed(json: string): Partial<Written> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const differences = (numbers: readonly number[]): number[] => numbers.map((value, n) => value - (numbers[n - 1] ?? 0))

function sums(values: unknown): number[] | null {
  if (!Array.isArray(values)) return null
  let sum = 0
  const all = values.map((value: unknown) => {
    sum += typeof value === 'number' ? value : Number.NaN
    return sum
  })
  return all.every((value) => Number.isSafeInteger(value)) ? all : null
}

function areWithin(words: readonly TimedWord[], length: number): boolean {
  let done = 0
  return words.every(({ from, to, begins, ends }) => {
    const fits = from >= done && to >= from && to <= length && begins >= 0 && ends >= begins
    done = to
    return fits
  })
}
