import { expect, it } from 'vitest'
import { followOnce } from '../../fixtures/testing/followCase.ts'

// 10,000 steps: `npm run prove` (follow.prove.ts).
it('seed 1: a copy written from the pages alone keeps highlights through what others do at random', () => {
  const { steps, edits, highlights } = followOnce(1, 60)
  expect(steps).toBeGreaterThanOrEqual(60)
  expect(edits).toBeGreaterThan(10)
  expect(highlights).toBeGreaterThan(0)
})
