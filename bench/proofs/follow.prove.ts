// A copy written from `server/api/api.md` alone has the rows, texts and highlights that the room has through 10,000 random steps of others. SEED: the first;
// STEPS: how many. Throws where it has not.
import { type Followed, followOnce } from '../../fixtures/testing/followCase.ts'

const first = Number(process.env.SEED ?? 1)
const wanted = Number(process.env.STEPS ?? 10_000)
const total: Followed = { steps: 0, edits: 0, highlights: 0 }
let seed = first
for (; total.steps < wanted; seed += 1)
  for (const [what, n] of Object.entries(followOnce(seed, 200)) as [keyof Followed, number][]) total[what] += n
console.log(`follow (seeds ${first}–${seed - 1}): ${JSON.stringify(total)}`)
