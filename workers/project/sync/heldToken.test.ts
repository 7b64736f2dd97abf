import { expect, test, vi } from 'vitest'
import { holdToken, withToken } from './heldToken.ts'

function held() {
  const timers: (() => void)[] = []
  const after = (_wait: number, run: () => void) => {
    timers.push(run)
    return () => timers.splice(timers.indexOf(run), 1)
  }
  return { token: holdToken('one', after), timers }
}

test('whoever needs another token waits until it is set; the page is asked for it', async () => {
  const { token, timers } = held()
  const ask = vi.fn()
  token.onWanted(ask)
  const waiting = [token.renewed('one'), token.renewed('one')]
  expect(ask.mock.calls).toEqual([['one'], ['one']])
  token.set('two')
  expect(await Promise.all(waiting)).toEqual([true, true])
  expect(token.now()).toBe('two')
  expect(timers).toEqual([])
})

test('there is another one already', async () => {
  const { token } = held()
  const ask = vi.fn()
  token.onWanted(ask)
  token.set('two')
  expect(await token.renewed('one')).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

test('none comes in time', async () => {
  const { token, timers } = held()
  const waiting = token.renewed('one')
  // The same again is none.
  token.set('one')
  timers[0]?.()
  expect(await waiting).toBe(false)
})

test('what is refused for the token is asked once more with another, where one comes', async () => {
  const { token, timers } = held()
  const asked: string[] = []
  const refuse = async (sent: string) => {
    asked.push(sent)
    return { status: 401 }
  }
  token.onWanted(() => token.set('two'))
  expect(await withToken(token, refuse)).toEqual({ status: 401 })
  expect(asked).toEqual(['one', 'two'])
  token.onWanted(() => timers[0]?.())
  expect(await withToken(token, refuse)).toEqual({ status: 401 })
  expect(asked).toEqual(['one', 'two', 'two'])
})
