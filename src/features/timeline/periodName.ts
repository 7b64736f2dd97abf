/** What periods are called in the language of the reader. */
import { formatLocale } from '../../i18n/formats.ts'
import type { PeriodUnit } from '../../model/rules/analysis/periods.ts'
import type { Period } from '../../model/rules/analysis/timelinePeriods.ts'

const made = new Map<string, Intl.DateTimeFormat>()

function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${formatLocale()} ${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(formatLocale(), options)
  made.set(key, known)
  return known
}

/** Where the day has twice twelve hours "2 AM" and "2:05 AM", else "02:00" and "02:05". */
const hasHalves = () => formatter({ hour: 'numeric' }).resolvedOptions().hour12 === true
const minuteOf = (): Intl.DateTimeFormatOptions => ({ hour: hasHalves() ? 'numeric' : '2-digit', minute: '2-digit' })
const hourOf = (): Intl.DateTimeFormatOptions => (hasHalves() ? { hour: 'numeric' } : minuteOf())

/** In full: an hour with its day, a day with its weekday, a week from its first to its last day, a month with its year. */
export function periodName({ from, to }: Pick<Period, 'from' | 'to'>, unit: PeriodUnit): string {
  if (unit === 'month') return formatter({ month: 'long', year: 'numeric' }).format(from)
  if (unit === 'hour')
    return formatter({
      ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
      ...hourOf(),
    }).formatRange(from, to)
  if (unit === 'week') return formatter({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(from, to - 1)
  return formatter({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' }).format(from)
}

/** Below a bar; `longer`: of which year it is has to be told, of an hour of which day. */
export function periodShortName(from: number, unit: PeriodUnit, longer: boolean): string {
  if (unit === 'month') return formatter({ month: 'short', year: 'numeric' }).format(from)
  if (unit === 'hour') return formatter({ ...(longer && { weekday: 'short' }), ...hourOf() }).format(from)
  return formatter({ day: 'numeric', month: 'short', ...(longer && { year: 'numeric' }) }).format(from)
}

/** Within a day or an hour its minute, within a longer period its day. */
export const momentIn = (time: number, unit: PeriodUnit): string =>
  formatter(unit === 'day' || unit === 'hour' ? minuteOf() : { day: 'numeric', month: 'short' }).format(time)
