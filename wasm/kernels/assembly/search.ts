// Which texts contain a string of bytes. Candidates are the places where two rare bytes of it stand at their distance; sixteen at a time.

/** How often each byte occurs (256 u32, added to). */
export function histogram(text: usize, length: i32, counts: usize): void {
  for (let i: i32 = 0; i < length; i++) {
    const cell = counts + ((<usize>load<u8>(text + i)) << 2)
    store<u32>(cell, load<u32>(cell) + 1)
  }
}

/**
 * Writes 1 to `hits` for each of the texts from..to (`offsets` and `lengths`, u32; `base`: where offsets begin) that holds the needle.
 * `rare` and `other` are places within the needle. At least 96 bytes must be readable after the last text.
 */
export function search(
  base: usize,
  offsets: usize,
  lengths: usize,
  from: i32,
  to: i32,
  needle: usize,
  length: i32,
  rare: i32,
  other: i32,
  hits: usize,
): void {
  const first = i8x16.splat(load<i8>(needle + rare))
  const second = i8x16.splat(load<i8>(needle + other))
  for (let n = from; n < to; n++) {
    const begin = base + load<u32>(offsets + ((<usize>n) << 2))
    const size = <i32>load<u32>(lengths + ((<usize>n) << 2)) - length + 1
    if (size <= 0) continue
    const stop = begin + size
    let at = begin
    let found: u8 = 0
    while (at < stop) {
      const a = v128.and(i8x16.eq(v128.load(at + rare), first), i8x16.eq(v128.load(at + other), second))
      const b = v128.and(i8x16.eq(v128.load(at + rare, 16), first), i8x16.eq(v128.load(at + other, 16), second))
      const c = v128.and(i8x16.eq(v128.load(at + rare, 32), first), i8x16.eq(v128.load(at + other, 32), second))
      const d = v128.and(i8x16.eq(v128.load(at + rare, 48), first), i8x16.eq(v128.load(at + other, 48), second))
      if (v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
        if (
          verify(i8x16.bitmask(a), at, stop, needle, length) ||
          verify(i8x16.bitmask(b), at + 16, stop, needle, length) ||
          verify(i8x16.bitmask(c), at + 32, stop, needle, length) ||
          verify(i8x16.bitmask(d), at + 48, stop, needle, length)
        ) {
          found = 1
          break
        }
      }
      at += 64
    }
    store<u8>(hits + n, found)
  }
}

function verify(mask: i32, at: usize, stop: usize, needle: usize, length: i32): bool {
  while (mask != 0) {
    const place = at + ctz(mask)
    if (place >= stop) return false
    if (memory.compare(place, needle, length) == 0) return true
    mask &= mask - 1
  }
  return false
}
