/** The work of ../native/columns.c in JavaScript, on the same file: the reference where there is no C compiler. */
import { median } from '../row.ts'
import { checksum } from './checksum.ts'
import type { Columnar } from './theColumns.ts'

export function columnsOracle(bytes: Uint8Array): Columnar {
  const whole = bytes.slice()
  let at = 12
  const [rows = 0, width = 0, groups = 0] = new Int32Array(whole.buffer, 0, 3)
  const ints = (count: number) => {
    const part = new Int32Array(whole.buffer.slice(at, at + count * 4))
    at += count * 4
    return part
  }
  const doubles = (count: number) => {
    const part = new Float64Array(whole.buffer.slice(at, at + count * 8))
    at += count * 8
    return part
  }
  const flags = (count: number) => {
    const part = whole.slice(at, at + count)
    at += count
    return part
  }
  const offsets = ints(groups + 1)
  const [starts, ends, quirks, authors] = [ints(rows), ints(rows), ints(rows), ints(rows)]
  const times = doubles(rows)
  const [answerIn, quirkIn, authorIn] = [flags(groups), flags(width), flags(256)]
  const [from = 0, to = 0] = doubles(2)
  const read = (array: ArrayLike<number>, index: number): number => array[index] as number
  const count = (array: Uint32Array, index: number) => {
    array[index] = read(array, index) + 1
  }
  /** Each pair once, the earlier row first. */
  const pairs = (group: number, pair: (i: number, j: number) => void) => {
    const last = read(offsets, group + 1)
    for (let i = read(offsets, group); i < last; i += 1)
      for (let j = i + 1; j < last && read(starts, j) < read(ends, i); j += 1) pair(i, j)
  }

  const work = {
    matrix: () => {
      const cells = new Uint32Array(width * width)
      for (let group = 0; group < groups; group += 1)
        pairs(group, (i, j) => {
          const [a, b] = [read(quirks, i), read(quirks, j)]
          count(cells, a < b ? a * width + b : b * width + a)
        })
      const triples: number[] = []
      for (let a = 0; a < width; a += 1)
        for (let b = a + 1; b < width; b += 1) {
          const cell = read(cells, a * width + b)
          if (cell > 0) triples.push(a, b, cell)
        }
      return Uint32Array.from(triples)
    },
    one: (quirk: number) => {
      const found = new Uint32Array(width)
      for (let group = 0; group < groups; group += 1)
        pairs(group, (i, j) => {
          const [a, b] = [read(quirks, i), read(quirks, j)]
          if (a === quirk) count(found, b)
          else if (b === quirk) count(found, a)
        })
      return found
    },
    filter: () => {
      const found = new Uint32Array(width)
      for (let group = 0; group < groups; group += 1)
        for (let i = read(offsets, group); i < read(offsets, group + 1); i += 1) {
          const time = read(times, i)
          const inside = answerIn[group] && quirkIn[read(quirks, i)] && authorIn[read(authors, i)]
          if (inside && time >= from && time < to) count(found, read(quirks, i))
        }
      return found
    },
  }

  return (what, quirk = 0) => {
    const spent: number[] = []
    let result = new Uint32Array()
    for (let round = 0; round < 4; round += 1) {
      const began = performance.now()
      result = work[what](quirk) as typeof result
      if (round > 0) spent.push(performance.now() - began)
    }
    return { ms: median(spent), check: checksum(result) }
  }
}
