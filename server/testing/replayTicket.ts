/** One ticket, sent many times at once by sockets that have nothing in common: one is let in. For tests and proofs. */
import { isDeepStrictEqual } from 'node:util'
import { rawRequest } from './rawRequest.ts'
import { serveCloud } from './serveCloud.ts'
import { ticketOf } from './socketClient.ts'

export interface ReplayFigures {
  replays: number
  /** By status. */
  answers: Record<string, number>
  seconds: number
}

/** Connections that stand at the same time, for each a file of this process and one of the server's. */
const atOnce = 200

/** Throws where not exactly one is let in. */
export async function replayTicket(replays: number): Promise<ReplayFigures> {
  const served = await serveCloud()
  try {
    const ann = await served.person('Ann')
    const ticket = await ticketOf(ann)
    const bytes = `GET /v1/thicket?ticket=${ticket} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nOrigin: ${served.base}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    const answers: Record<string, number> = {}
    const began = performance.now()
    let left = replays
    const again = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        const { status } = await rawRequest(served.port, bytes, 30_000)
        answers[status] = (answers[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: Math.min(atOnce, replays) }, again))
    const figures = { replays, answers, seconds: Math.round((performance.now() - began) / 100) / 10 }
    if (!isDeepStrictEqual(answers, { 101: 1, 401: replays - 1 }))
      throw new Error(`expected one to be let in: ${JSON.stringify(figures)}`)
    return figures
  } finally {
    await served.end()
  }
}
