import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { progressed, whileProgressing } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const alone = () => 1

test('what goes on is waited for, however long it takes; what makes no progress any more is given up', async () => {
  const slow = Promise.withResolvers<string>()
  const done = whileProgressing(slow.promise, 300_000, alone)
  for (let round = 0; round < 20; round += 1) {
    await vi.advanceTimersByTimeAsync(280_000)
    progressed('reading')
  }
  slow.resolve('rows')
  expect(await done).toBe('rows')

  const stuck = expect(whileProgressing(new Promise(() => {}), 300_000, alone)).rejects.toThrow(
    'no progress for 300 s after adding',
  )
  progressed('adding')
  await vi.advanceTimersByTimeAsync(300_000)
  await stuck
  expect(vi.getTimerCount()).toBe(0)
})

test('on a machine of which little is left it waits for as much longer', async () => {
  const slow = Promise.withResolvers<string>()
  const done = whileProgressing(slow.promise, 300_000, () => 0.1)
  await vi.advanceTimersByTimeAsync(2_900_000)
  slow.resolve('rows')
  expect(await done).toBe('rows')
  const stuck = expect(whileProgressing(new Promise(() => {}), 300_000, () => 0.1)).rejects.toThrow('no progress')
  await vi.advanceTimersByTimeAsync(3_100_000)
  await stuck
})
