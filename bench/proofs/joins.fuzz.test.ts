import { expect, it } from 'vitest'
import { joinUnderWrites } from '../../server/testing/joins.ts'

// 10,000 joins: `npm run prove` (joins.prove.ts).
it('seed 7: 100 sockets that join while others write get every event once, in order', {
  timeout: 120_000,
}, async () => {
  const figures = await joinUnderWrites(7, 100)
  expect(figures.joins).toBeGreaterThanOrEqual(100)
  expect(figures.raced).toBeGreaterThan(66)
  expect(figures.delivered).toBeGreaterThan(1000)
})
