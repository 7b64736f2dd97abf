// A ticket that is replayed 10,000 times in parallel, as a socket each time: it is taken once, and never again. Throws where it is not.
import { replayTicket } from '../../server/testing/replayTicket.ts'

const figures = await replayTicket(Number(process.env.REPLAYS ?? 10_000))
console.log(`ticket: ${JSON.stringify(figures)}`)
