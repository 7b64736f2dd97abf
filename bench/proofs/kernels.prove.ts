// A thousand seeds of the fuzz of the kernels (`kernelsCase.ts`), and some of copies that follow a room (`kernelsInRoom.ts`). SEED: the
// first; SEEDS: how many. Throws where one fails.

import { kernelsOnce } from '../../fixtures/testing/kernelsCase.ts'
import { kernelsInRoom } from '../../fixtures/testing/kernelsInRoom.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 1000)
const module = await loadKernels()
const bad: string[] = []

function prove(what: string, seeds: number, once: (seed: number) => object): void {
  const total: Record<string, number> = {}
  let busy = 0
  for (let seed = first; seed < first + seeds; seed += 1) {
    try {
      const did = Object.entries(once(seed)) as [string, number][]
      for (const [name, n] of did) total[name] = (total[name] ?? 0) + n
      if (did.some(([name, n]) => name === 'overlaps' && n > 0)) busy += 1
    } catch (error) {
      bad.push(`${what} ${seed}`)
      console.error(`${what}, seed ${seed}: ${error instanceof Error ? error.message.slice(0, 500) : String(error)}`)
    }
  }
  console.log(`${what} (seeds ${first}–${first + seeds - 1}): ${busy} with overlaps; ${JSON.stringify(total)}`)
}

prove('kernels', count, (seed) => kernelsOnce(seed, module))
prove('kernels of copies in a room', Math.ceil(count / 5), (seed) => kernelsInRoom(seed, module))
if (bad.length > 0) throw new Error(`failed: ${bad.join(', ')}`)
