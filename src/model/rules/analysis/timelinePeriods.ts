/**
 * Hours or days as they were counted, put together to the periods that are shown, and the same as lines of a file. Times are in ms since 1970, in
 * local time.
 */
import type { CsvCell } from '../../csv.ts'
import { dayOf, type PeriodUnit, periodAfter, periodOfTime } from './periods.ts'

/** The periods in which there is something, ascending; `counts` has for each a number for each series, and one for the others together. */
export interface Counted {
  begins: Float64Array
  counts: Uint32Array
}

export interface Period {
  from: number
  /** Where the next one begins. */
  to: number
  /** A number for each series, and one for the others together. */
  counts: readonly number[]
  total: number
}

/** A stretch of time, half-open. */
export interface Stretch {
  from: number
  to: number
}

/** Put together to periods that are no shorter; `width`: how many numbers each has. */
export function summedBy(unit: PeriodUnit, { begins, counts }: Counted, width: number): Counted {
  const summed: number[] = []
  const sums = new Uint32Array(counts.length)
  for (const [at, begin] of begins.entries()) {
    const from = periodOfTime(begin, unit)
    if (summed.at(-1) !== from) summed.push(from)
    const into = (summed.length - 1) * width
    for (let n = 0; n < width; n++) sums[into + n] = (sums[into + n] as number) + (counts[at * width + n] as number)
  }
  return { begins: Float64Array.from(summed), counts: sums.slice(0, summed.length * width) }
}

/** From the first day with something to the last, whole days also of hours; null where there is nothing. */
export function wholeOf({ begins }: Pick<Counted, 'begins'>): Stretch | null {
  const [first, last] = [begins[0], begins.at(-1)]
  return first === undefined || last === undefined ? null : { from: dayOf(first), to: periodAfter(last, 'day') }
}

/** Every period that the stretch touches, those with nothing too. */
export function periodsIn({ begins, counts }: Counted, width: number, unit: PeriodUnit, stretch: Stretch): Period[] {
  const periods: Period[] = []
  const first = periodOfTime(stretch.from, unit)
  let at = begins.findIndex((each) => each >= first)
  for (let from = first; from < stretch.to; ) {
    const to = periodAfter(from, unit)
    const isCounted = begins[at] === from
    const numbers = isCounted ? Array.from(counts.subarray(at * width, (at + 1) * width)) : Array<number>(width).fill(0)
    periods.push({ from, to, counts: numbers, total: numbers.reduce((all, each) => all + each, 0) })
    if (isCounted) at += 1
    from = to
  }
  return periods
}

/** The periods by the day or hour at which they begin. */
export function timelineLines(
  periods: readonly Period[],
  series: readonly { title: string }[],
  names: { period: string; total: string },
  unit: PeriodUnit,
): CsvCell[][] {
  const lines = periods.map(({ from, total, counts }) => [nameOf(from, unit), total, ...counts.slice(0, series.length)])
  return [[names.period, names.total, ...series.map(({ title }) => title)], ...lines]
}

/** `2026-11-21`, here; of an hour `2026-11-21 14:00`. */
function nameOf(time: number, unit: PeriodUnit): string {
  const day = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  const name = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
  return unit === 'hour' ? `${name} ${two(day.getHours())}:00` : name
}
