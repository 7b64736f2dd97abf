/** Tickets that any node takes, whichever has issued them: once, by the row that goes. */
import { createHash, randomBytes } from 'node:crypto'
import type { ISql } from 'postgres'
import { type Tickets, ticketLife } from '../security/tickets.ts'

export function nodeTickets(sql: ISql): Tickets {
  const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()
  return {
    issue: async ({ id, session }) => {
      const ticket = randomBytes(24).toString('base64url')
      await sql`INSERT INTO ticket (hash, person, session, until)
VALUES (${hashOf(ticket)}, ${id}, ${session}, now() + ${ticketLife} * interval '1 ms')`
      await sql`DELETE FROM ticket WHERE until < now()`
      return ticket
    },
    take: async (ticket) => {
      const [found] = await sql<{ person: string; session: string; isGood: boolean }[]>`DELETE FROM ticket
WHERE hash = ${hashOf(ticket)} RETURNING person, session, until > now() AS "isGood"`
      return found?.isGood ? { id: found.person, session: found.session } : null
    },
  }
}
