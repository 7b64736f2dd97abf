import { expect, test } from 'vitest'
import { unreadAfter } from './unread.ts'

test('what has come since is unread, and what was removed does not hide what comes', () => {
  expect(unreadAfter(0, 0)).toEqual({ unread: 0, seen: 0 })
  expect(unreadAfter(3, 5)).toEqual({ unread: 2, seen: 3 })
  const { seen } = unreadAfter(3, 2)
  expect(unreadAfter(seen, 3).unread).toBe(1)
})
