import { expect, test } from 'vitest'
import { together } from './together.ts'

// Ten minutes: `npm run prove -- together`.
test('seed 4: owner, writer and reader work at random over cut networks, and end with the same project', async () => {
  const figures = await together(4, 5)
  expect(figures.looks).toBeGreaterThanOrEqual(9)
  expect(figures.rows).toBeGreaterThan(10)
})
