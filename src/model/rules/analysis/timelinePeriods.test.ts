import { describe, expect, test } from 'vitest'
import type { PeriodUnit } from './periods.ts'
import { type Counted, periodsIn, type Stretch, summedBy, timelineLines, wholeOf } from './timelinePeriods.ts'

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const hour = 3_600_000
/** As the worker sums, and the page lays out. */
const shown = (counted: Counted, width: number, unit: PeriodUnit, stretch: Stretch) =>
  periodsIn(summedBy(unit, counted, width), width, unit, stretch)

const value = {
  // A Sunday, the Monday after it, and a day of the next month.
  begins: Float64Array.from([day(2026, 3, 29), day(2026, 3, 30), day(2026, 4, 8)]),
  counts: Uint32Array.from([1, 2, 0, 3, 0, 1, 0, 5, 0]),
}
const whole = wholeOf(value) ?? { from: 0, to: 0 }

describe('periods', () => {
  test('go from the first day to the last, with nothing in between', () => {
    const days = shown(value, 3, 'day', whole)
    expect(days).toHaveLength(11)
    expect(days.map(({ total }) => total)).toEqual([3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    expect(days[1]).toEqual({ from: day(2026, 3, 30), to: day(2026, 3, 31), counts: [3, 0, 1], total: 4 })
  })

  test('weeks begin on Monday, months on the first', () => {
    expect(shown(value, 3, 'week', whole).map(({ from, counts }) => [from, ...counts])).toEqual([
      [day(2026, 3, 23), 1, 2, 0],
      [day(2026, 3, 30), 3, 0, 1],
      [day(2026, 4, 6), 0, 5, 0],
    ])
    expect(shown(value, 3, 'month', whole).map(({ from, total }) => [from, total])).toEqual([
      [day(2026, 3, 1), 7],
      [day(2026, 4, 1), 5],
    ])
  })

  test('of a part are whole, also where it begins or ends within them', () => {
    const part = { from: day(2026, 3, 30) + hour, to: day(2026, 3, 31) + hour }
    expect(shown(value, 3, 'day', part).map(({ total }) => total)).toEqual([4, 0])
    expect(shown(value, 3, 'month', part).map(({ total }) => total)).toEqual([7])
    expect(shown({ ...value, begins: new Float64Array(0) }, 3, 'day', part).map(({ total }) => total)).toEqual([0, 0])
  })

  test('there is no whole of nothing', () => {
    expect(wholeOf({ begins: new Float64Array(0) })).toBeNull()
  })
})

test('hours stand within their whole days, and make days again', () => {
  const [from, to] = [day(2026, 3, 30), day(2026, 4, 1)]
  const hours = {
    begins: Float64Array.from([from + 9 * hour, to - 3 * hour]),
    counts: Uint32Array.from([2, 0, 1, 1]),
  }
  expect(wholeOf(hours)).toEqual({ from, to })
  const all = shown(hours, 2, 'hour', { from, to })
  expect(all.map(({ total }) => total).join('')).toBe('000000000200000000000000000000000000000000000200')
  expect(shown(hours, 2, 'day', { from, to }).map(({ counts }) => counts)).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('a line for each period, empty ones too, by the day here on which it begins', () => {
  const on = (date: number) => day(2026, 1, date)
  const periods = [
    { from: on(5), to: on(12), counts: [2, 0, 1], total: 3 },
    { from: on(12), to: on(19), counts: [0, 0, 0], total: 0 },
  ]
  const names = { period: 'Week', total: 'Total' }
  expect(timelineLines(periods, [{ title: 'Ana' }, { title: 'Ben' }, { title: 'Others' }], names, 'week')).toEqual([
    ['Week', 'Total', 'Ana', 'Ben', 'Others'],
    ['2026-01-05', 3, 2, 0, 1],
    ['2026-01-12', 0, 0, 0, 0],
  ])
  expect(timelineLines(periods, [{ title: 'Ana' }], names, 'week')[1]).toEqual(['2026-01-05', 3, 2])
  expect(timelineLines([{ ...periods[0]!, from: on(5) + 9 * 3_600_000 }], [], names, 'hour')[1]).toEqual([
    '2026-01-05 09:00',
    3,
  ])
})
