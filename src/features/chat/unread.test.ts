import { expect, test } from 'vitest'
import { clients, idMaker } from '../../model/ids.ts'
import { readAfter, unreadOf } from './unread.ts'

const make = (client: number, now: number) => {
  const next = idMaker(client, 0, () => Date.UTC(2026, 0, 1) + now)
  return () => ({ id: next() })
}

test('what has come since is unread, and what was removed does not hide what comes', () => {
  const ben = make(1, 0)
  const [first, second, third] = [ben(), ben(), ben()]
  expect(unreadOf({}, [])).toBe(0)
  expect(unreadOf({}, [first])).toBe(1)
  const read = readAfter({}, [first, second])
  expect(unreadOf(read, [first, second])).toBe(0)
  expect(unreadOf(read, [second, third])).toBe(1)
})

test('what goes and comes back with a backup was read before; what is new in it, was not', () => {
  const ben = make(1, 0)
  const [first, second, third] = [ben(), ben(), ben()]
  let read = readAfter({}, [first, second])
  // The project is read anew: for a moment it has none.
  read = readAfter(read, [])
  expect(unreadOf(read, [first, second])).toBe(0)
  expect(unreadOf(read, [first, second, third])).toBe(1)
})

test('whose clock is slow is not overheard', () => {
  const [ben, cy] = [make(1, 60_000), make(2, 0)]
  const read = readAfter({}, [ben()])
  const late = cy()
  expect(late.id % clients).toBe(2)
  expect(unreadOf(read, [late])).toBe(1)
})

test('nothing is kept anew where all was read', () => {
  const message = make(1, 0)()
  const read = readAfter({}, [message])
  expect(readAfter(read, [message])).toBe(read)
})
