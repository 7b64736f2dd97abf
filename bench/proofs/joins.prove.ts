// 10,000 sockets join while others write: each gets every event after its place, once, in order. Throws where not.
import { joinUnderWrites } from '../../server/testing/joins.ts'

const seed = Number(process.env.SEED ?? Date.now() % 1e6)
const figures = await joinUnderWrites(seed, Number(process.env.JOINS ?? 10_000), 64)
if (figures.raced === 0 || figures.far === 0) throw new Error(`nobody raced the writers: ${JSON.stringify(figures)}`)
console.log(`joins (seed ${seed}): ${JSON.stringify(figures)}`)
