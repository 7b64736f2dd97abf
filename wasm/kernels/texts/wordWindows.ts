/**
 * Windows of the words of texts or passages, in any order: what a word cloud and its table are read from. The counts of what was asked last
 * are kept until it changes, so that further windows, another order or another search cost no reading of the texts.
 */
import { isNumber } from '../../../src/model/rules/analysis/wordScope.ts'
import type { Slices } from '../slices.ts'
import { byCount, mostFrequent, type WordCount, withoutElision } from './wordCounts.ts'

export interface WordsAsked {
  /** Words that are left out, in any case, with either apostrophe. */
  without: readonly string[]
  /** Neither are words that consist of digits alone. */
  withoutNumbers?: boolean | undefined
  /** Only words that contain it, in any case; empty: all. */
  search: string
  /** Only words that occur so often. */
  least: number
  order: 'count' | 'word'
  descending: boolean
  offset: number
  limit: number
}

export interface WordWindow {
  /** Words that pass. */
  total: number
  /** Occurrences of all words that are not left out, whatever is searched for: what a share is a share of. */
  occurrences: number
  rows: WordCount[]
}

export interface WordWindows {
  /** `what` names what is counted; `count` counts it, where that is not what was counted last. */
  counts(what: string, count: () => Slices<Map<string, number>>): Slices<ReadonlyMap<string, number>>
  /** Of the counts told last. `fold`: as their words are folded. */
  window(counts: ReadonlyMap<string, number>, asked: WordsAsked, fold: (text: string) => string): Slices<WordWindow>
  /** What is counted has changed. */
  forget(): void
  /** Nothing is counted. */
  readonly isEmpty: boolean
}

/** Words looked at, or put in order, without a stop. */
const atOnce = 4096
/** Of a window that ends before, only words that can be in it are put in order. */
const first = 500
const collator = new Intl.Collator(undefined, { numeric: true })

const byWord = (a: WordCount, b: WordCount): number =>
  collator.compare(a.word, b.word) || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0)

export function openWordWindows(): WordWindows {
  let counted: { what: string; counts: Map<string, number> } | null = null
  let passed: { what: string; words: WordCount[]; occurrences: number } | null = null
  let ordered: { what: string; words: WordCount[] } | null = null

  const forget = () => {
    counted = null
    passed = null
    ordered = null
  }
  return {
    *counts(what, count) {
      if (counted?.what === what) return counted.counts
      forget()
      const counts = yield* count()
      counted = { what, counts }
      return counts
    },
    *window(counts, asked, fold) {
      const { without, withoutNumbers, search, least, order, descending, offset, limit } = asked
      const filter = JSON.stringify([without, withoutNumbers, search, least])
      if (passed?.what !== filter) {
        ordered = null
        passed = { what: filter, ...(yield* passing(counts, asked, fold)) }
      }
      const { words, occurrences } = passed
      const rows = (list: WordCount[]) => ({ total: words.length, occurrences, rows: list })
      if (order === 'count' && descending && offset + limit <= first)
        return rows(mostFrequent(words, offset + limit).slice(offset))
      const way = `${order} ${descending}`
      if (ordered?.what !== way) ordered = { what: way, words: yield* inOrder(words, order, descending) }
      return rows(ordered.words.slice(offset, offset + limit))
    },
    forget,
    get isEmpty() {
      return counted === null
    },
  }
}

function* passing(
  counts: ReadonlyMap<string, number>,
  { without, withoutNumbers, search, least }: WordsAsked,
  fold: (text: string) => string,
): Slices<{ words: WordCount[]; occurrences: number }> {
  const plain = (word: string) => word.replaceAll('’', "'")
  const left = new Set(without.map((word) => withoutElision(plain(fold(word)))))
  const sought = fold(search)
  const words: WordCount[] = []
  let occurrences = 0
  let seen = 0
  for (const [word, count] of counts) {
    seen += 1
    if (seen % atOnce === 0) yield
    if (left.has(word) || (word.includes('’') && left.has(plain(word)))) continue
    if (withoutNumbers && isNumber(word)) continue
    occurrences += count
    if (count >= least && word.includes(sought)) words.push({ word, count })
  }
  return { words, occurrences }
}

/** A merge sort that stops. Equal counts stay in the order of the words, descending ones too. */
function* inOrder(words: readonly WordCount[], order: 'count' | 'word', descending: boolean): Slices<WordCount[]> {
  const turned = (a: WordCount, b: WordCount) => a.count - b.count || byCount(a, b)
  const compare =
    order === 'count'
      ? descending
        ? byCount
        : turned
      : descending
        ? (a: WordCount, b: WordCount) => byWord(b, a)
        : byWord
  let runs: WordCount[][] = []
  for (let from = 0; from < words.length; from += atOnce) {
    runs.push(words.slice(from, from + atOnce).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: WordCount[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other = []] = [runs[at], runs[at + 1]]
      longer.push(yield* merged(one, other, compare))
    }
    runs = longer
  }
  return runs[0] ?? []
}

function* merged(
  one: readonly WordCount[],
  other: readonly WordCount[],
  compare: (a: WordCount, b: WordCount) => number,
): Slices<WordCount[]> {
  const all: WordCount[] = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i], other[j]]
    if (a && (!b || compare(a, b) <= 0)) {
      all.push(a)
      i += 1
    } else if (b) {
      all.push(b)
      j += 1
    }
    if (all.length % atOnce === 0) yield
  }
  return all
}
