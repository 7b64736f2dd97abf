// A short sample of the proof of merges, the same in every run (`npm run prove -- merge` has the long one).
import { expect, it } from 'vitest'
import { mergeIntoOnce, mergeOnce } from '../../fixtures/testing/mergeCase.ts'

it('merged copies have all that was done in each: seed 1', () => {
  const { sources, highlights } = mergeOnce(1)
  // A fuzz that did nothing proves nothing.
  expect(sources.added + sources.same).toBeGreaterThan(0)
  expect(highlights.added).toBeGreaterThan(0)
})

it('two people merge into an open project at once, and take it back: seed 1', () => mergeIntoOnce(1))
