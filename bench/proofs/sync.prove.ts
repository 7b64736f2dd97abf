// Thousands of seeds of the fuzz of copies, room and log (`fuzzCase.ts`), of what is set aside and sent again (`sentAgainCase.ts`), of what two make under the same
// names (`sameNamesCase.ts`), of nothing being lost while rights come and go (`keptCase.ts`), and of quirks that are merged while others code with them (`quirkMergesCase.ts`). SEED: the first; SEEDS: how many. Throws where one fails.
import { fuzzOnce } from '../../fixtures/testing/fuzzCase.ts'
import { keptOnce } from '../../fixtures/testing/keptCase.ts'
import { quirkMergesOnce } from '../../fixtures/testing/quirkMergesCase.ts'
import { sameNamesOnce } from '../../fixtures/testing/sameNamesCase.ts'
import { sentAgainOnce } from '../../fixtures/testing/sentAgainCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 2000)
const total: Record<string, number> = {}
const bad: number[] = []
for (let seed = first; seed < first + count; seed += 1) {
  try {
    for (const [what, n] of Object.entries(fuzzOnce(seed))) total[what] = (total[what] ?? 0) + n
    for (const tabs of [1, 2] as const) sentAgainOnce(seed, tabs)
    sameNamesOnce(seed)
    for (const [what, n] of Object.entries(keptOnce(seed))) total[what] = (total[what] ?? 0) + n
    for (const [what, n] of Object.entries(quirkMergesOnce(seed))) total[what] = (total[what] ?? 0) + n
  } catch (error) {
    bad.push(seed)
    console.error(`seed ${seed}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
console.log(`sync (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`${bad.length} of ${count} seeds failed: ${bad.join(', ')}`)
