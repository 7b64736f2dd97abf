// kill -9 of the server at 100 random moments under writes: every acknowledged step is there, the file is sound. Throws where not.
import { crash } from '../../server/testing/crash.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const figures = await crash(seed, Number(process.env.KILLS ?? 100))
if (figures.repeated === 0 || figures.recovered === 0)
  throw new Error(`it did not kill under writes: ${JSON.stringify(figures)}`)
console.log(`crash (seed ${seed}): ${JSON.stringify(figures)}`)
