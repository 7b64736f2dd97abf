import { expect, test } from 'vitest'
import { lazyPart, warmUp } from './lazyPart.ts'

test('parts are fetched ahead once nothing is on its way that somebody waits for', async () => {
  let fetched = 0
  lazyPart(async () => {
    fetched += 1
    return () => null
  })
  let asked = 0
  let busy = true
  const warm = warmUp(() => {
    asked += 1
    return busy
  })
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(fetched).toBe(0)
  busy = false
  await warm
  expect(fetched).toBe(1)
})
