// Codes never drift (`../drift/driftCase.ts`), each way with thousands of seeds. SEED: the first; SEEDS: how many. Throws where one fails.
import { driftOnce, type Way } from '../drift/driftCase.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 2000)
const bad: string[] = []
const shortened = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 300)
for (const way of ['alone', 'at once', 'at once, with undo'] satisfies Way[]) {
  const total: Record<string, number> = {}
  for (let seed = first; seed < first + count; seed += 1) {
    try {
      for (const [what, n] of Object.entries(driftOnce(seed, way))) total[what] = (total[what] ?? 0) + n
    } catch (error) {
      bad.push(`${seed} ${way}`)
      console.error(`seed ${seed}, ${way}: ${error instanceof Error ? shortened(error.message) : String(error)}`)
    }
  }
  console.log(`drift, ${way} (seeds ${first}–${first + count - 1}): ${JSON.stringify(total)}`)
}
if (bad.length > 0) throw new Error(`${bad.length} of ${3 * count} runs failed: ${bad.join(', ')}`)
