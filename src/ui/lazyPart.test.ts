import { createElement, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

// A copy of its own: in one process with other tests it would fetch all parts that their files have named, which is the whole program.
const alone = './lazyPart.ts?alone'
const { lazyPart, warmUp } = (await import(alone)) as typeof import('./lazyPart.ts')

afterEach(() => vi.useRealTimers())

const Nothing = () => null

/** A part that nobody asks for; how often it was fetched. */
function ahead(): { fetched: number } {
  const seen = { fetched: 0 }
  lazyPart(async () => {
    seen.fetched += 1
    return Nothing
  })
  return seen
}

test('parts are fetched ahead once nothing is on its way that somebody waits for', async () => {
  const seen = ahead()
  let asked = 0
  let busy = true
  const warm = warmUp(() => {
    asked += 1
    return busy
  })
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(seen.fetched).toBe(0)
  busy = false
  await warm
  expect(seen.fetched).toBe(1)
})

test('a part that has just come may ask for the next: nothing is fetched ahead of that', async () => {
  vi.useFakeTimers()
  const coming = Promise.withResolvers<typeof Nothing>()
  const Part = lazyPart(() => coming.promise)
  const seen = ahead()
  renderToString(createElement(Suspense, null, createElement(Part)))
  const warm = warmUp(() => false)
  await vi.advanceTimersByTimeAsync(1000)
  coming.resolve(Nothing)
  await vi.advanceTimersByTimeAsync(400)
  expect(seen.fetched).toBe(0)
  await vi.advanceTimersByTimeAsync(400)
  await warm
  expect(seen.fetched).toBe(1)
})
