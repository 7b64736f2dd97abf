// A million random operations: the room comes to the same rows and refusals as a project of plain maps. Throws where not.
import { compareWithModel } from '../../server/testing/compareModel.ts'

const first = Number(process.env.SEED ?? 1)
const wanted = Number(process.env.OPERATIONS ?? 1_000_000)
const each = 10_000
const total = { operations: 0, taken: 0, stale: 0, refused: {} as Record<string, number> }
let seeds = 0
for (; total.operations < wanted; seeds += 1) {
  const { refused, ...counts } = compareWithModel(first + seeds, each)
  for (const key of ['operations', 'taken', 'stale'] as const) total[key] += counts[key]
  for (const [kind, count] of Object.entries(refused)) total.refused[kind] = (total.refused[kind] ?? 0) + count
}
console.log(`model (seeds ${first}–${first + seeds - 1}): ${JSON.stringify(total)}`)
