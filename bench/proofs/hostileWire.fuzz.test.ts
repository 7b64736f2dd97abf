import { expect, it } from 'vitest'
import { attackWire } from '../../server/testing/hostileWire.ts'

// 200,000 and 50,000: `npm run prove` (hostileWire.prove.ts).
it('seed 1: 800 damaged messages and 160 damaged requests are answered without a failure', {
  timeout: 120_000,
}, async () => {
  const { messages, requests, answers } = await attackWire(1, 800, 160)
  expect([messages, requests]).toEqual([800, 160])
  expect(answers[200]).toBeGreaterThan(32)
  expect(answers[400]).toBeGreaterThan(120)
})
