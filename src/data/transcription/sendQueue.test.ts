import { expect, test } from 'vitest'
import { openSendQueue } from './sendQueue.ts'

/** All that was begun by what has changed. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue, what it has done, and a way to let the one that is on its way arrive. */
function world() {
  const done: string[] = []
  let arrive = () => {}
  const queue = openSendQueue<string>(
    (name) => name,
    () => {
      done.push('begins')
      return () => done.push('ends')
    },
  )
  const send = (name: string, progress: (share: number) => void, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      progress(0.5)
      arrive = () => {
        done.push(name)
        resolve()
      }
      signal.addEventListener('abort', () => resolve())
    })
  return { queue, done, add: (...names: string[]) => queue.add(names, send), arrive: () => arrive() }
}

test('one goes after the other, and what is added meanwhile goes behind them', async () => {
  const { queue, done, add, arrive } = world()
  add('a', 'b')
  expect(queue.state.sending).toEqual({ name: 'a', share: 0.5, at: 1, of: 2 })
  add('c')
  arrive()
  await settled()
  expect(queue.state.sending).toEqual({ name: 'b', share: 0.5, at: 2, of: 3 })
  arrive()
  await settled()
  arrive()
  await settled()
  expect(done).toEqual(['begins', 'a', 'b', 'c', 'ends'])
  expect(queue.state.sending).toBeNull()
})

test('what is cancelled takes those that were to follow with it, and others can be sent then', async () => {
  const { queue, done, add, arrive } = world()
  add('a', 'b')
  queue.cancel()
  await settled()
  expect(done).toEqual(['begins', 'ends'])
  add('c')
  arrive()
  await settled()
  expect(done).toEqual(['begins', 'ends', 'begins', 'c', 'ends'])
})
