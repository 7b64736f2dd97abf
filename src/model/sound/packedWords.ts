/** Words with their times as they go from a worker to the page: four numbers a word, from, to, begins, ends. */
import type { ShownWord } from './alignWords.ts'

export const packWords = (words: readonly ShownWord[]): Float64Array =>
  Float64Array.from(words.flatMap(({ from, to, begins, ends }) => [from, to, begins, ends]))

export function unpackWords(numbers: Float64Array): ShownWord[] {
  const words: ShownWord[] = []
  for (let n = 0; n + 3 < numbers.length; n += 4) {
    const [from = 0, to = 0, begins = 0, ends = 0] = numbers.subarray(n, n + 4)
    words.push({ from, to, begins, ends })
  }
  return words
}
