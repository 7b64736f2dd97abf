/** One-time tickets that admit a socket: 192 random bits, good for 30 s and one use. Kept as hashes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '../host.ts'

export const ticketLife = 30_000
/** Tickets that wait to be used; the oldest go first. */
const mostWaiting = 10_000

export interface Tickets {
  issue(person: Person): string
  /** The person whose ticket this is, once; null for any other. */
  take(ticket: string): Person | null
}

export function openTickets(now: () => number = Date.now): Tickets {
  const waiting = new Map<string, { person: Person; until: number }>()
  const removeOld = () => {
    for (const [hash, { until }] of waiting) {
      if (until > now() && waiting.size < mostWaiting) return
      waiting.delete(hash)
    }
  }
  return {
    issue: (person) => {
      removeOld()
      const ticket = randomBytes(24).toString('base64url')
      waiting.set(hashOf(ticket), { person, until: now() + ticketLife })
      return ticket
    },
    take: (ticket) => {
      const hash = hashOf(ticket)
      const found = waiting.get(hash)
      waiting.delete(hash)
      return found && found.until > now() ? found.person : null
    },
  }
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')
