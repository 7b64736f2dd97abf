import { expect, it } from 'vitest'
import { keptOnce } from '../../../fixtures/testing/keptCase.ts'

const first = Number(process.env.SEED ?? 1)
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, i) => first + i)

it('what somebody made stands in the log, is set aside, or was taken back by themselves', () => {
  const total = { undone: 0, logged: 0, setAside: 0, sentAgain: 0 }
  for (const seed of seeds) {
    const fates = keptOnce(seed)
    for (const fate of Object.keys(total) as (keyof typeof total)[]) total[fate] += fates[fate]
  }
  // A fuzz that did nothing proves nothing.
  for (const [fate, n] of Object.entries(total)) expect(n, fate).toBeGreaterThan(0)
})
