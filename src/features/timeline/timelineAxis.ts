/** How the axis of time is divided and zoomed. Times are in ms since 1970, in local time. */
import { type PeriodUnit, periodUnits } from '../../model/rules/analysis/periods.ts'
import type { Stretch } from '../../model/rules/analysis/timelinePeriods.ts'

/** As many bars as can be told apart and drawn at once. */
export const mostBars = 1200

/** The unit itself, or the next longer one of which there are not too many. */
export function drawnUnit({ from, to }: Stretch, unit: PeriodUnit): PeriodUnit {
  const days = (to - from) / 86_400_000
  const length = { hour: 1 / 24, day: 1, week: 7, month: 30 }
  return periodUnits.slice(periodUnits.indexOf(unit)).find((each) => days / length[each] <= mostBars) ?? 'month'
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
