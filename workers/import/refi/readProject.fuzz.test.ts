import { expect, test } from 'vitest'
import { seeded } from '../../../fixtures/random.ts'
import { refiOnce } from '../testing/refiCase.ts'

const seeds = Array.from({ length: 60 }, (_, at) => at + 1)
/** Passages that tell what a rule can be known by: names that repeat words with the break at their end; one of few that differs. */
const kept = [181, 872]

test.each([...seeds, ...kept])(
  'every highlight and memo of another program lies on its words (seed %i)',
  async (seed) => {
    const { compared } = await refiOnce(seeded(seed).below)
    expect(compared).toBeGreaterThanOrEqual(0)
  },
)

test('where nothing tells how positions are counted is rare, and said', async () => {
  let wrong = 0
  for (const seed of seeds) if ((await refiOnce(seeded(1000 + seed).below)).isWrong) wrong += 1
  expect(wrong).toBeLessThan(3)
})
