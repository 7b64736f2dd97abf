import { expect, it } from 'vitest'
import { compareWithModel } from '../../server/testing/compareModel.ts'

// A million: `npm run prove` (model.prove.ts).
it('seed 1: 3,000 operations leave the room and a project of plain maps with the same rows and refusals', () => {
  const { taken, stale, refused } = compareWithModel(1, 3000)
  expect(taken).toBeGreaterThan(500)
  expect(stale).toBeGreaterThan(3)
  expect(Object.keys(refused).length).toBeGreaterThan(6)
})
