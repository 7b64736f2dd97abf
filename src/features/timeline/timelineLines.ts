/** The timeline as the lines of a file: the periods from the first to the last, by the day on which they begin. Pure. */
import type { CsvCell } from '../../model/csv.ts'
import type { Period } from './periodsOf.ts'

export function timelineLines(
  periods: readonly Period[],
  series: readonly { title: string }[],
  names: { period: string; total: string },
): CsvCell[][] {
  const lines = periods.map(({ from, total, counts }) => [dayName(from), total, ...counts.slice(0, series.length)])
  return [[names.period, names.total, ...series.map(({ title }) => title)], ...lines]
}

/** `2026-11-21`, here. */
function dayName(time: number): string {
  const day = new Date(time)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}
