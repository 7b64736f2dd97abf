// What lies together with a quirk: in an answer, or on the same words. `ofQuirk` holds 1 for each quirk that is sought (a byte each). Rows of an
// answer lie together, ascending by start; `offsets` and `counts` (i32) say where.

/** Whether each of the answers from..to has a row of such a quirk: 1 or 0 in `found`, a byte each. */
export function groupsWith(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  quirks: usize,
  ofQuirk: usize,
  found: usize,
): void {
  for (let group = from; group < to; group++) {
    let row = <usize>load<i32>(offsets + ((<usize>group) << 2))
    const last = row + load<i32>(counts + ((<usize>group) << 2))
    while (row < last && load<u8>(ofQuirk + load<u32>(quirks + (row << 2))) == 0) row++
    store<u8>(found + group, u8(row < last))
  }
}

/**
 * Joins to `kept` (a byte a row, 1 or 0; `or`: else and) whether another row of such a quirk shares a unit with the row; with `not` (1) whether none
 * does. An empty row shares nothing.
 */
export function overlapRows(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  starts: usize,
  ends: usize,
  quirks: usize,
  ofQuirk: usize,
  not: i32,
  or: i32,
  kept: usize,
): void {
  for (let group = from; group < to; group++) {
    const first = load<i32>(offsets + ((<usize>group) << 2))
    const last = first + load<i32>(counts + ((<usize>group) << 2))
    // What has been let go is not taken up again by and.
    if (!or && !anyKept(kept + first, kept + last)) continue
    // Without a branch for each row: half of them would be foretold wrong.
    /** Where the nearest of the later rows that are sought begins. */
    let next = i32.MAX_VALUE
    for (let row = last - 1; row >= first; row--) {
      const at = (<usize>row) << 2
      const start = load<i32>(starts + at)
      const end = load<i32>(ends + at)
      const whole = i32(start < end)
      store<u8>(kept + row, <i32>load<u8>(kept + row) | ((i32(next < end) & whole) << 1))
      next = select(start, next, <i32>load<u8>(ofQuirk + load<u32>(quirks + at)) & whole)
    }
    // None in this answer: all of it is decided.
    if (next == i32.MAX_VALUE) {
      if (not == or) memory.fill(kept + first, <u8>or, last - first)
      continue
    }
    /** The furthest end of the earlier ones. */
    let reach = 0
    for (let row = first; row < last; row++) {
      const at = (<usize>row) << 2
      const start = load<i32>(starts + at)
      const end = load<i32>(ends + at)
      const whole = i32(start < end)
      const before = <i32>load<u8>(kept + row)
      const mine = ((before >> 1) | (i32(reach > start) & whole)) ^ not
      store<u8>(kept + row, select((before & 1) | mine, before & mine, or))
      reach = select(max(end, reach), reach, <i32>load<u8>(ofQuirk + load<u32>(quirks + at)) & whole)
    }
  }
}

/** Whether a byte from..to is not 0. */
function anyKept(from: usize, to: usize): bool {
  let at = from
  for (; at + 8 <= to; at += 8) if (load<u64>(at) != 0) return true
  for (; at < to; at++) if (load<u8>(at) != 0) return true
  return false
}
