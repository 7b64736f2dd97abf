/** The timeline as the lines of a file: the periods from the first to the last, by the day or hour at which they begin. Pure. */
import type { CsvCell } from '../../model/csv.ts'
import type { PeriodUnit } from '../../model/rules/analysis/periods.ts'
import type { Period } from './periodsOf.ts'

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
