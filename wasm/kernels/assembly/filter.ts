// Which highlights filters let through. A stage is 40 bytes: joined by or (i32; else and), tables of a byte an answer, a quirk, an author
// (u32 pointers), what of a row is to be looked at (1 its quirk, 2 its author, 4 its time) and whether the time must lie outside of the period
// (i32), its ends, half-open (f64). Where the stage does not ask for something, its table is full of 1 (or: 0) and the period everything (or:
// nothing).

/** Joins what a stage says of each row of the answers from..to to `kept` (a byte a row, 1 or 0). Without a branch for each row. */
export function filterRows(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  quirks: usize,
  authors: usize,
  times: usize,
  stage: usize,
  kept: usize,
): void {
  const or = load<i32>(stage) != 0
  const ofAnswer = <usize>load<u32>(stage, 4)
  const ofQuirk = <usize>load<u32>(stage, 8)
  const ofAuthor = <usize>load<u32>(stage, 12)
  const asked = load<i32>(stage, 16)
  const byTable = asked == 1 || asked == 2
  const column = asked == 2 ? authors : quirks
  const table = asked == 2 ? ofAuthor : ofQuirk
  const outside = load<i32>(stage, 20)
  const earliest = load<f64>(stage, 24)
  const latest = load<f64>(stage, 32)
  for (let group = from; group < to; group++) {
    let row = <usize>load<i32>(offsets + ((<usize>group) << 2))
    const last = row + load<i32>(counts + ((<usize>group) << 2))
    if ((load<u8>(ofAnswer + group) != 0) == or) {
      // The answer alone decides: 1 for or, 0 for and.
      memory.fill(kept + row, or ? 1 : 0, last - row)
    } else if (asked == 0) {
      // It says nothing of rows: all of these stay as they are.
    } else if (byTable && !or) {
      for (; row < last; row++)
        store<u8>(kept + row, load<u8>(kept + row) & load<u8>(table + load<u32>(column + (row << 2))))
    } else if (byTable) {
      for (; row < last; row++)
        store<u8>(kept + row, load<u8>(kept + row) | load<u8>(table + load<u32>(column + (row << 2))))
    } else if (asked == 4) {
      for (; row < last; row++) {
        const time = load<f64>(times + (row << 3))
        const inside = (i32(time >= earliest) & i32(time < latest)) ^ outside
        const before = <i32>load<u8>(kept + row)
        store<u8>(kept + row, select(before | inside, before & inside, or))
      }
    } else if (!or) {
      for (; row < last; row++) {
        const time = load<f64>(times + (row << 3))
        const inside = (i32(time >= earliest) & i32(time < latest)) ^ outside
        const quirk = <i32>load<u8>(ofQuirk + load<u32>(quirks + (row << 2)))
        const author = <i32>load<u8>(ofAuthor + load<u32>(authors + (row << 2)))
        store<u8>(kept + row, <i32>load<u8>(kept + row) & inside & quirk & author)
      }
    } else {
      for (; row < last; row++) {
        const time = load<f64>(times + (row << 3))
        const inside = (i32(time >= earliest) & i32(time < latest)) ^ outside
        const quirk = <i32>load<u8>(ofQuirk + load<u32>(quirks + (row << 2)))
        const author = <i32>load<u8>(ofAuthor + load<u32>(authors + (row << 2)))
        store<u8>(kept + row, <i32>load<u8>(kept + row) | inside | quirk | author)
      }
    }
  }
}

/** Adds the kept rows to the counts of their quirks and of their answers (u32). */
export function countRows(
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  quirks: usize,
  kept: usize,
  ofQuirk: usize,
  ofAnswer: usize,
): void {
  for (let group = from; group < to; group++) {
    const first = load<i32>(offsets + ((<usize>group) << 2))
    const last = first + load<i32>(counts + ((<usize>group) << 2))
    let found: u32 = 0
    for (let row = first; row < last; row++) {
      const one: u32 = load<u8>(kept + row)
      const cell = ofQuirk + ((<usize>load<i32>(quirks + ((<usize>row) << 2))) << 2)
      store<u32>(cell, load<u32>(cell) + one)
      found += one
    }
    store<u32>(ofAnswer + ((<usize>group) << 2), found)
  }
}

/**
 * Rows first..last of an answer, by their start, and places of a text in it (u32, ascending, apart; their ends at `placeEnds`, or where that
 * is 0 of `size` units each). A kept row (1)
 * that shares a unit with one becomes 3. Moves the places that no kept row shares a unit with to the front, and returns how many they are.
 */
export function touchRows(
  starts: usize,
  ends: usize,
  first: i32,
  last: i32,
  places: usize,
  count: i32,
  placeEnds: usize,
  size: i32,
  kept: usize,
): i32 {
  let next = 0
  for (let row = <usize>first; row < <usize>last; row++) {
    const start = load<i32>(starts + (row << 2))
    const end = load<i32>(ends + (row << 2))
    if (load<u8>(kept + row) == 0 || start == end) continue
    while (next < count && endOf(next, places, placeEnds, size) <= start) next++
    if (next == count) break
    if (load<i32>(places + ((<usize>next) << 2)) < end) store<u8>(kept + row, 3)
  }
  let bare = 0
  let row = <usize>first
  /** The furthest end of the kept rows that begin before the place ends. */
  let reach = 0
  for (let n = 0; n < count; n++) {
    const place = load<i32>(places + ((<usize>n) << 2))
    const placeEnd = endOf(n, places, placeEnds, size)
    for (; row < <usize>last && load<i32>(starts + (row << 2)) < placeEnd; row++) {
      const end = load<i32>(ends + (row << 2))
      if (end > reach && end > load<i32>(starts + (row << 2)) && load<u8>(kept + row) != 0) reach = end
    }
    if (reach > place) continue
    store<i32>(places + ((<usize>bare) << 2), place)
    if (placeEnds != 0) store<i32>(placeEnds + ((<usize>bare) << 2), placeEnd)
    bare++
  }
  return bare
}

function endOf(place: i32, starts: usize, ends: usize, size: i32): i32 {
  const at = (<usize>place) << 2
  return ends == 0 ? load<i32>(starts + at) + size : load<i32>(ends + at)
}

/** Of the rows below `end`, those that were touched stay kept. */
export function keepTouched(kept: usize, end: i32): void {
  const stop = kept + end
  for (let at = kept; at < stop; at++) store<u8>(at, load<u8>(at) >> 1)
}
