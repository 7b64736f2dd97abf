import { expect, test } from 'vitest'
import { dayAfter, dayOf, isDated, isWithinTwoDays, periodAfter, periodOfTime, usualUnit } from './periods.ts'

const at = (text: string) => new Date(text).getTime()

test('a period begins where its day, its Monday or its first begins, here', () => {
  const time = at('2026-11-21T23:59:59.999')
  expect(periodOfTime(time, 'day')).toBe(at('2026-11-21T00:00'))
  expect(periodOfTime(time, 'week')).toBe(at('2026-11-16T00:00'))
  expect(periodOfTime(at('2026-11-15T00:00'), 'week')).toBe(at('2026-11-09T00:00'))
  expect(periodOfTime(time, 'hour')).toBe(at('2026-11-21T23:00'))
  expect(periodOfTime(time, 'month')).toBe(at('2026-11-01T00:00'))
})

test('the next one begins where this one ends, whatever a clock is put to', () => {
  for (const unit of ['hour', 'day', 'week', 'month'] as const)
    for (let start = periodOfTime(at('2025-12-20T12:00'), unit), n = 0; n < 60; n++) {
      const next = periodAfter(start, unit)
      expect(periodOfTime(next - 1, unit)).toBe(start)
      expect(periodOfTime(next, unit)).toBe(next)
      start = next
    }
  expect(dayAfter(dayOf(at('2024-02-28T12:00')))).toBe(at('2024-02-29T00:00'))
  expect(periodAfter(at('2026-11-01T00:00'), 'month', -11)).toBe(at('2025-12-01T00:00'))
})

test('two days that follow each other, and not a moment more', () => {
  const first = at('2026-11-21T23:59')
  expect(isWithinTwoDays(first, first)).toBe(true)
  expect(isWithinTwoDays(first, at('2026-11-22T23:59'))).toBe(true)
  expect(isWithinTwoDays(first, at('2026-11-23T00:00'))).toBe(false)
})

test('what has no time is not dated', () => {
  expect([0, -1, 2 ** 53, 1, at('2026-01-01T00:00')].map(isDated)).toEqual([false, false, false, true, true])
})

test('a longer time is shown in longer periods', () => {
  const days = (n: number) => usualUnit(0, n * 86_400_000)
  expect([1, 60, 100, 400, 3000].map(days)).toEqual(['day', 'day', 'week', 'week', 'month'])
  expect([1, 2, 4, 100].map((n) => usualUnit(0, n * 86_400_000, 'hour'))).toEqual(['hour', 'hour', 'day', 'week'])
})
