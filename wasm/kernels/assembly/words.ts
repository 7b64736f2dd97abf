// How often each word occurs. A word is a run of letters, marks and digits; an apostrophe or a hyphen between two of them belongs to it.
// Entries of the table are 16 bytes: hash, count, pointer to the first bytes seen, their length; a count of 0 is a free place.

const HASH: u32 = 16777619

/**
 * Counts the words of a folded text within `spans` (pairs of i32, half-open, in UTF-16 units, ascending, apart). `classes` has a bit for each code point
 * below 0x20000 that is part of words. The table has `mask` + 1 places and room for all words of the text. Returns the new ones.
 */
export function countWords(
  text: usize,
  length: i32,
  spans: usize,
  spanCount: i32,
  classes: usize,
  table: usize,
  mask: u32,
): i32 {
  let fresh = 0
  let at = text
  const stop = text + length
  let unit = 0
  let span = 0
  let from = spanCount > 0 ? load<i32>(spans) : 0
  let to = spanCount > 0 ? load<i32>(spans, 4) : 0
  let word: usize = 0
  let wordEnd: usize = 0
  let hash: u32 = 2166136261
  /** Where an apostrophe or a hyphen after the word ends, while it is not known whether the word goes on. */
  let joint: usize = 0
  while (span < spanCount) {
    let code: u32 = 0
    let bytes = 0
    if (at < stop) {
      const lead = <u32>load<u8>(at)
      if (lead < 0x80) {
        code = lead
        bytes = 1
      } else if (lead < 0xe0) {
        code = ((lead & 0x1f) << 6) | (load<u8>(at, 1) & 0x3f)
        bytes = 2
      } else if (lead < 0xf0) {
        code = ((lead & 0x0f) << 12) | ((<u32>load<u8>(at, 1) & 0x3f) << 6) | (load<u8>(at, 2) & 0x3f)
        bytes = 3
      } else {
        code =
          ((lead & 0x07) << 18) |
          ((<u32>load<u8>(at, 1) & 0x3f) << 12) |
          ((<u32>load<u8>(at, 2) & 0x3f) << 6) |
          (load<u8>(at, 3) & 0x3f)
        bytes = 4
      }
    }
    const inside = at < stop && unit >= from && unit < to
    const isWord = inside && isOfWords(code, classes)
    if (isWord) {
      if (word == 0) {
        word = at
        hash = 2166136261
      } else if (joint != 0) {
        for (let p = wordEnd; p < joint; p++) hash = (hash ^ load<u8>(p)) * HASH
      }
      joint = 0
      for (let p = at; p < at + bytes; p++) hash = (hash ^ load<u8>(p)) * HASH
      wordEnd = at + bytes
    } else if (word != 0) {
      if (inside && joint == 0 && (code == 0x27 || code == 0x2019 || code == 0x2d)) joint = at + bytes
      else {
        fresh += add(word, <u32>(wordEnd - word), hash, 1, table, mask)
        word = 0
        joint = 0
      }
    }
    if (at >= stop) break
    at += bytes
    unit += bytes == 4 ? 2 : 1
    while (span < spanCount && unit >= to) {
      if (word != 0) {
        fresh += add(word, <u32>(wordEnd - word), hash, 1, table, mask)
        word = 0
        joint = 0
      }
      span++
      if (span < spanCount) {
        from = load<i32>(spans + ((<usize>span) << 3))
        to = load<i32>(spans + ((<usize>span) << 3), 4)
      }
    }
  }
  return fresh
}

/** The planes above the table: Han characters, and at 0xe0100 the marks that choose their variants. */
function isOfWords(code: u32, classes: usize): bool {
  if (code < 0x20000) return ((load<u8>(classes + (code >> 3)) >> <u8>(code & 7)) & 1) != 0
  return code < 0x40000 || (code >= 0xe0100 && code < 0xe01f0)
}

function add(word: usize, length: u32, hash: u32, count: u32, table: usize, mask: u32): i32 {
  let place = hash & mask
  let entry = table + ((<usize>place) << 4)
  while (load<u32>(entry, 4) != 0) {
    if (
      load<u32>(entry) == hash &&
      load<u32>(entry, 12) == length &&
      memory.compare(load<u32>(entry, 8), word, length) == 0
    ) {
      store<u32>(entry, load<u32>(entry, 4) + count, 4)
      return 0
    }
    place = (place + 1) & mask
    entry = table + ((<usize>place) << 4)
  }
  store<u32>(entry, hash)
  store<u32>(entry, count, 4)
  store<u32>(entry, <u32>word, 8)
  store<u32>(entry, length, 12)
  return 1
}

/** Puts the entries of one table into another, empty one. */
export function rehash(from: usize, mask: u32, to: usize, toMask: u32): void {
  for (let place: u32 = 0; place <= mask; place++) {
    const entry = from + ((<usize>place) << 4)
    const count = load<u32>(entry, 4)
    if (count != 0) add(load<u32>(entry, 8), load<u32>(entry, 12), load<u32>(entry), count, to, toMask)
  }
}
