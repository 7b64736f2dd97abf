import { expect, it } from 'vitest'
import { largeInTurn } from './largeInTurn.ts'

it('large ones of a person are taken one after the other, what comes after waits, and nobody else does', async () => {
  const inTurn = largeInTurn()
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.push(resolve)
    })
  const all = [
    inTurn('ann', false, take('small')),
    inTurn('ann', true, take('large')),
    inTurn('ann', false, take('after')),
    inTurn('ann', true, take('second')),
    inTurn('ann', false, take('last')),
    inTurn('bob', true, take('bob’s')),
  ]
  expect(begun).toEqual(['small', 'large', 'bob’s'])
  const [, large] = ends
  large?.()
  await all[1]
  await expect.poll(() => begun).toEqual(['small', 'large', 'bob’s', 'after', 'second'])
  for (const end of ends.splice(0)) end()
  await all[3]
  await expect.poll(() => begun.at(-1)).toBe('last')
  for (const end of ends) end()
  await Promise.all(all)
})

it('one that fails keeps none from its turn', async () => {
  const inTurn = largeInTurn()
  const failed = inTurn('ann', true, () => Promise.reject(new Error('broken')))
  const after = inTurn('ann', false, async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await after).toBe('done')
})
