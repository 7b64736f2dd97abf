import { expect, test } from 'vitest'
import { isChunkFailure, mayReload } from './chunkReload.ts'

test('1 §8: chunk load errors reload the page once per 60 s', () => {
  expect(mayReload(1_000_000, null)).toBe(true)
  expect(mayReload(1_059_999, 1_000_000)).toBe(false)
  expect(mayReload(1_060_000, 1_000_000)).toBe(true)
})

test('a chunk failure is known by what Chromium, Firefox and Safari say', () => {
  for (const message of [
    'Failed to fetch dynamically imported module: http://127.0.0.1/x.js',
    'error loading dynamically imported module: http://127.0.0.1/x.js',
    'Importing a module script failed.',
  ]) {
    expect(isChunkFailure(new TypeError(message))).toBe(true)
  }
  expect(isChunkFailure(new TypeError('x is not a function'))).toBe(false)
  expect(isChunkFailure('Importing a module script failed.')).toBe(false)
})
