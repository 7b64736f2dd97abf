// Thousands of seeds of merges (`fixtures/testing/mergeCase.ts`). SEED: the first; SEEDS: how many. Throws where one fails.
import { mergeIntoOnce, mergeOnce } from '../../fixtures/testing/mergeCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 2000)
const total: Record<string, number> = {}
const bad: number[] = []
for (let seed = first; seed < first + count; seed += 1) {
  try {
    const { sources, highlights, memos, quirks } = mergeOnce(seed)
    mergeIntoOnce(seed)
    for (const [what, of] of Object.entries({ sources, highlights, memos, quirks }))
      for (const [how, n] of Object.entries(of)) total[`${what} ${how}`] = (total[`${what} ${how}`] ?? 0) + n
  } catch (error) {
    bad.push(seed)
    console.error(`seed ${seed}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
console.log(`merge (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`${bad.length} of ${count} seeds failed: ${bad.join(', ')}`)
