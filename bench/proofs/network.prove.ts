// People who work over a network that loses, doubles, reorders, cuts and stands still, with clocks that jump (`overFaults.ts`). SEED: the first; SEEDS: how many;
// ATONCE: side by side. Throws where one fails.
import { startJumpingServer, workOverFaults } from '../../fixtures/testing/overFaults.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 300)
const total: Record<string, number> = {}
const bad: number[] = []
const add = (figures: object) => {
  for (const [name, value] of Object.entries(figures))
    if (typeof value === 'number') total[name] = (total[name] ?? 0) + value
    else add(value)
}
const server = await startJumpingServer(first)
let next = first
const side = async () => {
  for (;;) {
    const seed = next
    next += 1
    if (seed >= first + count) return
    try {
      add(await workOverFaults(server, seed))
    } catch (error) {
      bad.push(seed)
      const { message, cause } = error as Error
      console.error(message.slice(0, 1500), cause instanceof Error ? cause.stack?.split('\n').slice(-8).join('\n') : '')
    }
  }
}
try {
  await Promise.all(Array.from({ length: Number(process.env.ATONCE ?? 4) }, side))
} finally {
  await server.end()
}
console.log(`network (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
if (bad.length > 0) throw new Error(`${bad.length} of ${count} seeds failed: ${bad.join(', ')}`)
