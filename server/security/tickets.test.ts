import { expect, it } from 'vitest'
import { openTickets, ticketLife } from './tickets.ts'

const ann = { id: 'ann', session: 's' }

it('a ticket is taken once, of 10,000 tries too', () => {
  const tickets = openTickets()
  const ticket = tickets.issue(ann)
  const taken = Array.from({ length: 10_000 }, () => tickets.take(ticket))
  expect(taken.filter((person) => person !== null)).toEqual([ann])
})

it('a ticket ends after 30 s, and one that nobody issued is none', () => {
  let now = 0
  const tickets = openTickets(() => now)
  const [early, late] = [tickets.issue(ann), tickets.issue(ann)]
  expect(early).not.toBe(late)
  expect(Buffer.from(early, 'base64url').length).toBeGreaterThanOrEqual(16)
  now = ticketLife - 1
  expect(tickets.take(early)).toBe(ann)
  now = ticketLife
  expect(tickets.take(late)).toBeNull()
  expect(tickets.take('')).toBeNull()
})

it('who asks for 10,000 tickets has a hundred that hold, and nobody else loses theirs', () => {
  const tickets = openTickets()
  const ben = { id: 'ben', session: 't' }
  const bens = tickets.issue(ben)
  const anns = Array.from({ length: 10_000 }, () => tickets.issue(ann))
  expect(tickets.take(bens)).toBe(ben)
  expect(anns.filter((ticket) => tickets.take(ticket) !== null)).toEqual(anns.slice(-100))
})
