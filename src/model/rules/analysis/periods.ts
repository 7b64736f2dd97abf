/**
 * Hours, days, weeks and months of the place where the program runs, as the moments at which they begin, in ms since 1970. Weeks begin on Monday.
 *
 * Promises: days of 23 and 25 hours are days; what lies outside of 1970 to 2199 (and the very first moment, which files without times have)
 * counts as not dated.
 */
export const periodUnits = ['hour', 'day', 'week', 'month'] as const
export type PeriodUnit = (typeof periodUnits)[number]

const firstDated = 1
const endOfDated = Date.UTC(2200, 0, 1)

export const isDated = (time: number): boolean => time >= firstDated && time < endOfDated

const begin = (year: number, month: number, date: number): number => new Date(year, month, date).getTime()

/** When the period begins that this moment lies in. */
export function periodOfTime(time: number, unit: PeriodUnit): number {
  const day = new Date(time)
  // By what has passed of it: of two hours that the clock calls the same, each is one.
  if (unit === 'hour') return time - (day.getMinutes() * 60 + day.getSeconds()) * 1000 - day.getMilliseconds()
  const back = unit === 'week' ? (day.getDay() + 6) % 7 : 0
  return begin(day.getFullYear(), day.getMonth(), unit === 'month' ? 1 : day.getDate() - back)
}

/** When the period begins that lies so many periods after the one that begins at `start`. */
export function periodAfter(start: number, unit: PeriodUnit, steps = 1): number {
  if (unit === 'hour') return start + steps * 3_600_000
  const day = new Date(start)
  if (unit === 'month') return begin(day.getFullYear(), day.getMonth() + steps, 1)
  return begin(day.getFullYear(), day.getMonth(), day.getDate() + steps * (unit === 'week' ? 7 : 1))
}

export const dayOf = (time: number): number => periodOfTime(time, 'day')
export const dayAfter = (day: number): number => periodAfter(day, 'day')

/** Whether two moments are of one day or of two that follow each other: days would show next to nothing there. */
export const isWithinTwoDays = (first: number, last: number): boolean => last < periodAfter(dayOf(first), 'day', 2)

/** The unit that shows so long a time in some dozens of periods, none shorter than `least`. */
export function usualUnit(from: number, to: number, least: 'hour' | 'day' = 'day'): PeriodUnit {
  const days = (to - from) / 86_400_000
  if (least === 'hour' && days < 3) return 'hour'
  return days <= 70 ? 'day' : days <= 500 ? 'week' : 'month'
}
