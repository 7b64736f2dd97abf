import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressed, whileProgressing } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what goes on is waited for, however long it takes; what makes no progress any more is given up', async () => {
  const slow = Promise.withResolvers<string>()
  const done = whileProgressing(slow.promise, 300_000)
  for (let round = 0; round < 20; round += 1) {
    await vi.advanceTimersByTimeAsync(280_000)
    progressed('reading')
  }
  slow.resolve('rows')
  expect(await done).toBe('rows')

  const stuck = expect(whileProgressing(new Promise(() => {}), 300_000)).rejects.toThrow(
    'no progress for 300 s after adding',
  )
  progressed('adding')
  await vi.advanceTimersByTimeAsync(300_000)
  await stuck
  expect(vi.getTimerCount()).toBe(0)
})
