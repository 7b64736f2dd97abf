import { describe, expect, test } from 'vitest'
import { drawnUnit, periodsIn, ticksTo, wholeOf, zoomed } from './periodsOf.ts'

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()
const hour = 3_600_000

const value = {
  // A Sunday, the Monday after it, and a day of the next month.
  begins: Float64Array.from([day(2026, 3, 29), day(2026, 3, 30), day(2026, 4, 8)]),
  counts: Uint32Array.from([1, 2, 0, 3, 0, 1, 0, 5, 0]),
  series: [
    { key: 'Ana', total: 4 },
    { key: 'Ben', total: 7 },
  ],
}
const whole = wholeOf(value) ?? { from: 0, to: 0 }

describe('periods', () => {
  test('go from the first day to the last, with nothing in between', () => {
    const days = periodsIn(value, 'day', whole)
    expect(days).toHaveLength(11)
    expect(days.map(({ total }) => total)).toEqual([3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    expect(days[1]).toEqual({ from: day(2026, 3, 30), to: day(2026, 3, 31), counts: [3, 0, 1], total: 4 })
  })

  test('weeks begin on Monday, months on the first', () => {
    expect(periodsIn(value, 'week', whole).map(({ from, counts }) => [from, ...counts])).toEqual([
      [day(2026, 3, 23), 1, 2, 0],
      [day(2026, 3, 30), 3, 0, 1],
      [day(2026, 4, 6), 0, 5, 0],
    ])
    expect(periodsIn(value, 'month', whole).map(({ from, total }) => [from, total])).toEqual([
      [day(2026, 3, 1), 7],
      [day(2026, 4, 1), 5],
    ])
  })

  test('of a part are whole, also where it begins or ends within them', () => {
    const part = { from: day(2026, 3, 30) + hour, to: day(2026, 3, 31) + hour }
    expect(periodsIn(value, 'day', part).map(({ total }) => total)).toEqual([4, 0])
    expect(periodsIn(value, 'month', part).map(({ total }) => total)).toEqual([7])
    expect(periodsIn({ ...value, begins: new Float64Array(0) }, 'day', part).map(({ total }) => total)).toEqual([0, 0])
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
    series: [{ key: 'Ana', total: 3 }],
  }
  expect(wholeOf(hours)).toEqual({ from, to })
  const all = periodsIn(hours, 'hour', { from, to })
  expect(all.map(({ total }) => total).join('')).toBe('000000000200000000000000000000000000000000000200')
  expect(periodsIn(hours, 'day', { from, to }).map(({ counts }) => counts)).toEqual([
    [2, 0],
    [1, 1],
  ])
})

test('of too many days weeks are drawn, of too many weeks months', () => {
  const years = (n: number) => ({ from: day(2000, 1, 1), to: day(2000 + n, 1, 1) })
  expect(drawnUnit(years(3), 'day')).toBe('day')
  expect(drawnUnit(years(4), 'day')).toBe('week')
  expect(drawnUnit(years(50), 'day')).toBe('month')
  expect(drawnUnit(years(199), 'week')).toBe('month')
})

test('zooming keeps the moment in its place, and stays within the whole', () => {
  const all = { from: 0, to: 1000 }
  expect(zoomed(all, 250, 0.5, all, 10)).toEqual({ from: 125, to: 625 })
  expect(zoomed({ from: 125, to: 625 }, 250, 2, all, 10)).toEqual(all)
  expect(zoomed({ from: 0, to: 100 }, 0, 4, all, 10)).toEqual({ from: 0, to: 400 })
  expect(zoomed({ from: 900, to: 1000 }, 1000, 0.01, all, 10)).toEqual({ from: 990, to: 1000 })
})

test.each([
  [0, [0]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6]],
  [34, [0, 10, 20, 30]],
  [1000, [0, 500, 1000]],
])('ticks up to %d: %j', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks)
})
