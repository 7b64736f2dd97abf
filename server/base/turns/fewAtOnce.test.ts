import { describe, expect, it } from 'vitest'
import { ok } from '../../../src/model/problems.ts'
import { fewAtOnce, hasLeft } from './fewAtOnce.ts'

describe('few at once', () => {
  it('so many go on at the same time; what is urgent comes first, and a failure takes no turn from anybody', async () => {
    const inTurn = fewAtOnce(2)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const take = (name: string, isUrgent = false) =>
      inTurn(
        async () => {
          begun.push(name)
          await new Promise<void>((end) => void ends.push(end))
          if (name === 'b') throw new Error('failed')
          return ok(name)
        },
        { isUrgent },
      )
    const all = Promise.allSettled([take('a'), take('b'), take('c'), take('d'), take('e', true)])
    for (const at of [2, 3, 4, 5, 5]) {
      await new Promise((resolve) => setImmediate(resolve))
      expect(begun).toHaveLength(at)
      ends.shift()?.()
    }
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
    expect(begun).toEqual(['a', 'b', 'e', 'c', 'd'])
    expect(await inTurn(async () => ok('free'))).toEqual(ok('free'))
  })

  it('whoever leaves before their turn takes none, and what they asked for is not begun', async () => {
    const inTurn = fewAtOnce(1)
    const first = Promise.withResolvers<void>()
    const leaver = new AbortController()
    const begun: string[] = []
    const take = (name: string, signal?: AbortSignal) =>
      inTurn(
        async () => {
          begun.push(name)
          await first.promise
          return ok(name)
        },
        { signal },
      )
    const all = [take('a'), take('b', leaver.signal), take('c')]
    leaver.abort()
    expect(await all[1]).toEqual(hasLeft)
    expect(await take('d', leaver.signal)).toEqual(hasLeft)
    first.resolve()
    expect([await all[0], await all[2]]).toEqual([ok('a'), ok('c')])
    expect(begun).toEqual(['a', 'c'])
  })
})
