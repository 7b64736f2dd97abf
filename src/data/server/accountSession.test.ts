import { describe, expect, test } from 'vitest'
import type { Account, Tokens } from '../../model/contract/shapes.ts'
import {
  askAgainAfter,
  isEnded,
  type Kept,
  openAccountSession,
  renewAfter,
  type SessionHost,
} from './accountSession.ts'

const ana: Account = { id: 'a1', email: 'ana@example.org', name: 'Ana', region: 'home', transcription_key: null }
const tokens = (n: number): Tokens => ({ access_token: `access ${n}`, refresh_token: `refresh ${n}` })

/** A browser with several tabs: one storage, one lock; the server takes each refresh token once. */
function browser() {
  let kept: Kept = null
  let time = 0
  let lock: Promise<unknown> = Promise.resolve()
  let answer: () => Promise<'new' | 'refused' | 'deleted' | null> = async () => 'new'
  let made = 1
  const asked: string[] = []
  const gone: string[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  const host: SessionHost = {
    read: () => kept,
    write: (next) => {
      kept = next
    },
    alone: (body) => {
      const done = lock.then(body)
      lock = done.catch(() => {})
      return done
    },
    refresh: async ({ refresh_token }) => {
      asked.push(refresh_token)
      const said = await answer()
      if (said !== 'new') return said
      made += 1
      return tokens(made)
    },
    deleted: (account) => gone.push(account),
    after: (wait, run) => {
      const timer = { at: time + wait, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    now: () => time,
  }
  return {
    asked,
    gone,
    kept: () => (isEnded(kept) ? null : kept),
    ended: () => (isEnded(kept) ? kept.ended : null),
    answers: (next: typeof answer) => {
      answer = next
    },
    pass: async (milliseconds: number) => {
      time += milliseconds
      for (const timer of [...timers]) {
        if (timer.at > time) continue
        timers.delete(timer)
        timer.run()
      }
      await new Promise((resolve) => setImmediate(resolve))
    },
    tab: () => {
      const seen: { token: string | null; refused: boolean }[] = []
      const session = openAccountSession(host, (now, refused) =>
        seen.push({ token: now?.tokens.access_token ?? null, refused }),
      )
      return { session, seen, last: () => seen.at(-1) }
    },
  }
}

describe('2 §4, session', () => {
  test('a refused token is renewed once, however many calls were refused in however many tabs', async () => {
    const { tab, asked, kept } = browser()
    const [one, two] = [tab(), tab()]
    one.session.begin(ana, tokens(1))
    two.session.heard()
    const all = await Promise.all([
      one.session.renew('access 1'),
      two.session.renew('access 1'),
      one.session.renew('access 1'),
    ])
    expect(all).toEqual(['renewed', 'renewed', 'renewed'])
    expect(asked).toEqual(['refresh 1'])
    expect(kept()?.tokens).toEqual(tokens(2))
    expect([one.last(), two.last()]).toEqual([
      { token: 'access 2', refused: false },
      { token: 'access 2', refused: false },
    ])
  })

  test('it is renewed ahead of its end', async () => {
    const { tab, asked, pass } = browser()
    const { session, last } = tab()
    session.begin(ana, tokens(1))
    await pass(renewAfter - 1)
    expect(asked).toEqual([])
    await pass(1)
    expect(asked).toEqual(['refresh 1'])
    expect(last()).toEqual({ token: 'access 2', refused: false })
    await pass(renewAfter)
    expect(asked).toEqual(['refresh 1', 'refresh 2'])
  })

  test('a tab that is opened late renews at once what is old', async () => {
    const { tab, asked, pass } = browser()
    tab().session.begin(ana, tokens(1))
    await pass(renewAfter / 2)
    const late = tab()
    expect(late.last()).toEqual({ token: 'access 1', refused: false })
    await pass(renewAfter / 2)
    expect(asked).toEqual(['refresh 1'])
    expect(late.last()?.token).toBe('access 2')
  })

  test('an account that is no more is told from a session that has ended', async () => {
    for (const [said, expected, whose] of [
      ['refused', [], 'a1'],
      ['deleted', ['a1'], ''],
    ] as const) {
      const { tab, answers, kept, ended, gone } = browser()
      const { session, last } = tab()
      session.begin(ana, tokens(1))
      answers(async () => said)
      expect(await session.renew('access 1')).toBe('ended')
      expect([gone, kept(), ended(), last()]).toEqual([expected, null, whose, { token: null, refused: true }])
    }
  })

  test('the hosts of the regions stay with the session', async () => {
    const { tab, kept } = browser()
    const { session } = tab()
    session.begin(ana, tokens(1), { home: 'https://far.example' })
    await session.renew('access 1')
    session.correct({ ...ana, name: 'Ann' })
    expect(kept()).toMatchObject({
      regions: { home: 'https://far.example' },
      tokens: tokens(2),
      account: { name: 'Ann' },
    })
  })

  test('a refresh that is refused ends the session, in every tab', async () => {
    const { tab, answers, kept } = browser()
    const [one, two] = [tab(), tab()]
    one.session.begin(ana, tokens(1))
    two.session.heard()
    answers(async () => 'refused')
    expect(await one.session.renew('access 1')).toBe('ended')
    expect(one.last()).toEqual({ token: null, refused: true })
    expect(kept()).toBeNull()
    two.session.heard()
    expect(two.last()).toEqual({ token: null, refused: true })
    expect(await two.session.renew('access 1')).toBe('ended')
    // Who opens the page anew, or logs in here, finds nothing of it.
    const three = tab()
    expect(three.seen).toEqual([])
    three.session.begin(ana, tokens(9))
    two.session.heard()
    expect(two.last()).toEqual({ token: 'access 9', refused: false })
    three.session.end()
    two.session.heard()
    expect(two.last()).toEqual({ token: null, refused: false })
  })

  test('a server that cannot be reached ends nothing, and is asked again', async () => {
    const { tab, answers, pass, asked, kept } = browser()
    const { session, last } = tab()
    session.begin(ana, tokens(1))
    answers(async () => null)
    expect(await session.renew('access 1')).toBe('unreachable')
    expect(last()?.token).toBe('access 1')
    expect(kept()?.tokens).toEqual(tokens(1))
    answers(async () => 'new')
    await pass(askAgainAfter)
    expect(asked).toEqual(['refresh 1', 'refresh 1'])
    expect(last()?.token).toBe('access 2')
  })

  test('who logs out while it is renewed is logged out', async () => {
    const { tab, answers, kept } = browser()
    const { session, last } = tab()
    session.begin(ana, tokens(1))
    let go = () => {}
    answers(
      () =>
        new Promise((resolve) => {
          go = () => resolve('new')
        }),
    )
    const renewed = session.renew('access 1')
    await new Promise((resolve) => setImmediate(resolve))
    expect(session.end()).toEqual(tokens(1))
    go()
    expect(await renewed).toBe('ended')
    expect(kept()).toBeNull()
    expect(last()?.token).toBeNull()
  })

  test('after logging out nothing is asked any more', async () => {
    const { tab, asked, pass } = browser()
    const { session } = tab()
    session.begin(ana, tokens(1))
    session.end()
    await pass(10 * renewAfter)
    expect(asked).toEqual([])
  })

  test('a changed name is kept, with the tokens of now', () => {
    const { tab, kept } = browser()
    const { session } = tab()
    session.begin(ana, tokens(1))
    session.correct({ ...ana, name: 'Anna' })
    expect(kept()).toEqual({ account: { ...ana, name: 'Anna' }, tokens: tokens(1), renewed: 0 })
  })
})
