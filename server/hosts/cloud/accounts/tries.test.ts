import { expect, it } from 'vitest'
import { openTries } from './tries.ts'

const allowance = { most: 3, every: 10 }

it('a store of tries that fills again with time', () => {
  let now = 0
  const tries = openTries(() => now)
  const take = () => tries.take([['a', allowance]])?.wait ?? 0
  expect([take(), take(), take(), take(), take()]).toEqual([0, 0, 0, 10, 10])
  now = 9_999
  expect(take()).toBe(1)
  now = 10_000
  expect([take(), take()]).toEqual([0, 10])
  now = 10_000_000
  expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 10])
  tries.giveBack('a')
  expect([take(), take()]).toEqual([0, 10])
})

it('takes one of each, or none where one has none left', () => {
  const tries = openTries(() => 0)
  const both = [['a', allowance] as const, ['b', { most: 1, every: 60 }] as const]
  expect(tries.take(both)).toBeNull()
  for (let n = 0; n < 10; n += 1) expect(tries.take(both)).toEqual({ wait: 60 })
  expect(tries.take([['a', { most: 3, every: 10 }]])).toBeNull()
  expect(tries.take([['a', { most: 3, every: 10 }]])).toBeNull()
  expect(tries.take([['a', { most: 3, every: 10 }]])).toEqual({ wait: 10 })
})

it('holds a bounded number of keys; the latest stay', () => {
  const tries = openTries(() => 0)
  for (let n = 0; n < 250_000; n += 1) tries.take([[`key ${n}`, { most: 1, every: 60 }]])
  expect(tries.size).toBeLessThanOrEqual(100_000)
  expect(tries.take([['key 249999', { most: 1, every: 60 }]])).toEqual({ wait: 60 })
})
