/**
 * Random people on one protected project, whose room has no key: after everything has settled, every copy, the room as it is opened, and a replay of its
 * log are equal. `npm run prove` runs thousands.
 */
import { afterAll, describe, expect, it } from 'vitest'
import { fuzzOnce } from '../../../fixtures/testing/fuzzCase.ts'
import { keyPartsOf } from '../../../src/model/sealing/keys.ts'

const first = Number(process.env.SEED ?? 1)
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 2) }, (_, i) => first + i)
const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }

const total: Record<string, number> = {}

describe('copies, the blind room and its log agree', () => {
  it.each(seeds)('seed %i', (seed) => {
    for (const [what, n] of Object.entries(fuzzOnce(seed, false, sealing))) total[what] = (total[what] ?? 0) + n
  })

  it.each(seeds.slice(0, 1))('with imports in parts: seed %i', (seed) => {
    fuzzOnce(seed, true, sealing)
  })

  afterAll(() => {
    // A fuzz that did nothing proves nothing.
    if (seeds.length >= 20) for (const [what, n] of Object.entries(total)) expect(n, what).toBeGreaterThan(0)
  })
})
