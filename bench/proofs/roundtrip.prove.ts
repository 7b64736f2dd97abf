// Many seeds of `roundTripCase.ts`, each file held against the schema. SEED: the first; SEEDS: how many. Throws where one fails.
import { strFromU8, unzipSync } from 'fflate'
import { refiFaults } from '../../fixtures/testing/refiSchema.ts'
import { roundTripOnce } from '../../fixtures/testing/roundTripCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 1000)
const total: Record<string, number> = {}
const bad: number[] = []
for (let seed = first; seed < first + count; seed += 1) {
  try {
    const { bytes, counts } = await roundTripOnce(seed)
    for (const [what, n] of Object.entries(counts)) total[what] = (total[what] ?? 0) + n
    const faults = await refiFaults('Project', strFromU8(unzipSync(bytes)['project.qde'] ?? new Uint8Array()))
    if (faults.length > 0) throw new Error(faults.join('; '))
  } catch (error) {
    bad.push(seed)
    console.error(`seed ${seed}: ${error instanceof Error ? error.message.slice(0, 1000) : String(error)}`)
  }
}
console.log(`.qdpx and back (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`failed: ${bad.join(', ')}`)
