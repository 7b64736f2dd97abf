// Pairs of highlights of one answer whose half-open ranges have a character in common: none with an empty one. Rows of an answer lie together, ascending by start; `offsets` and
// `counts` (i32) say where. `longest` (i32) is at least the longest range of each answer. A matrix (u32, `width` wide) holds the pairs
// of two quirks at [lower][higher].

/** Adds `by` for every pair. */
export function sweep(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  starts: usize,
  ends: usize,
  quirks: usize,
  width: i32,
  matrix: usize,
  by: i32,
): void {
  for (let group = from; group < to; group++) {
    const first = (<usize>load<i32>(offsets + ((<usize>group) << 2))) << 2
    const stop = first + ((<usize>load<i32>(counts + ((<usize>group) << 2))) << 2)
    const empties = anyEmpty(starts, ends, first, stop)
    for (let i = first; i < stop; i += 4) {
      const end = load<i32>(ends + i)
      const one = load<i32>(quirks + i)
      for (let j = i + 4; j < stop && load<i32>(starts + j) < end; j += 4) {
        if (empties && load<i32>(starts + j) == load<i32>(ends + j)) continue
        const other = load<i32>(quirks + j)
        const cell = matrix + ((<usize>min(one, other) * <usize>width + <usize>max(one, other)) << 2)
        store<u32>(cell, load<u32>(cell) + by)
      }
    }
  }
}

/** Whether one of the rows has no character: rare, so that it is not asked again for every pair. `first` and `stop` in bytes. */
function anyEmpty(starts: usize, ends: usize, first: usize, stop: usize): bool {
  let at = first
  for (; at + 16 <= stop; at += 16)
    if (v128.any_true(i32x4.eq(v128.load(starts + at), v128.load(ends + at)))) return true
  for (; at < stop; at += 4) if (load<i32>(starts + at) == load<i32>(ends + at)) return true
  return false
}

/** For more quirks than a whole matrix has room for: the pairs whose lower quirk lies in [low, high), at [lower - low][higher]. */
export function sweepBlock(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  starts: usize,
  ends: usize,
  quirks: usize,
  low: i32,
  high: i32,
  width: i32,
  block: usize,
): void {
  for (let group = from; group < to; group++) {
    const first = load<i32>(offsets + ((<usize>group) << 2))
    const last = first + load<i32>(counts + ((<usize>group) << 2))
    for (let i = first; i < last; i++) {
      const end = load<i32>(ends + ((<usize>i) << 2))
      const one = load<i32>(quirks + ((<usize>i) << 2))
      for (let j = i + 1; j < last && load<i32>(starts + ((<usize>j) << 2)) < end; j++) {
        const other = load<i32>(quirks + ((<usize>j) << 2))
        const lower = min(one, other)
        if (lower < low || lower >= high || isEmpty(starts, ends, j)) continue
        const cell = block + ((<usize>(lower - low) * <usize>width + max(one, other)) << 2)
        store<u32>(cell, load<u32>(cell) + 1)
      }
    }
  }
}

/**
 * Writes the pairs i < j of the quirks from..to that are not zero to `into` as (i, j, count), as long as a whole row fits into `room`
 * triples; returns the first row not done. `matrix`: the row of `from`. How many were written stands at `written`.
 */
export function pairs(
  width: i32,
  used: i32,
  matrix: usize,
  from: i32,
  to: i32,
  into: usize,
  room: i32,
  written: usize,
): i32 {
  let found = 0
  let row = from
  while (row < to && room - found > used - row) {
    const mine = matrix + ((<usize>(row - from) * width) << 2)
    for (let column = row + 1; column < used; column++) {
      // Written always and counted where it is a pair: a branch here is mostly foretold wrong.
      const count = load<u32>(mine + ((<usize>column) << 2))
      const triple = into + <usize>found * 12
      store<u32>(triple, row)
      store<u32>(triple, column, 4)
      store<u32>(triple, count, 8)
      found += i32(count != 0)
    }
    row++
  }
  store<i32>(written, found)
  return row
}

/** Adds to `found[q]` the pairs of each row of `quirk` with a row of q; pairs within `quirk` once. */
export function against(
  quirk: i32,
  offsets: usize,
  counts: usize,
  longest: usize,
  from: i32,
  to: i32,
  starts: usize,
  ends: usize,
  quirks: usize,
  found: usize,
): void {
  const sought = i32x4.splat(quirk)
  for (let group = from; group < to; group++) {
    const first = load<i32>(offsets + ((<usize>group) << 2))
    const last = first + load<i32>(counts + ((<usize>group) << 2))
    const reach = load<i32>(longest + ((<usize>group) << 2))
    let i = first
    while (i < last) {
      // Four rows at a time: most are of other quirks. What lies after the last row belongs to others and is looked at singly.
      if (i + 4 <= last && !v128.any_true(i32x4.eq(v128.load(quirks + ((<usize>i) << 2)), sought))) {
        i += 4
        continue
      }
      const at = (<usize>i) << 2
      if (load<i32>(quirks + at) == quirk) {
        const start = load<i32>(starts + at)
        const end = load<i32>(ends + at)
        for (let j = i + 1; j < last; j++) {
          if (load<i32>(starts + ((<usize>j) << 2)) >= end) break
          if (isEmpty(starts, ends, j)) continue
          const cell = found + ((<usize>load<i32>(quirks + ((<usize>j) << 2))) << 2)
          store<u32>(cell, load<u32>(cell) + 1)
        }
        for (let j = i - 1; j >= first && start < end; j--) {
          if (load<i32>(starts + ((<usize>j) << 2)) <= start - reach) break
          if (load<i32>(ends + ((<usize>j) << 2)) <= start) continue
          const other = load<i32>(quirks + ((<usize>j) << 2))
          if (other == quirk) continue
          const cell = found + ((<usize>other) << 2)
          store<u32>(cell, load<u32>(cell) + 1)
        }
      }
      i++
    }
  }
}

function isEmpty(starts: usize, ends: usize, row: i32): bool {
  return load<i32>(starts + ((<usize>row) << 2)) == load<i32>(ends + ((<usize>row) << 2))
}

/** A row of `quirk` at [start, end) comes (`by` = 1) or goes (-1): the matrix follows. The row itself must not lie among the others. */
export function touch(
  first: i32,
  count: i32,
  reach: i32,
  starts: usize,
  ends: usize,
  quirks: usize,
  quirk: i32,
  start: i32,
  end: i32,
  width: i32,
  matrix: usize,
  by: i32,
): void {
  if (start == end) return
  const last = first + count
  let low = first
  let high = last
  while (low < high) {
    const middle = (low + high) >> 1
    if (load<i32>(starts + ((<usize>middle) << 2)) > start - reach) high = middle
    else low = middle + 1
  }
  for (let j = low; j < last; j++) {
    const at = (<usize>j) << 2
    if (load<i32>(starts + at) >= end) break
    if (load<i32>(ends + at) <= start || isEmpty(starts, ends, j)) continue
    const other = load<i32>(quirks + at)
    const cell = matrix + ((<usize>min(quirk, other) * <usize>width + <usize>max(quirk, other)) << 2)
    store<u32>(cell, load<u32>(cell) + by)
  }
}
