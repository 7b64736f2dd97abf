import { afterEach, expect, test, vi } from 'vitest'
import { writingOf } from './gatherQuoteFile.ts'

afterEach(() => vi.unstubAllGlobals())

test('a file of passages writes its dates as they are written where the person lives', () => {
  vi.stubGlobal('navigator', { languages: ['fr-CA', 'en-GB'] })
  const writing = writingOf((key) => key, { as: 'text', heading: null, questions: false })
  expect(writing.language).toBe('en-GB')
})
