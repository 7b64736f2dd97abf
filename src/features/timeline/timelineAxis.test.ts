import { expect, test } from 'vitest'
import { drawnUnit, ticksTo, zoomed } from './timelineAxis.ts'

const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

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
