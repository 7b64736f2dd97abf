// A short sample of the proof of merges, the same in every run (`npm run prove -- merge` has the long one).
import { expect, it } from 'vitest'
import { mergeIntoOnce, mergeOnce } from '../../fixtures/testing/mergeCase.ts'

it.each([1, 2])('merged copies have all that was done in each: seed %i', (seed) => {
  const { sources, highlights } = mergeOnce(seed)
  // A fuzz that did nothing proves nothing.
  expect(sources.added + sources.same).toBeGreaterThan(0)
  expect(highlights.added).toBeGreaterThan(0)
})

it.each([1, 2])('two people merge into an open project at once, and take it back: seed %i', (seed) =>
  mergeIntoOnce(seed),
)
