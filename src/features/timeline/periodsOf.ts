/** Days or hours as they were counted, put together to the periods that are shown. Pure; times are in ms since 1970, in local time. */
import type { AnalysisValue } from '../../model/queries.ts'
import { dayOf, type PeriodUnit, periodAfter, periodOfTime, periodUnits } from '../../model/rules/analysis/periods.ts'

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

/** As many bars as can be told apart and drawn at once. */
export const mostBars = 1200

/** From the first day with something to the last, whole days also of hours; null where there is nothing. */
export function wholeOf({ begins }: Pick<AnalysisValue<'timeline'>, 'begins'>): Stretch | null {
  const [first, last] = [begins[0], begins.at(-1)]
  return first === undefined || last === undefined ? null : { from: dayOf(first), to: periodAfter(last, 'day') }
}

/** The unit itself, or the next longer one of which there are not too many. */
export function drawnUnit({ from, to }: Stretch, unit: PeriodUnit): PeriodUnit {
  const days = (to - from) / 86_400_000
  const length = { hour: 1 / 24, day: 1, week: 7, month: 30 }
  return periodUnits.slice(periodUnits.indexOf(unit)).find((each) => days / length[each] <= mostBars) ?? 'month'
}

/** Every period that the stretch touches, those with nothing too. */
export function periodsIn(
  { begins, counts, series }: Pick<AnalysisValue<'timeline'>, 'begins' | 'counts' | 'series'>,
  unit: PeriodUnit,
  stretch: Stretch,
): Period[] {
  const width = series.length + 1
  const periods: Period[] = []
  let at = begins.findIndex((each) => each >= periodOfTime(stretch.from, unit))
  for (let from = periodOfTime(stretch.from, unit); from < stretch.to; ) {
    const to = periodAfter(from, unit)
    const sums = Array<number>(width).fill(0)
    for (; at >= 0 && at < begins.length && (begins[at] as number) < to; at++)
      for (let n = 0; n < width; n++) sums[n] = (sums[n] as number) + (counts[at * width + n] as number)
    periods.push({ from, to, counts: sums, total: sums.reduce((all, each) => all + each, 0) })
    from = to
  }
  return periods
}

/** The stretch twice as long or half as long around a moment of it, within the whole. */
export function zoomed(now: Stretch, around: number, factor: number, whole: Stretch, least: number): Stretch {
  const length = Math.min(Math.max((now.to - now.from) * factor, least), whole.to - whole.from)
  const share = (around - now.from) / (now.to - now.from)
  const from = Math.min(Math.max(around - share * length, whole.from), whole.to - length)
  return { from, to: from + length }
}

/** Three to six round numbers from 0 up to the most. */
export function ticksTo(most: number): number[] {
  if (most <= 0) return [0]
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step)
}
