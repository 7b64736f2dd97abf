import { describe, expect, it } from 'vitest'
import { fewAtOnce } from './fewAtOnce.ts'

describe('few at once', () => {
  it('so many go on at the same time; what is urgent comes first, and a failure takes no turn from anybody', async () => {
    const inTurn = fewAtOnce(2)
    const begun: string[] = []
    const ends: (() => void)[] = []
    const take = (name: string, isUrgent = false) =>
      inTurn(async () => {
        begun.push(name)
        await new Promise<void>((end) => void ends.push(end))
        if (name === 'b') throw new Error('failed')
        return name
      }, isUrgent)
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
    expect(await inTurn(async () => 'free')).toBe('free')
  })
})
