/** What a bench measures, and how: always against a reference of the same run, so that a slow machine slows both. */
import type { Size } from '../fixtures/generate.ts'
import { progressed } from './progress.ts'

export type Unit = 'ms' | 'MB' | 'kB' | 'nodes'

export interface Row {
  name: string
  /** Medians, in `unit`. */
  value: number
  unit: Unit
  /** What the same work would cost without us, as `name` says; or the most that it may cost, then `target` is 1. */
  reference: number
  /** value / reference. */
  ratio: number
  /** The most that ratio may be. */
  target: number
  /** What the reader of the table should know: how many rounds there were, which part was the worst. */
  note?: string
}

export interface Bench {
  /** `project`: a file of the user's own. */
  size: Size | 'project'
  /** A project that the server has opened once, at rest. Made once per run; copy it, never write to it. */
  projectFile(): string
  /** A path in a folder that goes when the run ends. */
  newPath(end?: string): string
  /** What several files need: made by the first that asks, ended when the run ends, the last made first. */
  shared<T>(key: string, make: () => Promise<Shared<T>>): Promise<T>
}

export interface Shared<T> {
  made: T
  end?: () => Promise<void>
}

/** A file `*.bench.ts` exports this as `rows`. */
export type Rows = (bench: Bench) => Promise<Row[]>

/** At least. */
const rounds = 5
/** Of the goals of the design, whose rounds are many and short. */
export const goalRounds = 9

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
    progressed()
    if (round === 0) continue
    values.push(spent.value)
    references.push(spent.reference)
  }
  return rowOf(name, target, median(values), median(references))
}

type Measured = () => number | Promise<number>

/** The same for work in a browser or in a process of its own; as many rounds as are asked for. */
export async function compareInTurn(
  name: string,
  target: number,
  value: Measured,
  reference: Measured,
  times = goalRounds,
): Promise<Row> {
  const values: number[] = []
  const references: number[] = []
  for (let round = 0; round <= times; round++) {
    const spent = { reference: await reference(), value: await value() }
    progressed()
    if (round === 0) continue
    values.push(spent.value)
    references.push(spent.reference)
  }
  const row = rowOf(name, target, median(values), median(references))
  return times < goalRounds ? { ...row, note: `median of ${times}` } : row
}

export function rowOf(name: string, target: number, value: number, reference: number, unit: Unit = 'ms'): Row {
  progressed()
  return { name, value, unit, reference, ratio: value / reference, target }
}

/** An absolute goal: the limit is the reference. */
export const limitRow = (name: string, value: number, limit: number, unit: Unit = 'ms', note?: string): Row => ({
  ...rowOf(name, 1, value, limit, unit),
  ...(note !== undefined && { note }),
})

/** Milliseconds that the work takes. */
export function timed(work: () => void): number {
  const began = performance.now()
  work()
  progressed()
  return performance.now() - began
}

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = low] =
    sorted.length % 2 === 0 ? [sorted[middle - 1], sorted[middle]] : [sorted[middle]]
  return (low + high) / 2
}

/** The value that 95 of 100 do not pass. */
export const percentile95 = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * 0.95) - 1)] ?? Number.NaN
