// Pairs of highlights of one answer whose half-open ranges have a character in common: none with an empty one. Rows of an answer lie together, ascending by start; `offsets` and
// `counts` (i32) say where; up to eight rows are read at once, also beyond the last one. `longest` (i32) is at least the longest range of each answer. A matrix (u32, `width` wide) holds the pairs
// of two quirks at [lower][higher].

/**
 * Adds `by` for every pair. `cells`: room for `room` cells (u32) and eight more.
 *
 * How many rows overlap the next one nobody foretells, and most cells are far away. So pairs are not counted where they are found: the cells of
 * eight rows are written at once, as many are kept as overlap, and a whole room of them is counted without a branch, many waiting for memory together.
 */
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
  cells: usize,
  room: i32,
): void {
  const full = cells + ((<usize>room) << 2)
  const widths = i32x4.splat(width)
  let next = cells
  for (let group = from; group < to; group++) {
    const first = (<usize>load<i32>(offsets + ((<usize>group) << 2))) << 2
    const stop = first + ((<usize>load<i32>(counts + ((<usize>group) << 2))) << 2)
    if (anyEmpty(starts, ends, first, stop)) {
      sweepBlock(offsets, counts, group, group + 1, starts, ends, quirks, 0, width, width, matrix, by)
      continue
    }
    for (let i = first; i < stop; i += 4) {
      const end = i32x4.splat(load<i32>(ends + i))
      const one = i32x4.splat(load<i32>(quirks + i))
      let found = 8
      for (let j = i + 4; found == 8; j += 32) {
        v128.store(next, cellsOf(one, v128.load(quirks + j), widths))
        v128.store(next, cellsOf(one, v128.load(quirks + j, 16), widths), 16)
        // Ascending by start, the first ones are those that overlap; after `stop` stand rows of others.
        const four = i32x4.lt_s(v128.load(starts + j), end)
        const more = i32x4.lt_s(v128.load(starts + j, 16), end)
        found = min(ctz(~i16x8.bitmask(i16x8.narrow_i32x4_s(four, more))), <i32>(stop - j) >> 2)
        next += (<usize>found) << 2
        if (next < full) continue
        addAll(matrix, cells, next, by)
        next = cells
      }
    }
  }
  addAll(matrix, cells, next, by)
}

function cellsOf(one: v128, other: v128, widths: v128): v128 {
  return i32x4.add(i32x4.mul(i32x4.min_s(one, other), widths), i32x4.max_s(one, other))
}

function addAll(matrix: usize, cells: usize, end: usize, by: i32): void {
  for (let at = cells; at < end; at += 4) add(matrix, load<u32>(at), by)
}

/** Whether one of the rows has no character: rare, so that it is not asked again for every pair. `first` and `stop` in bytes. */
function anyEmpty(starts: usize, ends: usize, first: usize, stop: usize): bool {
  let at = first
  for (; at + 16 <= stop; at += 16)
    if (v128.any_true(i32x4.eq(v128.load(starts + at), v128.load(ends + at)))) return true
  for (; at < stop; at += 4) if (load<i32>(starts + at) == load<i32>(ends + at)) return true
  return false
}

/** The same of the pairs whose lower quirk lies in [low, high), at [lower - low][higher] of `block`: for more quirks than a whole matrix has room for. */
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
  by: i32,
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
        store<u32>(cell, load<u32>(cell) + by)
      }
    }
  }
}

/** How many pairs of two quirks `pairs` would write if every quirk had an index. */
export function countPairs(width: i32, used: i32, matrix: usize, from: i32, to: i32): i32 {
  let found = 0
  for (let row = from; row < to; row++) {
    const mine = matrix + ((<usize>(row - from) * width) << 2)
    const end = mine + ((<usize>used) << 2)
    let at = mine + ((<usize>row + 1) << 2)
    let four = i32x4.splat(0)
    for (; at + 16 <= end; at += 16) four = i32x4.sub(four, i32x4.ne(v128.load(at), i32x4.splat(0)))
    found += i32x4.extract_lane(four, 0) + i32x4.extract_lane(four, 1)
    found += i32x4.extract_lane(four, 2) + i32x4.extract_lane(four, 3)
    for (; at < end; at += 4) found += i32(load<u32>(at) != 0)
  }
  return found
}

/**
 * Writes the pairs of the quirks from..to with higher ones that are not zero to `into` as (lower index, higher index, count), as long as a whole row fits
 * into `room` triples; returns the first row not done. `matrix`: the row of `from`. `indexes` (i32): of each quirk, below 0: it is left out.
 * How many were written stands at `written`.
 */
export function pairs(
  width: i32,
  used: i32,
  matrix: usize,
  from: i32,
  to: i32,
  indexes: usize,
  into: usize,
  room: i32,
  written: usize,
): i32 {
  let found = 0
  let row = from
  while (row < to && room - found > used - row) {
    const mine = matrix + ((<usize>(row - from) * width) << 2)
    const one = load<i32>(indexes + ((<usize>row) << 2))
    for (let column = row + 1; column < used; column++) {
      // Written always and counted where it is a pair: a branch here is mostly foretold wrong.
      const count = load<u32>(mine + ((<usize>column) << 2))
      const other = load<i32>(indexes + ((<usize>column) << 2))
      const triple = into + <usize>found * 12
      store<u32>(triple, min(one, other))
      store<u32>(triple, max(one, other), 4)
      store<u32>(triple, count, 8)
      found += i32(count != 0) & i32((one | other) >= 0)
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
    const first = (<usize>load<i32>(offsets + ((<usize>group) << 2))) << 2
    const stop = first + ((<usize>load<i32>(counts + ((<usize>group) << 2))) << 2)
    const reach = load<i32>(longest + ((<usize>group) << 2))
    for (let four = first; four < stop; four += 16) {
      let rows = i32x4.bitmask(i32x4.eq(v128.load(quirks + four), sought))
      if (stop - four < 16) rows &= (1 << (<i32>(stop - four) >> 2)) - 1
      for (; rows != 0; rows &= rows - 1) {
        const i = four + ((<usize>ctz(rows)) << 2)
        const start = load<i32>(starts + i)
        const end = load<i32>(ends + i)
        if (start == end) continue
        // Added without asking, 1 where it overlaps and 0 where it does not: the counts are few and near.
        for (let j = i + 4; j < stop && load<i32>(starts + j) < end; j += 4)
          add(found, load<u32>(quirks + j), i32(load<i32>(starts + j) != load<i32>(ends + j)))
        for (let j = i; j > first && load<i32>(starts + j - 4) > start - reach; j -= 4) {
          const other = load<i32>(quirks + j - 4)
          add(found, other, i32(load<i32>(ends + j - 4) > start) & i32(other != quirk))
        }
      }
    }
  }
}

function add(counts: usize, index: u32, by: i32): void {
  const cell = counts + ((<usize>index) << 2)
  store<u32>(cell, load<u32>(cell) + by)
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
