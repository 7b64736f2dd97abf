/**
 * How often each word occurs in texts, or in passages of them, whatever its case. A word is a run of letters, marks and digits, with
 * apostrophes and hyphens inside it, but without an article or pronoun that has lost its vowel (l'homme is homme); runs of scripts that
 * set no spaces between words are cut by the rules of their language.
 */
import { isUnspaced, segments } from '../../../src/model/text/segments.ts'
import type { Span } from '../../../src/model/text/span.ts'
import { placeWithout } from '../../../src/model/text/vowelMarks.ts'
import { type Hold, holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { foldedCodePoints, wordClasses } from './caseFolding.ts'
import type { Texts } from './texts.ts'

export interface WordCount {
  word: string
  count: number
}

interface WordTable {
  pointer: number
  places: number
}

const entryBytes = 16
/** Places of the table whose words are decoded at once. */
const placesAtOnce = 32_768
const whole: readonly Span[] = [{ start: 0, length: 0x7fffffff }]

/** `passages`: of these answers only their spans, ascending and apart; null: all texts. */
export function* countWords(
  texts: Texts,
  passages: ReadonlyMap<number, readonly Span[]> | null,
): Slices<Map<string, number>> {
  yield* texts.refresh()
  const { kernel } = texts
  const held = holding(kernel)
  try {
    const classes = held.reserve(foldedCodePoints >> 3)
    kernel.bytes(classes, foldedCodePoints >> 3).set(wordClasses())
    let table = emptyTable(held, 1 << 14)
    let used = 0
    let room = kernel.sizes.bytesCounted
    for (const answerId of passages ? passages.keys() : texts.ids) {
      const place = texts.placeOf(answerId)
      const length = place < 0 ? 0 : (texts.lengths[place] as number)
      if (length === 0) continue
      const spans = passages?.get(answerId) ?? whole
      const spansAt = kernel.reserve(spans.length * 8)
      kernel.ints(spansAt, spans.length * 2).set(endsOf(spans, texts.gapsOf(place)))
      // Every second byte could begin a new word.
      while ((used + length / 2) * 1.5 > table.places) table = larger(held, table)
      const text = texts.offsets[place] as number
      used += kernel.calls.countWords(text, length, spansAt, spans.length, classes, table.pointer, table.places - 1)
      kernel.free(spansAt)
      room -= length
      if (room > 0) continue
      room = kernel.sizes.bytesCounted
      yield
    }
    return yield* entries(table)
  } finally {
    held.free()
  }

  function emptyTable(of: Hold, places: number): WordTable {
    const pointer = of.reserve(places * entryBytes)
    kernel.bytes(pointer, places * entryBytes).fill(0)
    return { pointer, places }
  }
  function larger(of: Hold, old: WordTable): WordTable {
    const fresh = emptyTable(of, old.places * 2)
    kernel.calls.rehash(old.pointer, old.places - 1, fresh.pointer, fresh.places - 1)
    kernel.free(of.give(old.pointer))
    return fresh
  }
  function* entries({ pointer, places }: WordTable): Slices<Map<string, number>> {
    const counts = new Map<string, number>()
    const decoder = new TextDecoder()
    const add = (word: string, count: number) => counts.set(word, (counts.get(word) ?? 0) + count)
    for (let from = 0; from < places; from += placesAtOnce) {
      const words = kernel.words(pointer + from * entryBytes, Math.min(placesAtOnce, places - from) * 4)
      for (let at = 0; at < words.length; at += 4) {
        const count = words[at + 1] as number
        if (count === 0) continue
        const word = decoder.decode(kernel.bytes(words[at + 2] as number, words[at + 3] as number))
        if (isUnspaced(word)) for (const part of cutRun(word)) add(part, count)
        else add(withoutElision(word), count)
      }
      yield
    }
    return counts
  }
}

/** Where the spans begin and end in the text without its marks. */
function endsOf(spans: readonly Span[], gaps: Uint32Array | undefined): number[] {
  const ends = spans.flatMap(({ start, length }) => [start, start + length])
  return gaps ? ends.map((end) => placeWithout(gaps, end)) : ends
}

/** What loses its vowel in French, Italian, Catalan and Portuguese, whatever language a text is in; not before a single letter. */
const elided = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu|un|all|coll|dall|dell|nell|sull|quell|quest)['’](?=..)/iu
export const withoutElision = (run: string): string => run.replace(elided, '')

/** The words of a run of letters that has no spaces between them. */
export const cutRun = (run: string): string[] =>
  Array.from(segments(run, 'word'), ({ segment, isWordLike }) => (isWordLike ? segment : '')).filter(
    (part) => part !== '',
  )

export const byCount = (a: WordCount, b: WordCount): number =>
  b.count - a.count || (a.word < b.word ? -1 : a.word > b.word ? 1 : 0)

/** The `most` most frequent, as often then by word: only those that can be among them are sorted, since of very many most occur once. */
export function mostFrequent(counts: Iterable<WordCount>, most: number): WordCount[] {
  const all = [...counts]
  const words = new Map<number, number>()
  for (const { count } of all) words.set(count, (words.get(count) ?? 0) + 1)
  let least = 0
  let above = 0
  for (const count of [...words.keys()].sort((a, b) => b - a)) {
    if (above >= most) break
    least = count
    above += words.get(count) ?? 0
  }
  return all
    .filter(({ count }) => count >= least)
    .sort(byCount)
    .slice(0, most)
}
