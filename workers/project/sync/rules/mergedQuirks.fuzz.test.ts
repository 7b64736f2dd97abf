/** Two code with quirks that are being merged. `npm run prove -- sync` runs hundreds. */
import { it } from 'vitest'
import { quirkMergesOnce } from '../../../../fixtures/testing/quirkMergesCase.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, i) => Number(process.env.SEED ?? 1) + i)

it.each(seeds)('seed %i', (seed) => {
  quirkMergesOnce(seed)
})
