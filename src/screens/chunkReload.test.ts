import { expect, test } from 'vitest'
import { mayReload } from './chunkReload.ts'

test('1 §8: chunk load errors reload the page once per 60 s', () => {
  expect(mayReload(1_000_000, null)).toBe(true)
  expect(mayReload(1_059_999, 1_000_000)).toBe(false)
  expect(mayReload(1_060_000, 1_000_000)).toBe(true)
})
