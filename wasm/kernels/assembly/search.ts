// Which texts contain a string of bytes, and where. Candidates are the places where two rare bytes of it stand at their distance; sixteen at a time.

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

/**
 * Writes where the needle stands in a text, from the left, none overlapping the one before: UTF-16 units from its beginning (u32), at most
 * `room` of them. `state`: byte and unit to go on from (i32 each), 0 and 0 at first; the byte is `length` when all is done. Returns how many.
 */
export function places(
  text: usize,
  length: i32,
  needle: usize,
  size: i32,
  rare: i32,
  other: i32,
  state: usize,
  into: usize,
  room: i32,
): i32 {
  const first = i8x16.splat(load<i8>(needle + rare))
  const second = i8x16.splat(load<i8>(needle + other))
  const stop = text + length - size + 1
  let next = text + load<i32>(state)
  /** Units before `counted`, the beginning of sixteen bytes. */
  let unit = load<i32>(state, 4)
  let counted = next
  let found = 0
  for (let at = next; at < stop; at += 16) {
    let mask = i8x16.bitmask(v128.and(i8x16.eq(v128.load(at + rare), first), i8x16.eq(v128.load(at + other), second)))
    if (mask == 0) continue
    unit += unitsIn(counted, at)
    counted = at
    const bytes = v128.load(at)
    const begins = i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(-65)))
    const pairs = i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0)))
    for (; mask != 0; mask &= mask - 1) {
      const bit = ctz(mask)
      const place = at + bit
      if (place >= stop) break
      // Two bytes have been compared already.
      if (place < next || (size > 2 && memory.compare(place, needle, size) != 0)) continue
      const below = (1 << bit) - 1
      const here = unit + popcnt(begins & below) + popcnt(pairs & below)
      next = place + size
      store<u32>(into + ((<usize>found) << 2), here)
      if (++found < room) continue
      store<i32>(state, <i32>(next - text))
      store<i32>(state, here + unitsIn(place, next), 4)
      return found
    }
  }
  store<i32>(state, length)
  return found
}

/** One for each code point, two for those that UTF-16 writes as a pair. */
function unitsIn(from: usize, to: usize): i32 {
  let units = 0
  for (; from + 16 <= to; from += 16) {
    const bytes = v128.load(from)
    units += popcnt(i8x16.bitmask(i8x16.gt_s(bytes, i8x16.splat(-65))))
    units += popcnt(i8x16.bitmask(i8x16.ge_u(bytes, i8x16.splat(<i8>0xf0))))
  }
  for (; from < to; from++) {
    const byte = <i32>load<u8>(from)
    units += i32((byte & 0xc0) != 0x80) + i32(byte >= 0xf0)
  }
  return units
}
