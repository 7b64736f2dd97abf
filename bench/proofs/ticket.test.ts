import { expect, it } from 'vitest'
import { replayTicket } from '../../server/testing/replayTicket.ts'

// 10,000 times: `npm run prove` (ticket.prove.ts).
it('a ticket that is replayed 500 times in parallel lets one socket in', async () => {
  expect((await replayTicket(500)).answers).toEqual({ 101: 1, 401: 499 })
})
