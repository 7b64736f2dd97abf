/**
 * How many pairs of highlights of two quirks overlap: both on the same answer, their half-open ranges with a character in common
 * (specification 1 §7, highlightOverlapCount). Within one quirk each pair counts once.
 *
 * The matrix of all quirks is counted when it is first asked for and then follows each highlight, as long as there are at most
 * `widest` quirks (slices.ts); for more it is counted anew, in blocks.
 */
import { type ColumnRow, type Columns, type ColumnsListener, parts } from './columns.ts'
import type { Slices } from './slices.ts'

/** For each two quirks that overlap: index of the one in `quirkIds`, the higher index of the other, count. */
export interface OverlapMatrix {
  quirkIds: readonly number[]
  /** Triples. */
  pairs: Uint32Array
}

export interface OverlapCounts {
  /** Of `quirkId` with every quirk that it overlaps, itself included. */
  against(quirkId: number): Slices<Map<number, number>>
  /** Of these quirks, each with each. */
  matrix(quirkIds: readonly number[]): Slices<OverlapMatrix>
}

export function openOverlapCounts(columns: Columns): OverlapCounts {
  const { kernel, at } = columns
  const { widest, pairs: triples } = kernel.sizes
  let kept: { matrix: number; width: number } | null = null

  const forget = () => {
    if (kept) kernel.free(kept.matrix)
    kept = null
    columns.unlisten(listener)
  }
  const listener: ColumnsListener = {
    row: (group: number, row: ColumnRow, by: 1 | -1) => {
      if (!kept) return
      if (row.quirk >= kept.width) return forget()
      const longest = kernel.ints(at.longest, group + 1)[group] as number
      kernel.calls.touch(
        columns.offset(group),
        columns.count(group),
        longest,
        at.starts,
        at.ends,
        at.quirks,
        row.quirk,
        row.start,
        row.end,
        kept.width,
        kept.matrix,
        by,
      )
    },
    group: (group, by) => {
      if (kept && columns.quirks.size > kept.width) forget()
      if (kept) sweep(group, group + 1, kept.width, kept.matrix, by)
    },
    drop: forget,
  }
  const sweep = (from: number, to: number, width: number, matrix: number, by: number) =>
    kernel.calls.sweep(at.offsets, at.counts, from, to, at.starts, at.ends, at.quirks, width, matrix, by)

  /** Counts all pairs into a matrix that is kept from now on. */
  function* count(): Slices<void> {
    const width = Math.min(widest, Math.ceil((columns.quirks.size * 1.1 + 16) / 16) * 16)
    const matrix = kernel.reserve(width * width * 4)
    let whole = false
    try {
      kernel.bytes(matrix, width * width * 4).fill(0)
      for (const [from, to] of parts(columns)) {
        sweep(from, to, width, matrix, 1)
        yield
      }
      whole = true
    } finally {
      if (!whole) kernel.free(matrix)
    }
    kept = { matrix, width }
    columns.listen(listener)
  }

  /** All pairs in parts; undefined where there is nothing to hand on yet. */
  function* inBlocks(): Generator<Uint32Array | undefined> {
    const width = columns.quirks.size
    const height = Math.max(1, Math.floor((widest * widest) / width))
    const block = kernel.reserve(width * height * 4)
    try {
      for (let low = 0; low < width; low += height) {
        kernel.bytes(block, width * height * 4).fill(0)
        const high = Math.min(low + height, width)
        for (const [from, to] of parts(columns)) {
          kernel.calls.sweepBlock(
            at.offsets,
            at.counts,
            from,
            to,
            at.starts,
            at.ends,
            at.quirks,
            low,
            high,
            width,
            block,
          )
          yield undefined
        }
        yield* pairsOf(block, width, low, high)
      }
    } finally {
      kernel.free(block)
    }
  }

  /** The pairs of the quirks low..high, whose rows begin at `matrix`, in parts. */
  function* pairsOf(matrix: number, width: number, low: number, high: number): Generator<Uint32Array> {
    const room = Math.max(triples, columns.quirks.size + 1)
    const into = kernel.reserve(room * 12 + 16)
    const written = into + room * 12
    try {
      for (let row = low; row < high; ) {
        const from = matrix + (row - low) * width * 4
        row = kernel.calls.pairs(width, columns.quirks.size, from, row, high, into, room, written)
        yield kernel.words(into, (kernel.ints(written, 1)[0] as number) * 3).slice()
      }
    } finally {
      kernel.free(into)
    }
  }

  return {
    *against(quirkId) {
      const quirk = columns.quirks.known(quirkId)
      if (quirk === undefined) return new Map()
      const width = columns.quirks.size
      const found = kernel.reserve(width * 4)
      try {
        kernel.bytes(found, width * 4).fill(0)
        for (const [from, to] of parts(columns)) {
          kernel.calls.against(quirk, at.offsets, at.counts, at.longest, from, to, at.starts, at.ends, at.quirks, found)
          yield
        }
        const counts = new Map<number, number>()
        kernel.words(found, width).forEach((count, other) => {
          if (count > 0) counts.set(columns.quirks.at(other), count)
        })
        return counts
      } finally {
        kernel.free(found)
      }
    },
    *matrix(quirkIds) {
      const found: Uint32Array[] = []
      const indexes = new Int32Array(columns.quirks.size).fill(-1)
      for (const [index, id] of quirkIds.entries()) {
        const quirk = columns.quirks.known(id)
        if (quirk !== undefined) indexes[quirk] = index
      }
      if (columns.quirks.size <= widest && !kept) yield* count()
      const all = kept ? pairsOf(kept.matrix, kept.width, 0, columns.quirks.size) : inBlocks()
      for (const part of all) {
        if (part) found.push(renumbered(part, indexes))
        yield
      }
      return { quirkIds, pairs: joined(found) }
    },
  }
}

/** The pairs in other numbers; those of a quirk without one are left out. */
function renumbered(pairs: Uint32Array, indexes: Int32Array): Uint32Array {
  let to = 0
  for (let at = 0; at < pairs.length; at += 3) {
    const one = indexes[pairs[at] as number] as number
    const other = indexes[pairs[at + 1] as number] as number
    if (one < 0 || other < 0) continue
    pairs[to] = Math.min(one, other)
    pairs[to + 1] = Math.max(one, other)
    pairs[to + 2] = pairs[at + 2] as number
    to += 3
  }
  return pairs.subarray(0, to)
}

function joined(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0] as Uint32Array
  const whole = new Uint32Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
