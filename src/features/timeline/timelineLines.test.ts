import { expect, test } from 'vitest'
import { timelineLines } from './timelineLines.ts'

test('a line for each period, empty ones too, by the day here on which it begins', () => {
  const day = (date: number) => new Date(2026, 0, date).getTime()
  const periods = [
    { from: day(5), to: day(12), counts: [2, 0, 1], total: 3 },
    { from: day(12), to: day(19), counts: [0, 0, 0], total: 0 },
  ]
  const names = { period: 'Week', total: 'Total' }
  expect(timelineLines(periods, [{ title: 'Ana' }, { title: 'Ben' }, { title: 'Others' }], names, 'week')).toEqual([
    ['Week', 'Total', 'Ana', 'Ben', 'Others'],
    ['2026-01-05', 3, 2, 0, 1],
    ['2026-01-12', 0, 0, 0, 0],
  ])
  expect(timelineLines(periods, [{ title: 'Ana' }], names, 'week')[1]).toEqual(['2026-01-05', 3, 2])
  expect(timelineLines([{ ...periods[0]!, from: day(5) + 9 * 3_600_000 }], [], names, 'hour')[1]).toEqual([
    '2026-01-05 09:00',
    3,
  ])
})
