/** Which answers contain a text, and where: any part of a word or a phrase, of one character or more, in any case and any script, whatever its vowel marks. */
import { placeWith, withoutMarks } from '../../../src/model/text/vowelMarks.ts'
import { holding, type Kernel } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import type { Texts } from './texts.ts'

/** The ids of the answers; for nothing sought none. */
export function* textSearch(texts: Texts, sought: string): Slices<number[]> {
  const found = yield* textsWith(texts, sought)
  return texts.ids.filter((_, n) => found[n] === 1)
}

/** A byte for each of the texts: 1 where it contains what is sought. */
export function* textsWith(texts: Texts, sought: string): Slices<Uint8Array> {
  yield* texts.refresh()
  const needle = texts.fold(sought)
  const { kernel, ids } = texts
  const count = ids.length
  if (needle.length === 0) return new Uint8Array(count)
  const pointer = kernel.reserve(count * 9 + needle.length + 64)
  try {
    const lengths = pointer + count * 4
    const hits = lengths + count * 4
    const sign = hits + count
    kernel.words(pointer, count).set(texts.offsets.subarray(0, count))
    kernel.words(lengths, count).set(texts.lengths.subarray(0, count))
    kernel.bytes(hits, count).fill(0)
    kernel.bytes(sign, needle.length).set(needle)
    const [rare, other] = rarest(needle, texts.bytes)
    for (let from = 0; from < count; ) {
      let to = from
      for (let room = kernel.sizes.bytesSearched; to < count && room > 0; to++) room -= texts.lengths[to] as number
      kernel.calls.search(0, pointer, lengths, from, to, sign, needle.length, rare, other, hits)
      from = to
      yield
    }
    return kernel.bytes(hits, count).slice()
  } finally {
    kernel.free(pointer)
  }
}

/** How often it stands in all texts together; for nothing sought never. */
export function* countPlaces(texts: Texts, sought: string): Slices<number> {
  const found = yield* textsWith(texts, sought)
  if (sought === '') return 0
  const finder = openFinder(texts, sought)
  try {
    let count = 0
    let room = texts.kernel.sizes.bytesSearched
    for (let place = 0; place < found.length; place++) {
      if (found[place] !== 1) continue
      for (const places of finder.places(place)) {
        count += places.starts.length
        room -= places.starts.length * bytesOfPlace
      }
      room -= texts.lengths[place] as number
      if (room > 0) continue
      room = texts.kernel.sizes.bytesSearched
      yield
    }
    return count
  } finally {
    finder.close()
  }
}

/** A place costs as much as that many bytes that are only looked at. */
export const bytesOfPlace = 32

/** Finds the places of one text in others; to be closed. */
export interface Finder {
  /** How long what is sought is, without vowel marks. */
  readonly size: number
  /**
   * Where it stands in the text at `place` of the texts, in UTF-16 units, from the left, none overlapping the one before; some at a time,
   * each array good until the next.
   */
  places(place: number): Iterable<Places>
  close(): void
}

/** `ends` null: each is as long as what is sought. Where a text has vowel marks, a place has those of its letters. */
export interface Places {
  starts: Uint32Array
  ends: Uint32Array | null
}

export function openFinder(texts: Texts, sought: string): Finder {
  const { kernel } = texts
  const held = holding(kernel)
  const needle = texts.fold(sought)
  const sign = held.reserve(needle.length)
  kernel.bytes(sign, needle.length).set(needle)
  const [rare, other] = rarest(needle, texts.bytes)
  const room = kernel.sizes.places
  const state = held.reserve(8)
  const into = held.reserve(room * 4)
  const size = withoutMarks(sought).length
  return {
    size,
    *places(place) {
      const length = texts.lengths[place] as number
      const text = texts.offsets[place] as number
      const gaps = texts.gapsOf(place)
      kernel.ints(state, 2).fill(0)
      while (at(kernel, state) < length) {
        const found = kernel.calls.places(text, length, sign, needle.length, rare, other, state, into, room)
        if (found > 0) yield placesWith(gaps, kernel.words(into, found), size)
      }
    },
    close: held.free,
  }
}

const placesWith = (gaps: Uint32Array | undefined, starts: Uint32Array, size: number): Places =>
  gaps
    ? {
        starts: starts.map((start) => placeWith(gaps, start)),
        ends: starts.map((start) => placeWith(gaps, start + size)),
      }
    : { starts, ends: null }

const at = (kernel: Kernel, state: number): number => kernel.ints(state, 1)[0] as number

/** The places of the two bytes that occur least in the texts; the same place twice for one byte. */
function rarest(needle: Uint8Array, occurrences: Uint32Array): [number, number] {
  const places = Array.from(needle.keys()).sort(
    (a, b) => (occurrences[needle[a] as number] as number) - (occurrences[needle[b] as number] as number),
  )
  return [places[0] as number, places[1] ?? (places[0] as number)]
}
