/** One-time tickets that admit a socket: 192 random bits, good for 30 s and one use. Kept as hashes. */
import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '../host.ts'

export const ticketLife = 30_000
/** Of one person that wait to be used: many tabs that open at once. One more, and the oldest of theirs goes; others' stay. */
const mostOfOne = 100

export interface Tickets {
  issue(person: Person): string | Promise<string>
  /** The person whose ticket this is, once; null for any other. */
  take(ticket: string): Person | null | Promise<Person | null>
}

export interface OwnTickets extends Tickets {
  issue(person: Person): string
  take(ticket: string): Person | null
}

/** Of a server that is alone. */
export function openTickets(now: () => number = Date.now): OwnTickets {
  /** In the order in which they were issued, which is that in which they end. */
  const issued = new Map<string, { person: Person; until: number }>()
  /** The same for each person. */
  const ofPerson = new Map<string, Set<string>>()
  const remove = (hash: string) => {
    const found = issued.get(hash)
    if (!found) return undefined
    issued.delete(hash)
    const own = ofPerson.get(found.person.id)
    own?.delete(hash)
    if (own?.size === 0) ofPerson.delete(found.person.id)
    return found
  }
  const removeOld = () => {
    for (const [hash, { until }] of issued) {
      if (until > now()) return
      remove(hash)
    }
  }
  return {
    issue: (person) => {
      removeOld()
      const [oldest] = ofPerson.get(person.id) ?? []
      if (oldest !== undefined && (ofPerson.get(person.id)?.size ?? 0) >= mostOfOne) remove(oldest)
      const ticket = randomBytes(24).toString('base64url')
      const hash = hashOf(ticket)
      issued.set(hash, { person, until: now() + ticketLife })
      ofPerson.set(person.id, (ofPerson.get(person.id) ?? new Set()).add(hash))
      return ticket
    },
    take: (ticket) => {
      const found = remove(hashOf(ticket))
      return found && found.until > now() ? found.person : null
    },
  }
}

const hashOf = (ticket: string): string => createHash('sha256').update(ticket).digest('base64url')
