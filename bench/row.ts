/** What a bench measures, and how: always against a reference of the same run, so that a slow machine slows both. */
import type { Size } from '../fixtures/generate.ts'

export interface Row {
  name: string
  /** Medians, in `unit`. */
  value: number
  unit: 'ms'
  /** What the same work would cost without us, as `name` says. */
  reference: number
  /** value / reference. */
  ratio: number
  /** The most that ratio may be. */
  target: number
}

export interface Bench {
  size: Size
  /** A generated project that the server has opened once, at rest. Made once per run; copy it, never write to it. */
  projectFile(): string
  /** A path in a folder that goes when the run ends. */
  newPath(): string
}

/** A file `*.bench.ts` exports this as `rows`. */
export type Rows = (bench: Bench) => Promise<Row[]>

/** At least. */
const rounds = 5

/**
 * Measures both sides in turn, after one round that does not count. Each side does its work once and returns the
 * milliseconds of the part that counts.
 */
export function compare(
  name: string,
  target: number,
  value: () => number,
  reference: () => number,
  times = rounds,
): Row {
  const values: number[] = []
  const references: number[] = []
  for (let round = 0; round <= Math.max(times, rounds); round++) {
    const spent = { reference: reference(), value: value() }
    if (round === 0) continue
    values.push(spent.value)
    references.push(spent.reference)
  }
  const row = { name, value: median(values), unit: 'ms' as const, reference: median(references), target }
  return { ...row, ratio: row.value / row.reference }
}

/** Milliseconds that the work takes. */
export function timed(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = low] =
    sorted.length % 2 === 0 ? [sorted[middle - 1], sorted[middle]] : [sorted[middle]]
  return (low + high) / 2
}
