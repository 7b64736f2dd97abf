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

interface Replacement {
  fromA: number
  toA: number
  insert: string
}

/** Ascending, disjoint replacements in units of `a`. */
export function alignTexts(a: string, b: string): Replacement[] {
  const before = sameAhead(a, b)
  const behind = sameBehind(a, b, before)
  const middle = alignMiddle(a.slice(before, a.length - behind), b.slice(before, b.length - behind))
  return middle.map((part) => ({ ...part, fromA: part.fromA + before, toA: part.toA + before }))
}

/** Most copies differ in a few words: what stands before the first of them and behind the last need not be taken apart into words. It ends with whole words. */
function sameAhead(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  if (length === most && a.length === b.length) return length
  while (length > 0 && !isSpace(a.charCodeAt(length - 1))) length -= 1
  return length
}

function sameBehind(a: string, b: string, before: number): number {
  const most = Math.min(a.length, b.length) - before
  let length = 0
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1
  while (length > 0 && !isSpace(a.charCodeAt(a.length - length))) length -= 1
  return length
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 10

function alignMiddle(a: string, b: string): Replacement[] {
  const found: Replacement[] = []
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
