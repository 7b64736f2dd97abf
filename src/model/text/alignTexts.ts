/**
 * Answers, for two texts of any length that are much the same, which stretches of one became which: `diffText` gives up where there are hundreds of differences, as after
 * a name was replaced throughout a book.
 *
 * Promises: applying the result to `a` gives `b`; no surrogate pair is split. The cost grows with the texts' length, apart from what `diffText` does between two anchors.
 */
import { diffText } from './diff.ts'

/** So many words in a row, which stand once in each text, are the same place in both. */
const run = 4
const words = /[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}\s]/gu

interface Word {
  word: string
  from: number
}

/** Ascending, disjoint replacements in units of `a`. */
export function alignTexts(a: string, b: string): { fromA: number; toA: number; insert: string }[] {
  const found: { fromA: number; toA: number; insert: string }[] = []
  let doneA = 0
  let doneB = 0
  for (const { a: toA, b: toB } of [...anchors(wordsOf(a), wordsOf(b)), { a: a.length, b: b.length }]) {
    const [left, right] = [a.slice(doneA, toA), b.slice(doneB, toB)]
    if (left !== right)
      for (const part of diffText(left, right))
        found.push({ ...part, fromA: part.fromA + doneA, toA: part.toA + doneA })
    doneA = toA
    doneB = toB
  }
  return found
}

const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(words), ({ 0: word, index }) => ({ word, from: index }))

/** Beginnings of runs that stand once in each, in an order that is ascending in both: the longest such list. */
function anchors(a: readonly Word[], b: readonly Word[]): { a: number; b: number }[] {
  const inB = onceOf(b)
  const pairs: { a: number; b: number }[] = []
  for (const [words, at] of onceOf(a)) {
    const other = inB.get(words)
    if (at >= 0 && other !== undefined && other >= 0) pairs.push({ a: at, b: other })
  }
  pairs.sort((one, other) => one.a - other.a)
  return longestAscending(pairs).map(({ a: atA, b: atB }) => ({ a: a[atA]?.from ?? 0, b: b[atB]?.from ?? 0 }))
}

/** The number of the first word of each run; −1 where it stands several times. */
function onceOf(all: readonly Word[]): Map<string, number> {
  const found = new Map<string, number>()
  for (let at = 0; at + run <= all.length; at += 1) {
    let words = ''
    for (let n = 0; n < run; n += 1) words += `${all[at + n]?.word} `
    found.set(words, found.has(words) ? -1 : at)
  }
  return found
}

/** By patience: the ends of piles are searched by halves. */
function longestAscending<P extends { b: number }>(pairs: readonly P[]): P[] {
  const piles: { pair: P; before: number }[] = []
  const ends: number[] = []
  for (const pair of pairs) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((piles[ends[middle] as number] as { pair: P }).pair.b < pair.b) low = middle + 1
      else high = middle
    }
    piles.push({ pair, before: low > 0 ? (ends[low - 1] as number) : -1 })
    ends[low] = piles.length - 1
  }
  const longest: P[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = piles[at]?.before ?? -1) longest.push((piles[at] as { pair: P }).pair)
  return longest.reverse()
}
