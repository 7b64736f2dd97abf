// How much the server of many people bears: npm run load -- [--only part,part] [--seconds n] [--scale 0.1] [--runs 3]
// The server runs on one core, the people on the other. Prints the median of the runs beside the most that each figure may be.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Figure, scenarios } from './scenarios.ts'
import { pinClient } from './server.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string' },
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '1' },
  },
})

const wanted = values.only.split(',').filter(Boolean)
const chosen = Object.entries(scenarios).filter(
  ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
console.log(
  pinClient() ? 'server and people on a core each' : `server and people share ${availableParallelism()} cores`,
)
let missed = 0
for (const [name, { run, seconds }] of chosen) {
  const runs: Figure[][] = []
  for (let turn = 0; turn < Number(values.runs); turn += 1)
    runs.push(await run({ seconds: Number(values.seconds ?? seconds), scale: Number(values.scale) }))
  console.log(`\n${name}`)
  for (const [i, { name: figure, unit, most }] of (runs[0] ?? []).entries()) {
    const found = runs.map((each) => each[i]?.value ?? Number.NaN).sort((a, b) => a - b)
    // Of what may not happen at all the worst counts.
    const value = (unit === 'lost' ? found.at(-1) : found[Math.floor(found.length / 2)]) as number
    const isOver = most !== undefined && !(value <= most)
    if (isOver) missed += 1
    const bound = most === undefined ? '' : `  (at most ${most})${isOver ? '  OVER' : ''}`
    console.log(`  ${figure.padEnd(32)} ${String(value).padStart(10)} ${unit === 'lost' ? '' : unit}${bound}`)
  }
}
process.exit(missed > 0 ? 1 : 0)
