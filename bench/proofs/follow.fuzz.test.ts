import { expect, it } from 'vitest'
import { followOnce } from '../../fixtures/testing/followCase.ts'

// 10,000 steps: `npm run prove` (follow.prove.ts).
it.each([1, 2, 3])(
  'seed %i: a copy written from the pages alone keeps highlights through what others do at random',
  (seed) => {
    const { steps, edits, highlights } = followOnce(seed, 60)
    expect(steps).toBeGreaterThanOrEqual(60)
    expect(edits).toBeGreaterThan(10)
    expect(highlights).toBeGreaterThan(0)
  },
)
