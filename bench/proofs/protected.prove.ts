// Thousands of seeds of people in a protected project, whose room has no key (`fuzzCase.ts`, `sealedGoingBackCase.ts`). SEED: the first; SEEDS: how many. Throws where one fails.
import { fuzzOnce } from '../../fixtures/testing/fuzzCase.ts'
import { sealedGoingBackOnce } from '../../fixtures/testing/sealedGoingBackCase.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'

const sealing = { parts: keyPartsOf(new Uint8Array(32).fill(7)), name: 'p.qrk' }
const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 2000)
const total: Record<string, number> = { 'gone back': 0 }
const add = (what: string, n: number) => {
  total[what] = (total[what] ?? 0) + n
}
const bad: number[] = []
for (let seed = first; seed < first + count; seed += 1) {
  try {
    for (const [what, n] of Object.entries(fuzzOnce(seed, seed % 4 === 0, sealing))) add(what, n)
    add('gone back', sealedGoingBackOnce(seed, sealing))
  } catch (error) {
    bad.push(seed)
    console.error(`seed ${seed}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
  }
}
console.log(`protected (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`${bad.length} of ${count} seeds failed: ${bad.join(', ')}`)
