import { expect, test } from 'vitest'
import { isChunkFailure } from './chunkFailure.ts'

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
