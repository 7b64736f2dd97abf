/**
 * How many pairs of highlights of two quirks overlap: both on the same answer, their half-open ranges with a character in common
 * (specification 1 §7, highlightOverlapCount). Within one quirk each pair counts once.
 *
 * The matrix of all quirks is counted when it is first asked for and then follows each highlight, as long as there are at most
 * `widest` quirks (slices.ts); for more it is counted anew, in blocks.
 */
import { type ColumnRow, type Columns, type ColumnsListener, parts } from '../columns/columns.ts'
import type { Slices } from '../slices.ts'

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

/** Pairs whose cells are found before they are counted: they stay in the processor's nearest cache. Their room lies behind the matrix. */
const collected = 4096

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
  const sweep = (from: number, to: number, width: number, matrix: number, by: number) => {
    const cells = matrix + width * width * 4
    const { offsets, counts, starts, ends, quirks } = at
    kernel.calls.sweep(offsets, counts, from, to, starts, ends, quirks, width, matrix, by, cells, collected)
  }

  /** Counts all pairs into a matrix that is kept from now on. */
  function* count(): Slices<void> {
    const width = Math.min(widest, Math.ceil((columns.quirks.size * 1.1 + 16) / 16) * 16)
    const matrix = kernel.reserve((width * width + collected + 8) * 4)
    let whole = false
    try {
      const all = kernel.words(matrix, width * width)
      for (let row = 0; row < width; row++) all.fill(0, row * (width + 1), (row + 1) * width)
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

  function* inBlocks(indexes: number): Slices<Uint32Array> {
    const found: Uint32Array[] = []
    const width = columns.quirks.size
    const height = Math.max(1, Math.floor((widest * widest) / width))
    const block = kernel.reserve(width * height * 4)
    const { offsets, counts, starts, ends, quirks } = at
    try {
      for (let low = 0; low < width; low += height) {
        kernel.bytes(block, width * height * 4).fill(0)
        const high = Math.min(low + height, width)
        for (const [from, to] of parts(columns)) {
          kernel.calls.sweepBlock(offsets, counts, from, to, starts, ends, quirks, low, high, width, block, 1)
          yield
        }
        found.push(yield* pairsOf(block, width, low, high, indexes))
      }
    } finally {
      kernel.free(block)
    }
    return joined(found)
  }

  /** The pairs of the quirks low..high with higher ones; their rows begin at `matrix`. `indexes`: of each quirk in what is answered, or -1. */
  function* pairsOf(matrix: number, width: number, low: number, high: number, indexes: number): Slices<Uint32Array> {
    const used = columns.quirks.size
    const found = new Uint32Array(kernel.calls.countPairs(width, used, matrix, low, high) * 3)
    const room = Math.max(triples, used + 1)
    const into = kernel.reserve(room * 12 + 16)
    const written = into + room * 12
    let end = 0
    try {
      for (let row = low; row < high; ) {
        const from = matrix + (row - low) * width * 4
        row = kernel.calls.pairs(width, used, from, row, high, indexes, into, room, written)
        const part = kernel.words(into, (kernel.ints(written, 1)[0] as number) * 3)
        found.set(part, end)
        end += part.length
        yield
      }
    } finally {
      kernel.free(into)
    }
    return end === found.length ? found : found.slice(0, end)
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
      const { size } = columns.quirks
      const indexes = kernel.reserve(size * 4)
      try {
        const indexOf = kernel.ints(indexes, size).fill(-1)
        quirkIds.forEach((id, index) => {
          const quirk = columns.quirks.known(id)
          if (quirk !== undefined) indexOf[quirk] = index
        })
        if (size <= widest && !kept) yield* count()
        const pairs = kept ? pairsOf(kept.matrix, kept.width, 0, size, indexes) : inBlocks(indexes)
        return { quirkIds, pairs: yield* pairs }
      } finally {
        kernel.free(indexes)
      }
    },
  }
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
