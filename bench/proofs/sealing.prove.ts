// Thousands of seeds of protected projects (`fixtures/testing/sealingCase.ts`). SEED: the first; SEEDS: how many. Throws where one fails.
import { sealingOnce } from '../../fixtures/testing/sealingCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 2000)
const total = { values: 0, swapped: 0 }
const bad: number[] = []
for (let seed = first; seed < first + count; seed += 1) {
  try {
    const { values, swapped } = sealingOnce(seed)
    total.values += values
    total.swapped += swapped
  } catch (error) {
    bad.push(seed)
    console.error(`seed ${seed}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
console.log(`sealing (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`${bad.length} of ${count} seeds failed: ${bad.join(', ')}`)
