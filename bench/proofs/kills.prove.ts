// Tabs killed at random moments while highlights are made: none that was acknowledged is lost. SEEDS: how many cycles (1,000, or as many as
// fit into MINUTES, 15); SEED repeats a run. Throws where one is lost.
import { kills } from '../chromium/kills.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const cycles = Number(process.env.SEEDS ?? 1000)
const figures = await kills(seed, cycles, Number(process.env.MINUTES ?? 15) * 60_000)
if (figures.unheard < 0) throw new Error(`fewer highlights than were acknowledged: ${JSON.stringify(figures)}`)
console.log(`kills of tabs (seed ${seed}): ${JSON.stringify(figures)}`)
