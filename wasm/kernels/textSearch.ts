/** Which answers contain a text: any part of a word or a phrase, of one character or more, in any case and any script. */
import type { Slices } from './slices.ts'
import type { Texts } from './texts.ts'

/** The ids of the answers; for nothing sought none. */
export function* textSearch(texts: Texts, sought: string): Slices<number[]> {
  yield* texts.refresh()
  const needle = texts.fold(sought)
  if (needle.length === 0) return []
  const { kernel, ids } = texts
  const count = ids.length
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
    const found = kernel.bytes(hits, count)
    return ids.filter((_, n) => found[n] === 1)
  } finally {
    kernel.free(pointer)
  }
}

/** The places of the two bytes that occur least in the texts; the same place twice for one byte. */
function rarest(needle: Uint8Array, occurrences: Uint32Array): [number, number] {
  const places = Array.from(needle.keys()).sort(
    (a, b) => (occurrences[needle[a] as number] as number) - (occurrences[needle[b] as number] as number),
  )
  return [places[0] as number, places[1] ?? (places[0] as number)]
}
