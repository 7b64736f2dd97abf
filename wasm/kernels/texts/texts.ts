/**
 * The plain texts of all answers in memory, case folded and without vowel marks, as UTF-8: what text search and word counts read. In a memory of their own; texts
 * lie one after the other, one that has changed goes to the end. About as large as the texts themselves.
 *
 * Promises: kept by effects (a changed text is read again when it is next needed). Pointers are good until `version` changes.
 */
import type { Effect } from '../../../src/model/change.ts'
import { gapsOf, vowelMark } from '../../../src/model/text/vowelMarks.ts'
import type { Db } from '../../database/db.ts'
import { atAnswers } from '../../database/texts.ts'
import type { Kernel } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { foldedCodePoints, foldTable } from './caseFolding.ts'

export interface Texts {
  readonly kernel: Kernel
  readonly version: number
  /** Answers with a text, in the order of their ids as far as they have not changed. */
  readonly ids: readonly number[]
  /** Where the text of `ids[n]` begins, in bytes of the memory, and its length. */
  readonly offsets: Uint32Array
  readonly lengths: Uint32Array
  /** Where the marks of `ids[n]` have been (`vowelMarks.ts`); undefined: it has none, and its positions are those of the text. */
  gapsOf(place: number): Uint32Array | undefined
  /** The place of an answer in `ids`, -1 where it has no text. */
  placeOf(answerId: number): number
  /** How often each byte occurs in a sample of the texts that were read at first. */
  readonly bytes: Uint32Array
  /** The folded bytes of what is sought. */
  fold(text: string): Uint8Array
  keep(effects: readonly Effect[]): void
  /** Reads what has changed: before each question. */
  refresh(): Slices<void>
}

/** One text in so many is looked at for how often bytes occur. */
const sampled = 8
/** After a text, for kernels that read beyond its end. */
const margin = 256
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** How letters fold, and 0 for those that are left out. */
function tableOfTexts(): Uint16Array {
  const table = foldTable().slice()
  const mark = new RegExp(vowelMark, 'u')
  // They all lie in the blocks of Hebrew and Arabic.
  for (let code = 0x590; code < 0x700; code++) if (mark.test(String.fromCharCode(code))) table[code] = 0
  return table
}

/** Effects may be kept from the start: `opened` gets the texts at once. */
export function* loadTexts(kernel: Kernel, db: Db, opened: (texts: Texts) => void): Slices<Texts> {
  const table = kernel.reserve(foldedCodePoints * 2)
  new Uint16Array(kernel.bytes(table, 0).buffer, table, foldedCodePoints).set(tableOfTexts())
  const left = kernel.reserve(4)
  const histogram = kernel.reserve(1024)
  kernel.words(histogram, 256).fill(0)
  const { textBlock } = kernel.sizes
  const places = new Map<number, number>()
  const stale = new Set<number>()
  const gaps = new Map<number, Uint32Array>()
  const ids: number[] = []
  let offsets = new Uint32Array(1024)
  let lengths = new Uint32Array(1024)
  let version = 0
  /** Texts lie in blocks, the last of which takes the next one. */
  let blocks: number[] = []
  let end = 0
  let stop = 0
  let used = 0
  let dead = 0

  const makeRoom = (bytes: number) => {
    if (end + bytes <= stop) return
    const size = Math.max(textBlock, bytes)
    end = kernel.reserve(size)
    stop = end + size
    blocks.push(end)
  }
  /** Folds the bytes to the end of the texts. */
  const put = (place: number, bytes: Uint8Array) => {
    makeRoom(Math.ceil(bytes.length * 2.5) + margin)
    const raw = end + Math.ceil(bytes.length * 1.5)
    kernel.bytes(raw, bytes.length).set(bytes)
    kernel.words(left, 1).fill(0)
    const length = kernel.calls.fold(raw, bytes.length, table, end, left)
    if (kernel.words(left, 1)[0] === 0) gaps.delete(place)
    else gaps.set(place, gapsOf(decoder.decode(bytes)))
    offsets[place] = end
    lengths[place] = length
    end += length
    used += length
  }
  const placeFor = (answerId: number): number => {
    const known = places.get(answerId)
    if (known !== undefined) return known
    const place = ids.length
    if (place === offsets.length) {
      const grown = (old: Uint32Array) => {
        const fresh = new Uint32Array(old.length * 2)
        fresh.set(old)
        return fresh
      }
      offsets = grown(offsets)
      lengths = grown(lengths)
    }
    ids.push(answerId)
    places.set(answerId, place)
    return place
  }
  const read = (answerId: number) => {
    const place = places.get(answerId)
    if (place !== undefined) dead += lengths[place] as number
    let there = false
    atAnswers(db, [answerId]).each(
      'SELECT CAST(text AS BLOB) FROM answer_texts WHERE answerId = ? AND text IS NOT NULL',
      [answerId],
      (row) => {
        put(placeFor(answerId), row.bytes(0))
        there = true
      },
    )
    if (!there && place !== undefined) lengths[place] = 0
  }
  /** Moves the texts together when half of the memory holds old ones. */
  const tidy = () => {
    if (dead < textBlock || dead * 2 < used) return
    const old = blocks
    blocks = []
    end = stop = used = dead = 0
    for (let n = 0; n < ids.length; n++) {
      const length = lengths[n] as number
      makeRoom(length + margin)
      kernel.bytes(end, length).set(kernel.bytes(offsets[n] as number, length))
      offsets[n] = end
      end += length
      used += length
    }
    for (const pointer of old) kernel.free(pointer)
  }

  const texts: Texts = {
    kernel,
    ids,
    get version() {
      return version
    },
    get offsets() {
      return offsets
    },
    get lengths() {
      return lengths
    },
    get bytes() {
      return kernel.words(histogram, 256)
    },
    gapsOf: (place) => gaps.get(place),
    placeOf: (answerId) => places.get(answerId) ?? -1,
    fold: (text) => {
      const bytes = encoder.encode(text)
      const pointer = kernel.reserve(bytes.length * 3 + 16)
      const into = pointer + bytes.length
      kernel.bytes(pointer, bytes.length).set(bytes)
      const length = kernel.calls.fold(pointer, bytes.length, table, into, left)
      const folded = kernel.bytes(into, length).slice()
      kernel.free(pointer)
      return folded
    },
    keep: (effects) => {
      for (const effect of effects) {
        if (effect.op === 'edit') stale.add(effect.answerId)
        else if (effect.table === 'question_answers') stale.add(effect.id as number)
        else continue
        version += 1
      }
    },
    *refresh() {
      let room = kernel.sizes.bytesRead
      for (const answerId of stale) {
        read(answerId)
        stale.delete(answerId)
        room -= lengths[places.get(answerId) ?? 0] ?? 0
        if (room > 0) continue
        room = kernel.sizes.bytesRead
        yield
      }
      tidy()
    },
  }
  opened(texts)

  let after = Number.MIN_SAFE_INTEGER
  for (let done = false; !done; ) {
    done = true
    let room = kernel.sizes.bytesRead
    // Texts are read until the slice is full; the rest of the rows, read in vain, are few.
    for (const { answerId } of db.all<{ answerId: number }>(
      'SELECT answerId FROM answer_texts WHERE answerId > ? AND text IS NOT NULL ORDER BY answerId LIMIT 256',
      [after],
    )) {
      if (room <= 0) break
      done = false
      after = answerId
      if (!places.has(answerId)) read(answerId)
      const place = places.get(answerId) as number
      room -= lengths[place] as number
      if (place % sampled === 0) kernel.calls.histogram(offsets[place] as number, lengths[place] as number, histogram)
    }
    yield
  }
  return texts
}
