/** Sorts rows of the columns by numbers, stably: 11 bits at a time, on a million rows some 10 ms for each 32 bits. */
import { holding, type Kernel } from '../kernel.ts'
import type { Slices } from '../slices.ts'

/** What a row is sorted by, an integer below 2^32; made when all memory is reserved, so it may close over views of it. */
export type RowKey = () => (row: number) => number

/** A safe integer is sorted by `n >>> 0` and then by this, its higher bits. */
export const secondWord = (n: number): number => Math.floor(n / 2 ** 32) + 2 ** 21

/** Sorts the `count` rows (i32) at the pointer. `keys`: the least significant first. */
export function* sortRows(kernel: Kernel, rows: number, count: number, keys: readonly RowKey[]): Slices<void> {
  const held = holding(kernel)
  try {
    const ownKeys = held.reserve(count * 4)
    const spare = held.reserve(count * 8)
    const buckets = held.reserve(8192)
    let [here, hereKeys, there, thereKeys] = [rows, ownKeys, spare, spare + count * 4]
    for (const key of keys) {
      const most = yield* writeKeys(kernel, here, hereKeys, count, key())
      for (let shift = 0; shift < 32 && most >= 2 ** shift; shift += 11) {
        kernel.calls.radixCount(hereKeys, count, shift, buckets)
        for (let from = 0; from < count; from += kernel.sizes.rows) {
          const to = Math.min(from + kernel.sizes.rows, count)
          kernel.calls.radixPass(here, hereKeys, from, to, shift, buckets, there, thereKeys)
          yield
        }
        ;[here, hereKeys, there, thereKeys] = [there, thereKeys, here, hereKeys]
      }
    }
    if (here !== rows) kernel.ints(rows, count).set(kernel.ints(here, count))
  } finally {
    held.free()
  }
}

/** Returns the highest. */
function* writeKeys(
  kernel: Kernel,
  rows: number,
  keys: number,
  count: number,
  key: (row: number) => number,
): Slices<number> {
  let most = 0
  for (let from = 0; from < count; from += kernel.sizes.keys) {
    const length = Math.min(kernel.sizes.keys, count - from)
    const [these, into] = [kernel.ints(rows + from * 4, length), kernel.words(keys + from * 4, length)]
    for (let n = 0; n < length; n++) {
      const value = key(these[n] as number)
      into[n] = value
      if (value > most) most = value
    }
    yield
  }
  return most
}
