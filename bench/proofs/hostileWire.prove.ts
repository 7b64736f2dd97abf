// 200,000 damaged messages of the socket and 50,000 damaged requests: no crash, no failure of ours. Throws where there is one.
import { attackWire } from '../../server/testing/hostileWire.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const figures = await attackWire(seed, Number(process.env.MESSAGES ?? 200_000), Number(process.env.REQUESTS ?? 50_000))
console.log(`hostile wire (seed ${seed}): ${JSON.stringify(figures)}`)
