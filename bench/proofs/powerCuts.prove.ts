// The power is cut at 50,000 moments and more; the disk is full or broken at every third call. Throws where something acknowledged is lost.
import { cutPower, failDisk, hasCompiler } from '../powerCuts/powerCuts.ts'

const first = Number(process.env.SEED ?? 1)
const states = Number(process.env.STATES ?? 50_000)

if (!hasCompiler()) console.log('power cuts: SKIPPED, there is no C compiler (cc) to build the recorder with')
else {
  const total = { seeds: 0, writes: 0, acknowledged: 0, states: 0, recovered: 0 }
  for (; total.states < states; total.seeds += 1) {
    const figures = cutPower({ seed: first + total.seeds, rounds: 40, some: 3 })
    for (const key of ['writes', 'acknowledged', 'states', 'recovered'] as const) total[key] += figures[key]
    console.log(`power cuts (seed ${first + total.seeds}): ${JSON.stringify(figures)}`)
  }
  if (total.recovered === 0) throw new Error('no log was ever recovered')
  console.log(`power cuts (seeds ${first}–${first + total.seeds - 1}): ${JSON.stringify(total)}`)
  const faults = failDisk({ seed: first, rounds: 12, every: Number(process.env.EVERY ?? 3) })
  if (faults.refused === 0) throw new Error('nothing was ever refused')
  console.log(`full and broken disks (seed ${first}): ${JSON.stringify(faults)}`)
}
