// Rows in an order: chosen answer by answer, then sorted by keys, stably, 11 bits at a time.

/** Writes the rows of the answers `order[from..to]` that pass to `rows`; returns how many. `kept` 0: all; `chosen` 0: every quirk. */
export function gather(
  order: usize,
  offsets: usize,
  counts: usize,
  from: i32,
  to: i32,
  quirks: usize,
  chosen: usize,
  kept: usize,
  rows: usize,
): i32 {
  let found = 0
  for (let n = from; n < to; n++) {
    const group = load<i32>(order + ((<usize>n) << 2))
    const first = load<i32>(offsets + ((<usize>group) << 2))
    const last = first + load<i32>(counts + ((<usize>group) << 2))
    for (let row = first; row < last; row++) {
      if (kept != 0 && load<u8>(kept + row) == 0) continue
      if (chosen != 0 && load<u8>(chosen + load<i32>(quirks + ((<usize>row) << 2))) == 0) continue
      store<i32>(rows + ((<usize>found) << 2), row)
      found++
    }
  }
  return found
}

/** Where the rows of each bucket begin, by 11 bits of their keys. `buckets`: 2,048 u32. */
export function radixCount(keys: usize, count: i32, shift: u32, buckets: usize): void {
  memory.fill(buckets, 0, 8192)
  for (let i = 0; i < count; i++) {
    const bucket = buckets + ((<usize>((load<u32>(keys + ((<usize>i) << 2)) >> shift) & 2047)) << 2)
    store<u32>(bucket, load<u32>(bucket) + 1)
  }
  let sum: u32 = 0
  for (let i = 0; i < 2048; i++) {
    const bucket = buckets + ((<usize>i) << 2)
    const count = load<u32>(bucket)
    store<u32>(bucket, sum)
    sum += count
  }
}

/** Puts the rows from..to and their keys where `buckets` say, stably: all stretches of a pass one after the other. */
export function radixPass(
  rows: usize,
  keys: usize,
  from: i32,
  to: i32,
  shift: u32,
  buckets: usize,
  sortedRows: usize,
  sortedKeys: usize,
): void {
  for (let i = from; i < to; i++) {
    const key = load<u32>(keys + ((<usize>i) << 2))
    const bucket = buckets + ((<usize>((key >> shift) & 2047)) << 2)
    const at = load<u32>(bucket)
    store<u32>(bucket, at + 1)
    store<u32>(sortedRows + ((<usize>at) << 2), load<u32>(rows + ((<usize>i) << 2)))
    store<u32>(sortedKeys + ((<usize>at) << 2), key)
  }
}
