import { expect, test } from 'vitest'
import { kills } from './kills.ts'

// 1,000 cycles: `npm run prove -- kills`.
test('seed 5: tabs killed while highlights are made, 3 times, lose none that was acknowledged', async () => {
  const figures = await kills(5, 3)
  expect(figures.cycles).toBe(3)
  expect(figures.acknowledged).toBeGreaterThan(5)
  expect(figures.unheard).toBeGreaterThanOrEqual(0)
})
