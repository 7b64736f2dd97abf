/** Two make the same at the same time. `npm run prove -- sync` runs hundreds. */
import { it } from 'vitest'
import { sameNamesOnce } from '../../../../fixtures/testing/sameNamesCase.ts'

const seeds = Array.from({ length: Number(process.env.SEEDS ?? 6) }, (_, i) => Number(process.env.SEED ?? 1) + i)

it.each(seeds)('seed %i', (seed) => sameNamesOnce(seed))
