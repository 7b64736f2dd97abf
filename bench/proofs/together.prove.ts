// Three people on one project in real Chromium, with cut networks and changed rights: MINUTES of random work (10); SEED repeats a run as far
// as browsers do. Throws where something is lost, moves, or is written by who may not.
import onceARun from '../../fixtures/testing/onceARun.ts'
import { together } from '../chromium/together.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const minutes = Number(process.env.MINUTES ?? 10)
const end = await onceARun()
try {
  console.log(`three people together (seed ${seed}): ${JSON.stringify(await together(seed, minutes * 60))}`)
} finally {
  await end?.()
}
process.exit(0)
