// People who work over a network that loses, doubles, reorders, cuts and stands still, with clocks that jump (`overFaults.ts`). SEED: the first; SEEDS: how many;
// ATONCE: side by side; HOST: local or cloud (a server of many people), else both. Throws where one fails.
import { type ServerKind, startJumpingServer, workOverFaults } from '../../fixtures/testing/overFaults.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 300)
const kinds: readonly ServerKind[] = process.env.HOST ? [process.env.HOST as ServerKind] : ['local', 'cloud']
const bad: string[] = []

const add = (total: Record<string, number>, figures: object) => {
  for (const [name, value] of Object.entries(figures))
    if (typeof value === 'number') total[name] = (total[name] ?? 0) + value
    else add(total, value)
}
const prove = async (kind: ServerKind) => {
  const total: Record<string, number> = {}
  const server = await startJumpingServer(first, kind)
  let next = first
  const side = async () => {
    for (;;) {
      const seed = next
      next += 1
      if (seed >= first + count) return
      try {
        add(total, await workOverFaults(server, seed))
      } catch (error) {
        bad.push(`${kind} ${seed}`)
        const { message, cause } = error as Error
        const where = cause instanceof Error ? cause.stack?.split('\n').slice(-8).join('\n') : ''
        console.error(kind, message.slice(0, 1500), where)
      }
    }
  }
  try {
    await Promise.all(Array.from({ length: Number(process.env.ATONCE ?? 4) }, side))
  } finally {
    await server.end()
  }
  console.log(`network (${kind}, seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
}

for (const kind of kinds) await prove(kind)
if (bad.length > 0) throw new Error(`${bad.length} of ${kinds.length * count} runs failed: ${bad.join(', ')}`)
