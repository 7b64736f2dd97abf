import { expect, it } from 'vitest'
import { fewForEach } from './fewForEach.ts'

it('gives each person so many turns at once, in the order of asking, and refuses beyond what may wait', async () => {
  const turns = fewForEach({ atOnce: 2, mostWaiting: 2 })
  const order: string[] = []
  const first = await turns.take('a')
  const second = await turns.take('a')
  const third = turns.take('a').then((leave) => {
    order.push('third')
    return leave
  })
  const fourth = turns.take('a').then((leave) => {
    order.push('fourth')
    return leave
  })
  expect(await turns.take('a')).toBeNull()
  // Somebody else is not kept waiting.
  const other = await turns.take('b')
  expect(other).not.toBeNull()
  expect(order).toEqual([])
  first?.()
  // Ended twice is ended once.
  first?.()
  const leaveThird = await third
  expect(order).toEqual(['third'])
  second?.()
  const leaveFourth = await fourth
  expect(order).toEqual(['third', 'fourth'])
  leaveThird?.()
  leaveFourth?.()
  other?.()
  const again = await Promise.all([turns.take('a'), turns.take('a')])
  expect(again.every((leave) => leave !== null)).toBe(true)
})

it('whoever leaves while they wait makes room, and is given no turn', async () => {
  const turns = fewForEach({ atOnce: 1, mostWaiting: 1 })
  const leaver = new AbortController()
  const first = await turns.take('a')
  const left = turns.take('a', leaver.signal)
  leaver.abort()
  expect(await left).toBeNull()
  expect(await turns.take('a', leaver.signal)).toBeNull()
  const second = turns.take('a')
  first?.()
  expect(await second).not.toBeNull()
})
