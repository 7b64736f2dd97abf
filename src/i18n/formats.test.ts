import { afterEach, expect, test, vi } from 'vitest'
import { formatShortDay } from './formats.ts'

afterEach(() => vi.unstubAllGlobals())

test('a day in a list has its year only where it is another than this one', () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] })
  const now = new Date(2026, 10, 28).getTime()
  expect(formatShortDay(new Date(2026, 2, 3).getTime(), now)).toBe('3 Mar')
  expect(formatShortDay(new Date(2025, 11, 31).getTime(), now)).toBe('31 Dec 2025')
})
