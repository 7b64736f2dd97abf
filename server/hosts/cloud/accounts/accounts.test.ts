import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignedIn } from '../../../../src/model/contract/shapes.ts'
import { isProblem, type Result } from '../../../../src/model/problems.ts'
import type { Accounts, Caller, HostChange, Person } from '../../../host.ts'
import { type CloudDatabase, openCloudDatabase } from '../database.ts'
import type { Letter } from '../mail/mail.ts'
import { openOperator } from '../operator.ts'
import { openAccountRows } from './accountRows.ts'
import { openAccounts } from './accounts.ts'
import { openKeptTries } from './keptTries.ts'
import { openPasswords, type Passwords } from './passwords.ts'
import { openTries } from './tries.ts'

const [second, minute, day] = [1000, 60_000, 86_400_000]
const cheap = { memory: 8, passes: 1, parallelism: 1 }

let folder: string
let database: CloudDatabase
let clock: number
let running: number
let letters: Letter[]
let mailIsBroken: boolean
let changes: HostChange[]
let events: string[]
/** The fields of each. */
let facts: object[]
let accounts: Accounts
let opened: Accounts[]

/** Hours pass for the clock on the wall and for that of the tries. */
const pass = (ms: number) => {
  clock += ms
  running += ms
}

const open = (
  registration: 'open' | 'invitation' = 'open',
  cost = cheap,
  settings: { mail?: string; provesEmails?: boolean; factorKey?: string } = {},
  tries = openTries(() => running),
  passwords = openPasswords(cost),
): Accounts => {
  const made = openAccounts({
    database,
    settings: { region: 'home', registration, ...settings },
    mail: {
      send: async (letter) => {
        if (mailIsBroken) return { problem: { kind: 'mailFailed' } }
        letters.push(letter)
        return { ok: undefined }
      },
      close: () => {},
    },
    address: () => 'https://thicket.example/desk',
    changed: (change) => changes.push(change),
    log: {
      error: (error) => events.push(String(error)),
      security: (event, fields = {}) => {
        events.push(event)
        facts.push(fields)
      },
    },
    now: () => clock,
    steady: () => running,
    tries,
    passwords,
  })
  opened.push(made)
  return made
}

/** From now on each hash waits until the test lets it go on: they are made in threads, and end in any order. */
const holdHashes = () => {
  const usual = openPasswords(cheap)
  const held = new Map<string, () => void>()
  const passwords: Passwords = {
    ...usual,
    hash: async (written, caller) => {
      const made = await usual.hash(written, caller)
      await new Promise<void>((resolve) => {
        held.set(written, resolve)
      })
      return made
    },
  }
  accounts = open(
    'open',
    cheap,
    {},
    openTries(() => running),
    passwords,
  )
  return {
    /** When all of these have come so far. */
    begun: (...all: string[]) => expect.poll(() => all.every((each) => held.has(each))).toBe(true),
    letGo: (written: string) => held.get(written)?.(),
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'thicket-accounts-'))
  database = openCloudDatabase(join(folder, 'accounts.sqlite'))
  ;[clock, running, letters, changes, events, facts, opened] = [Date.UTC(2026, 10, 21), 0, [], [], [], [], []]
  mailIsBroken = false
  accounts = open()
})
afterEach(() => {
  vi.useRealTimers()
  for (const each of opened) each.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const from = (address = '10.0.0.1', language = 'en'): Caller => ({ address, agent: 'a browser', language })
const value = <T>(result: Result<T>): T => {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
const kind = (result: Result<unknown>): string => (isProblem(result) ? result.problem.kind : 'done')

const password = 'a zebra in the lamp'
const enrol = (email = 'ann@example.org', name = 'Ann', caller = from()) =>
  accounts.register({ name, email, password }, caller)
const signIn = (email = 'ann@example.org', tried = password, caller = from(), code?: string) =>
  accounts.signIn({ email, password: tried, regional_service_map: true, ...(code !== undefined && { code }) }, caller)
const person = ({ account }: SignedIn): Person => accounts.authenticate(account.access_token) as Person
const linkIn = (letter: Letter | undefined) =>
  /(?:link|invitation|email)=([\w-]{43})/.exec(letter?.text ?? '')?.[1] ?? 'none'
const codeOf = (secret: string, at = clock) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at })
const resetLink = async (email = 'ann@example.org', caller = from()) => {
  const before = letters.length
  value(await accounts.askReset(email, caller))
  await expect.poll(() => letters.length).toBe(before + 1)
  return linkIn(letters.at(-1))
}
const row = (sql: string, ...values: string[]) => database.db.prepare(sql).get(...values) as Record<string, unknown>

describe('sign-in', () => {
  it('takes the email in any case, gives tokens, the account and the region, and keeps hashes alone', async () => {
    value(await enrol('  Ann@Example.ORG '))
    const signedIn = value(await signIn(' ANN@example.org'))
    expect(signedIn).toEqual({
      account: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        email: 'ann@example.org',
        name: 'Ann',
        region: 'home',
        transcription_key: null,
        access_token: expect.stringMatching(/^[\w-]{43}$/),
        refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      },
      regional_service_map: { home: '' },
    })
    const kept = JSON.stringify(
      ['accounts', 'sessions'].map((table) => database.db.prepare(`SELECT * FROM ${table}`).all()),
    )
    for (const secret of [password, signedIn.account.access_token, signedIn.account.refresh_token])
      expect(kept).not.toContain(secret)
  })

  it('says the same for a wrong password and for nobody’s email, until the same number of tries', async () => {
    value(await enrol())
    for (const email of ['ann@example.org', 'nobody@example.org']) {
      for (let n = 0; n < 10; n += 1) expect(await signIn(email, 'wrong')).toEqual({ problem: { kind: 'wrongSignIn' } })
      expect(await signIn(email, password)).toEqual({ problem: { kind: 'tooManyTries', wait: 60 } })
    }
  })

  it('makes the hash anew where it was made at another cost', async () => {
    value(await enrol())
    const before = row('SELECT password FROM accounts').password
    accounts = open('open', { ...cheap, memory: 16 })
    value(await signIn())
    const after = row('SELECT password FROM accounts').password
    expect(after).not.toBe(before)
    expect(after).toContain('m=16,')
    value(await signIn())
    expect(row('SELECT password FROM accounts').password).toBe(after)
  })
})

describe('tries', () => {
  it('are not forgotten by a restart, nor by a clock that went back; they come back with time', async () => {
    const restart = () => {
      accounts.close()
      database.close()
      database = openCloudDatabase(join(folder, 'accounts.sqlite'))
      const keeper = openKeptTries(
        database,
        () => clock,
        (error) => events.push(String(error)),
      )
      accounts = open(
        undefined,
        undefined,
        {},
        openTries(() => running, keeper),
      )
    }
    restart()
    value(await enrol())
    for (let n = 0; n < 9; n += 1) expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    restart()
    expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    expect(kind(await signIn())).toBe('tooManyTries')
    clock -= 60 * minute
    restart()
    expect(kind(await signIn())).toBe('tooManyTries')
    clock += 90 * minute
    restart()
    value(await signIn())
    // Nothing is kept of what is full again, and nothing that says who.
    clock += 24 * 60 * minute
    restart()
    expect(database.db.prepare('SELECT key FROM tries').all()).toEqual([])
    await signIn(undefined, 'wrong')
    restart()
    const kept = JSON.stringify(database.db.prepare('SELECT * FROM tries').all())
    expect(kept).toContain('"remaining":9')
    expect(kept).not.toMatch(/ann@|10\./)
  })

  it('ten at once, then one a minute; who signs in has not used any up', async () => {
    value(await enrol())
    for (let n = 0; n < 30; n += 1) value(await signIn())
    for (let n = 0; n < 10; n += 1) expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    expect(kind(await signIn())).toBe('tooManyTries')
    expect(events.at(-1)).toBe('triesRefused')
    const account = accounts.accountOf('ann@example.org')?.id
    expect(facts.at(-1)).toEqual({ account, address: '10.0.0.1', what: 'sign in', wait: 60 })
    pass(61 * second)
    value(await signIn())
  })

  it('from everywhere at once fewer than 500 guesses an hour reach an account', async () => {
    value(await enrol())
    let [reached, wrong] = [0, 0]
    for (let n = 0; n < 10_000; n += 1) {
      pass((60 * minute) / 10_000)
      const guessed = kind(await signIn(undefined, 'wrong', from(`10.1.${n >> 8}.${n & 255}`)))
      if (guessed === 'wrongSignIn') reached += 1
      else wrong += 1
    }
    expect(reached).toBeLessThan(500)
    expect(reached + wrong).toBe(10_000)
    // Not shut out: where they have been before, in their session, and by their mail from anywhere.
    const signedIn = value(await signIn())
    expect(kind(await accounts.changePassword(person(signedIn), password, 'another zebra there'))).toBe('done')
    const elsewhere = from('192.0.2.77')
    expect(kind(await signIn(undefined, 'another zebra there', elsewhere))).toBe('tooManyTries')
    value(await accounts.reset(await resetLink(undefined, elsewhere), password, elsewhere))
    value(await signIn(undefined, password, elsewhere))
  }, 60_000)

  it('one address guesses at few accounts, and shuts nobody out who has signed in from there', async () => {
    const elsewhere = from('172.16.0.1')
    value(await enrol())
    value(await enrol('ben@example.org', 'Ben', elsewhere))
    let reached = 0
    for (let n = 0; n < 300; n += 1)
      if (kind(await signIn(`person${n}@example.org`, 'wrong')) === 'wrongSignIn') reached += 1
    expect(reached).toBe(100)
    value(await signIn())
    value(await accounts.askReset('ann@example.org', from()))
    expect(kind(await signIn('ben@example.org'))).toBe('tooManyTries')
    value(await signIn('ben@example.org', password, elsewhere))
    // What is tried at one who is known there is counted as before.
    for (let n = 0; n < 10; n += 1) expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    expect(kind(await signIn())).toBe('tooManyTries')
  })

  it('what is written as an email uses up nobody else’s tries', async () => {
    value(await enrol())
    for (const forged of ['10.0.0.1', '10.0.0.1 ann@example.org', ': 10.0.0.1 ann@example.org'])
      for (let n = 0; n < 40; n += 1) await signIn(forged, 'wrong', from(`172.16.0.${n}`))
    for (let n = 0; n < 10; n += 1) expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
  })

  it('all at once are counted before any is worked', async () => {
    value(await enrol())
    const all = await Promise.all(Array.from({ length: 50 }, () => signIn(undefined, 'wrong')))
    expect(all.filter((each) => kind(each) === 'wrongSignIn')).toHaveLength(10)
  })

  it('a password that is asked for in a session is guessed no faster', async () => {
    const who = person(value(await enrol()))
    for (let n = 0; n < 10; n += 1) expect(kind(await accounts.confirm(who, 'wrong'))).toBe('wrongPassword')
    expect(kind(await accounts.confirm(who, password))).toBe('tooManyTries')
    expect(kind(await accounts.changePassword(who, password, 'another zebra there'))).toBe('tooManyTries')
  })
})

describe('sessions', () => {
  it('an access token is good for ten minutes, a refresh token for thirty days, a session for a year', async () => {
    let { access_token, refresh_token } = value(await enrol()).account
    const began = clock
    pass(10 * minute - 1)
    const who = accounts.authenticate(access_token) as Person
    expect(who).not.toBeNull()
    pass(1)
    expect(accounts.authenticate(access_token)).toBeNull()
    // A token that has run out does not end the session.
    expect(accounts.stands(who)).toBe(true)
    for (let n = 0; n < 13; n += 1) {
      pass(28 * day)
      if (clock - began >= 365 * day) break
      ;({ access_token, refresh_token } = value(accounts.refresh({ access_token, refresh_token })))
      expect(accounts.authenticate(access_token)).toEqual(who)
    }
    expect(accounts.stands(who)).toBe(true)
    pass(2 * day)
    expect(accounts.stands(who)).toBe(false)
    expect(kind(accounts.refresh({ access_token, refresh_token }))).toBe('notSignedIn')
  })

  it('a refresh token that comes again ends its session, but not at once after its use', async () => {
    const first = value(await enrol()).account
    const who = person(value(await signIn()))
    const mine = accounts.authenticate(first.access_token) as Person
    const next = value(accounts.refresh(first))
    expect(accounts.authenticate(next.access_token)).toEqual(mine)
    pass(9 * second)
    expect(kind(accounts.refresh(first))).toBe('notSignedIn')
    expect(accounts.authenticate(next.access_token)).toEqual(mine)
    pass(2 * second)
    changes = []
    expect(kind(accounts.refresh(first))).toBe('notSignedIn')
    expect(accounts.authenticate(next.access_token)).toBeNull()
    expect(accounts.stands(mine)).toBe(false)
    expect(kind(accounts.refresh(next))).toBe('notSignedIn')
    expect(changes).toEqual([{ people: new Set([mine.id]) }])
    expect(events).toContain('refreshTokenReused')
    // The person's other sessions go on.
    expect(accounts.stands(who)).toBe(true)
  })

  it.each([
    ['a second', second],
    ['31 seconds', 31 * second],
    ['an hour', 60 * minute],
    ['29 days', 29 * day],
  ])('whose answer to a refresh was lost gets another %s later', async (_, wait) => {
    const first = value(await enrol()).account
    const mine = accounts.authenticate(first.access_token) as Person
    value(accounts.refresh(first))
    // What is under way with the token before uses none of the lost ones.
    expect(accounts.authenticate(first.access_token)).toEqual(mine)
    pass(wait / 2)
    value(accounts.refresh(first))
    pass(wait / 2)
    const next = value(accounts.refresh(first))
    expect(accounts.authenticate(next.access_token)).toEqual(mine)
    pass(8 * minute)
    expect(accounts.authenticate(value(accounts.refresh(next)).access_token)).toEqual(mine)
    expect(events).not.toContain('refreshTokenReused')
  })

  it('a refresh token whose answer was lost is answered within its own life alone', async () => {
    const first = value(await enrol()).account
    pass(29 * day)
    value(accounts.refresh(first))
    pass(2 * day)
    expect(kind(accounts.refresh(first))).toBe('notSignedIn')
  })

  it.each(['access', 'refresh'])(
    'once the %s token of its successor was used, a spent token that comes ends the session',
    async (used) => {
      const first = value(await enrol()).account
      const mine = accounts.authenticate(first.access_token) as Person
      const next = value(accounts.refresh(first))
      if (used === 'access') accounts.authenticate(next.access_token)
      else value(accounts.refresh(next))
      pass(11 * second)
      expect(kind(accounts.refresh(first))).toBe('notSignedIn')
      expect(accounts.stands(mine)).toBe(false)
      expect(events).toContain('refreshTokenReused')
    },
  )

  it('a spent token that the network brings again at once is no theft, though the clock is set meanwhile or its first answer was lost', async () => {
    const first = value(await enrol()).account
    const mine = accounts.authenticate(first.access_token) as Person
    const next = value(accounts.refresh(first))
    expect(accounts.authenticate(next.access_token)).toEqual(mine)
    clock += 3 * 60 * minute
    expect(kind(accounts.refresh(first))).toBe('notSignedIn')
    expect(accounts.stands(mine)).toBe(true)
    value(accounts.refresh(next))
    pass(minute)
    const heard = value(accounts.refresh(next))
    expect(accounts.authenticate(heard.access_token)).toEqual(mine)
    pass(second)
    expect(kind(accounts.refresh(next))).toBe('notSignedIn')
    expect(accounts.stands(mine)).toBe(true)
    expect(events).not.toContain('refreshTokenReused')
    pass(11 * second)
    expect(kind(accounts.refresh(next))).toBe('notSignedIn')
    expect(accounts.stands(mine)).toBe(false)
  })

  it('whoever asked twice goes on with either answer; with both, one is a thief', async () => {
    const first = value(await enrol()).account
    const mine = accounts.authenticate(first.access_token) as Person
    const one = value(accounts.refresh(first))
    const two = value(accounts.refresh(first))
    expect(accounts.authenticate(one.access_token)).toEqual(mine)
    const three = value(accounts.refresh(one))
    expect(accounts.authenticate(three.access_token)).toEqual(mine)
    pass(11 * second)
    expect(kind(accounts.refresh(two))).toBe('notSignedIn')
    expect(accounts.stands(mine)).toBe(false)
  })

  it('a token of a deleted account hears that it is no more, for a year; one whose session had ended before hears nothing', async () => {
    const ann = value(await enrol())
    const [out, renewed] = [value(await signIn()).account, value(await signIn()).account]
    value(accounts.endSession(person(ann), (accounts.authenticate(out.access_token) as Person).session))
    const next = value(accounts.refresh(renewed))
    const { id } = person(ann)
    value(accounts.remove(id))
    const hears = () => [ann.account, out, renewed, next].map((tokens) => kind(accounts.refresh(tokens)))
    expect(hears()).toEqual(['accountDeleted', 'notSignedIn', 'accountDeleted', 'accountDeleted'])
    expect(kind(accounts.refresh({ ...next, refresh_token: 'none' }))).toBe('notSignedIn')
    clock += 366 * day
    accounts = open()
    expect(hears()).toEqual(['notSignedIn', 'notSignedIn', 'notSignedIn', 'notSignedIn'])
  })

  it('what is under way with the access token before is still taken for half a minute', async () => {
    const first = value(await enrol()).account
    const next = value(accounts.refresh(first))
    pass(29 * second)
    expect(accounts.authenticate(first.access_token)).toEqual(accounts.authenticate(next.access_token))
    pass(2 * second)
    expect(accounts.authenticate(first.access_token)).toBeNull()
    expect(accounts.authenticate(next.access_token)).not.toBeNull()
  })

  it('a clock that was set back makes no token live longer, and by little signs nobody out', async () => {
    const { access_token, refresh_token } = value(await enrol()).account
    const link = await resetLink()
    expect(kind(accounts.resetLink(link))).toBe('done')
    clock -= 5 * second
    expect(accounts.authenticate(access_token)).not.toBeNull()
    clock -= 60 * minute
    expect(accounts.authenticate(access_token)).toBeNull()
    expect(kind(accounts.resetLink(link))).toBe('linkExpired')
    expect(kind(await accounts.reset(link, 'another zebra there', from()))).toBe('linkExpired')
    const next = value(accounts.refresh({ access_token, refresh_token }))
    clock -= 2 * day
    expect(accounts.authenticate(next.access_token)).toBeNull()
    expect(kind(accounts.refresh(next))).toBe('notSignedIn')
  })

  it('are listed and ended, one’s own alone; log out ends one by either token', async () => {
    const ann = value(await enrol())
    pass(second)
    const again = value(await signIn())
    const ben = value(await enrol('ben@example.org', 'Ben'))
    const who = person(ann)
    const [created, agent] = [clock, 'a browser']
    expect(accounts.sessions(who)).toEqual([
      { id: person(again).session, agent, created, used: clock, current: false },
      { id: who.session, agent, created: created - second, used: created - second, current: true },
    ])
    accounts.endSession(who, person(ben).session)
    expect(accounts.stands(person(ben))).toBe(true)
    accounts.endSession(who, person(again).session)
    expect(accounts.authenticate(again.account.access_token)).toBeNull()
    expect(accounts.sessions(who)).toHaveLength(1)
    accounts.signOut({ access_token: '', refresh_token: ann.account.refresh_token })
    expect(accounts.stands(who)).toBe(false)
    accounts.signOut({ access_token: ben.account.access_token, refresh_token: 'none' })
    expect(accounts.authenticate(ben.account.access_token)).toBeNull()
  })

  it('keeps a bounded number of an account’s, and forgets what has run out', async () => {
    value(await enrol())
    for (let n = 0; n < 120; n += 1) {
      pass(second)
      value(await signIn())
    }
    expect(row('SELECT count(*) AS n FROM sessions').n).toBe(100)
    const { account } = value(await signIn())
    value(accounts.refresh(account))
    await resetLink()
    pass(31 * day)
    accounts.close()
    accounts = open()
    for (const table of ['sessions', 'spent', 'links']) expect(row(`SELECT count(*) AS n FROM ${table}`).n).toBe(0)
    pass(60 * day)
    open()
    expect(row('SELECT count(*) AS n FROM addresses').n).toBe(0)
  })

  it('hears soon what another program has changed', async () => {
    const who = person(value(await enrol()))
    const other = openCloudDatabase(join(folder, 'accounts.sqlite'))
    changes = []
    value(
      await openOperator(other, { region: 'home' }, { passwords: openPasswords(cheap) }).setPassword(
        'ann@example.org',
        'set by the operator',
      ),
    )
    other.close()
    expect(accounts.stands(who)).toBe(false)
    await expect.poll(() => changes).toEqual([{}])
    value(await signIn(undefined, 'set by the operator'))
  })
})

describe('reset', () => {
  it('sends a link that works once, for ten minutes, and ends all sessions', async () => {
    const who = person(value(await enrol()))
    const link = await resetLink('ANN@example.org ')
    expect(letters[0]).toMatchObject({ to: 'ann@example.org', subject: 'Set a new password for Thicket' })
    expect(letters[0]?.text).toContain(`https://thicket.example/desk/web/#/reset?link=${link}\n`)
    expect(JSON.stringify(row('SELECT * FROM links'))).not.toContain(link)
    // What is refused does not use it up.
    expect(kind(await accounts.reset(link, 'short', from()))).toBe('passwordTooShort')
    expect(kind(await accounts.reset(link, 'password123', from()))).toBe('passwordTooCommon')
    expect(accounts.stands(who)).toBe(true)
    changes = []
    value(await accounts.reset(link, 'another zebra there', from()))
    expect(accounts.stands(who)).toBe(false)
    expect(changes).toEqual([{ people: new Set([who.id]) }])
    expect(kind(await accounts.reset(link, 'a third zebra there', from()))).toBe('linkExpired')
    expect(kind(await signIn())).toBe('wrongSignIn')
    value(await signIn(undefined, 'another zebra there'))
    expect(letters.at(-1)?.subject).toBe('Your Thicket password was changed')

    const late = await resetLink()
    pass(10 * minute)
    expect(kind(await accounts.reset(late, 'a third zebra there', from()))).toBe('linkExpired')
  })

  it('two at once: the first that is ready sets the password', async () => {
    const [first, second] = ['first zebra there', 'second zebra there']
    value(await enrol())
    const link = await resetLink()
    const hashes = holdHashes()
    const both = [first, second].map((each) => accounts.reset(link, each, from()))
    await hashes.begun(first, second)
    hashes.letGo(second)
    expect(kind((await both[1]) as Result<void>)).toBe('done')
    hashes.letGo(first)
    expect(kind((await both[0]) as Result<void>)).toBe('linkExpired')
    value(await signIn(undefined, second))
    expect(kind(await signIn(undefined, first))).toBe('wrongSignIn')
  })

  it('answers the same for nobody’s email, and mails nothing', async () => {
    expect(await accounts.askReset('nobody@example.org', from())).toEqual({ ok: undefined })
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect(letters).toEqual([])
    expect(row('SELECT count(*) AS n FROM links').n).toBe(0)
    expect(kind(await accounts.askReset('no address', from()))).toBe('invalidEmail')
    for (const email of ['nobody@example.org', 'ann@example.org'])
      for (const _ of [1, 2, 3]) await accounts.askReset(email, from('10.0.0.2'))
    for (const email of ['nobody@example.org', 'ann@example.org'])
      expect(await accounts.askReset(email, from('10.0.0.2'))).toEqual({ problem: { kind: 'tooManyTries', wait: 300 } })
  })

  it('a link of one kind is none of the other, and links end with a changed password', async () => {
    const who = person(value(await enrol()))
    value(await accounts.invite('ben@example.org', who, { project: 'Study', right: 'write' }))
    expect(kind(await accounts.reset(linkIn(letters[0]), 'another zebra there', from()))).toBe('linkExpired')
    const link = await resetLink()
    expect(kind(accounts.invitation(link))).toBe('linkExpired')
    value(await accounts.changePassword(who, password, 'another zebra there'))
    expect(kind(await accounts.reset(link, 'a third zebra there', from()))).toBe('linkExpired')
  })
})

/** A project of Ann's that she has shared with somebody who has no account. */
const pending = (owner: string, email: string) => {
  const run = (sql: string, ...values: (string | number)[]) => database.db.prepare(sql).run(...values)
  run('INSERT INTO projects VALUES (?, ?, ?, ?, ?, ?)', 'uuid', owner, 'Study', '/none', clock, clock)
  run('INSERT INTO invitations VALUES (?, ?, ?, ?)', 'uuid', email, 'write', clock)
}
const shares = () =>
  database.db
    .prepare('SELECT account, access FROM shares')
    .all()
    .map((each) => ({ ...each }))

describe('register', () => {
  it('by invitation: the link is for its email, once, for seven days, and what waits becomes the person’s', async () => {
    const ann = value(await enrol()).account
    const who = person(value(await signIn()))
    accounts = open('invitation')
    pending(ann.id, 'ben@example.org')
    expect(kind(await enrol('ben@example.org', 'Ben'))).toBe('registrationClosed')
    value(await accounts.invite('Ben@example.org', who, { project: 'Study\n\nBuy', right: 'write' }))
    const [letter] = letters
    expect(letter).toMatchObject({ to: 'ben@example.org', subject: 'Ann shares a project with you in Thicket' })
    expect(letter?.text).toContain('“Study Buy”')
    expect(letter?.text).toContain('You can read and change the project.')
    const link = linkIn(letter)
    expect(letter?.text).toContain(`https://thicket.example/desk/web/#/?invitation=${link}\n`)
    expect(value(accounts.invitation(link))).toEqual({ email: 'ben@example.org' })
    pass(7 * day - 1)
    const given = { name: 'Ben', email: 'ben@example.org', password, link }
    expect(kind(await accounts.register({ ...given, email: 'eve@example.org' }, from()))).toBe('linkExpired')
    expect(kind(await accounts.register({ ...given, password: 'short' }, from()))).toBe('passwordTooShort')
    const ben = value(await accounts.register(given, from())).account
    expect(shares()).toEqual([{ account: ben.id, access: 'write' }])
    expect(row('SELECT count(*) AS n FROM invitations').n).toBe(0)
    expect(kind(accounts.invitation(link))).toBe('linkExpired')
    value(await accounts.invite('cleo@example.org', who, { project: 'Study', right: 'write' }))
    const late = linkIn(letters.at(-1))
    pass(7 * day)
    expect(kind(accounts.invitation(late))).toBe('linkExpired')
  })

  it('without the link, what waits for the email waits on: whoever reads the mail gets it', async () => {
    const ann = value(await enrol()).account
    pending(ann.id, 'ben@example.org')
    const ben = value(await enrol('ben@example.org', 'Not Ben')).account
    expect(shares()).toEqual([])
    value(await accounts.invite('ben@example.org', person(value(await signIn())), { project: 'Study', right: 'read' }))
    expect(letters.at(-1)?.text).toContain('You can read the project.')
    const link = linkIn(letters.at(-1))
    changes = []
    expect(kind(await accounts.register({ name: 'Ben', email: 'ben@example.org', password, link }, from()))).toBe(
      'emailTaken',
    )
    // Whoever made that account has nothing of it, and the link holds for who signs in to it.
    expect([shares(), changes, kind(accounts.invitation(link))]).toEqual([[], [], 'done'])
    value(accounts.acceptInvitation(person(value(await signIn('ben@example.org'))), link))
    expect(shares()).toEqual([{ account: ben.id, access: 'write' }])
    expect(changes).toEqual([{ people: new Set([ben.id, ann.id]) }])
    expect(kind(accounts.invitation(link))).toBe('linkExpired')
  })

  it('an email that somebody else has taken is had by who reads its mail: with the password everything goes that was set up to keep them out', async () => {
    const ann = value(await enrol()).account
    pending(ann.id, 'ben@example.org')
    const squatter = person(value(await enrol('ben@example.org', 'Not Ben')))
    const { secret } = value(await accounts.beginFactor(squatter, password, ''))
    value(await accounts.confirmFactor(squatter, codeOf(secret)))
    const link = await resetLink('ben@example.org')
    expect(shares()).toEqual([])
    value(await accounts.reset(link, 'another zebra there', from()))
    expect(accounts.stands(squatter)).toBe(false)
    const ben = value(
      await accounts.signIn(
        { email: 'ben@example.org', password: 'another zebra there', regional_service_map: true },
        from(),
      ),
    ).account
    expect(shares()).toEqual([{ account: ben.id, access: 'write' }])
    // An account that was proven keeps its factor: a mailbox alone does not open it.
    const who = person(
      value(
        await accounts.signIn(
          { email: 'ben@example.org', password: 'another zebra there', regional_service_map: true },
          from(),
        ),
      ),
    )
    const own = value(await accounts.beginFactor(who, 'another zebra there', ''))
    value(await accounts.confirmFactor(who, codeOf(own.secret)))
    value(await accounts.reset(await resetLink('ben@example.org'), 'a third zebra here', from()))
    expect(
      kind(
        await accounts.signIn(
          { email: 'ben@example.org', password: 'a third zebra here', regional_service_map: true },
          from(),
        ),
      ),
    ).toBe('codeNeeded')
  })

  it('refuses what is no name, email or password, and an email twice', async () => {
    value(await enrol())
    const wrong = async (change: object) =>
      kind(await accounts.register({ name: 'Ben', email: 'ben@example.org', password, ...change }, from()))
    expect(await wrong({ name: ' \n ' })).toBe('accountNameRequired')
    expect(await wrong({ name: 'x'.repeat(201) })).toBe('tooLong')
    for (const email of [
      '',
      'ben',
      'ben@example',
      '@example.org',
      'a b@example.org',
      'a@b@example.org',
      'ben@example.org, eve@example.org',
      'ben@example.org\r\nBcc: eve@example.org',
      '<ben@example.org>',
      `${'x'.repeat(250)}@example.org`,
    ])
      expect(await wrong({ email }), email).toBe('invalidEmail')
    expect(await wrong({ password: '1234567' })).toBe('passwordTooShort')
    expect(await wrong({ password: 'x'.repeat(129) })).toBe('passwordTooLong')
    expect(await wrong({ password: 'Ben@Example.org' })).toBe('passwordTooCommon')
    expect(await wrong({ email: 'ANN@example.org' })).toBe('emailTaken')
    const both = await Promise.all([enrol('ben@example.org', 'Ben'), enrol('Ben@example.org', 'Ben')])
    expect(both.map(kind).sort()).toEqual(['done', 'emailTaken'])
  })

  it('an account sends few invitations', async () => {
    const who = person(value(await enrol()))
    for (let n = 0; n < 50; n += 1)
      value(await accounts.invite(`person${n}@example.org`, who, { project: 'Study', right: 'write' }))
    expect(kind(await accounts.invite('one.more@example.org', who, { project: 'Study', right: 'write' }))).toBe(
      'tooManyTries',
    )
    expect(letters).toHaveLength(50)
  })
})

describe('one’s own account', () => {
  it('name by itself; the email is the operator’s to change where no mail is sent', async () => {
    const who = person(value(await enrol()))
    value(await enrol('ben@example.org', 'Ben'))
    expect(value(await accounts.update(who, { name: ' Ann \u202e Mil\u200bler ' })).account.name).toBe('Ann Miller')
    expect(kind(await accounts.update(who, { email: 'new@example.org' }))).toBe('wrongPassword')
    expect(kind(await accounts.update(who, { email: 'new@example.org', password: 'wrong' }))).toBe('wrongPassword')
    expect(kind(await accounts.update(who, { email: 'new', password }))).toBe('invalidEmail')
    expect(kind(await accounts.update(who, { email: 'BEN@example.org', password }))).toBe('emailTaken')
    expect(kind(await accounts.update(who, { email: 'Ann@example.org' }))).toBe('done')
    const link = await resetLink()
    pending(value(await enrol('cleo@example.org', 'Cleo')).account.id, 'new@example.org')
    expect(kind(await accounts.update(who, { email: ' New@Example.org', password }))).toBe('emailByOperator')
    expect(shares()).toEqual([])
    const operator = openOperator(database, { region: 'home' }, { passwords: openPasswords(cheap) })
    expect(kind(operator.changeEmail('ann@example.org', 'BEN@example.org'))).toBe('emailTaken')
    expect(kind(operator.changeEmail('ann@example.org', 'new'))).toBe('invalidEmail')
    expect(kind(operator.changeEmail('eve@example.org', 'new@example.org'))).toBe('accountNotFound')
    value(operator.changeEmail('ann@example.org', ' New@Example.org'))
    expect(shares()).toEqual([{ account: who.id, access: 'write' }])
    // A link to the address that was theirs is none any more.
    expect(kind(await accounts.reset(link, 'another zebra there', from()))).toBe('linkExpired')
    expect(kind(await signIn())).toBe('wrongSignIn')
    value(await signIn('new@example.org'))
  })

  it('password: the old one is asked for, the new one is as good as any, the other sessions end', async () => {
    const who = person(value(await enrol()))
    const other = person(value(await signIn()))
    expect(kind(await accounts.changePassword(who, '', 'another zebra there'))).toBe('bothPasswords')
    expect(kind(await accounts.changePassword(who, password, ''))).toBe('bothPasswords')
    expect(kind(await accounts.changePassword(who, 'wrong', 'another zebra there'))).toBe('wrongPassword')
    expect(kind(await accounts.changePassword(who, password, 'password123'))).toBe('passwordTooCommon')
    value(await accounts.changePassword(who, password, 'another zebra there'))
    expect([who, other].map((each) => accounts.stands(each))).toEqual([true, false])
    expect(letters.at(-1)?.text).toContain('https://thicket.example/desk/web/#/reset')
  })

  describe('a reset while a password is changed: whichever is ready first counts, and the other is told that it does not', () => {
    const [changed, reset] = ['another zebra there', 'the zebra of the mail']
    const both = async () => {
      const who = person(value(await enrol()))
      const link = await resetLink()
      const hashes = holdHashes()
      const ways = {
        changing: accounts.changePassword(who, password, changed),
        resetting: accounts.reset(link, reset, from()),
      }
      await hashes.begun(changed, reset)
      return { who, hashes, ...ways }
    }

    it('the reset: it ends the session that changes', async () => {
      const { who, hashes, changing, resetting } = await both()
      hashes.letGo(reset)
      value(await resetting)
      hashes.letGo(changed)
      expect(kind(await changing)).toBe('notSignedIn')
      expect(accounts.stands(who)).toBe(false)
      for (const wrong of [password, changed]) expect(kind(await signIn(undefined, wrong))).toBe('wrongSignIn')
      value(await signIn(undefined, reset))
    })

    it('the change: the link was to the password before', async () => {
      const { who, hashes, changing, resetting } = await both()
      hashes.letGo(changed)
      value(await changing)
      hashes.letGo(reset)
      expect(kind(await resetting)).toBe('linkExpired')
      expect(accounts.stands(who)).toBe(true)
      for (const wrong of [password, reset]) expect(kind(await signIn(undefined, wrong))).toBe('wrongSignIn')
      value(await signIn(undefined, changed))
    })
  })

  it('is removed with everything, its projects too', async () => {
    const signedIn = value(await enrol())
    const who = person(signedIn)
    pending(who.id, 'ben@example.org')
    expect(kind(await accounts.confirm(who, 'wrong'))).toBe('wrongPassword')
    value(await accounts.confirm(who, password))
    changes = []
    expect(value(accounts.remove(who.id))).toMatchObject([{ path: expect.any(String) }])
    expect(changes).toEqual([{ people: new Set([who.id]) }])
    for (const table of ['accounts', 'sessions', 'spent', 'addresses', 'links', 'projects'])
      expect(row(`SELECT count(*) AS n FROM ${table}`).n, table).toBe(0)
    expect(accounts.authenticate(signedIn.account.access_token)).toBeNull()
    expect(accounts.isEmpty()).toBe(true)
    expect(kind(await signIn())).toBe('wrongSignIn')
  })
})

describe('a disabled account', () => {
  it('lets nobody in and ends its sessions; only whoever knows the password and the code hears why; enabled it is as before', async () => {
    const operator = openOperator(database, { region: 'home' })
    const signedIn = value(await enrol())
    const disable = () => value(operator.setDisabled('Ann@example.org', true))
    disable()
    expect(accounts.authenticate(signedIn.account.access_token)).toBeNull()
    expect(kind(accounts.refresh(signedIn.account))).toBe('notSignedIn')
    expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    expect(kind(await signIn())).toBe('accountDisabled')
    expect(events.at(-1)).toBe('disabledRefused')
    // A new password by mail is no way round it.
    value(await accounts.reset(await resetLink(), 'another zebra there', from()))
    expect(kind(await signIn(undefined, 'another zebra there'))).toBe('accountDisabled')
    expect(row('SELECT count(*) AS n FROM sessions').n).toBe(0)
    value(operator.setDisabled('ann@example.org', false))
    const who = person(value(await signIn(undefined, 'another zebra there')))
    const { secret } = value(await accounts.beginFactor(who, 'another zebra there', ''))
    value(await accounts.confirmFactor(who, codeOf(secret)))
    disable()
    expect(kind(await signIn(undefined, 'another zebra there'))).toBe('codeNeeded')
    pass(30 * second)
    expect(kind(await signIn(undefined, 'another zebra there', undefined, codeOf(secret)))).toBe('accountDisabled')
    expect(kind(operator.setDisabled('eve@example.org', true))).toBe('accountNotFound')
  })
})

/** A server that sends mails, as one that others can reach does. */
const byMail = () => {
  accounts = open('open', cheap, { mail: 'smtp://127.0.0.1', provesEmails: true })
}
const lettersTo = (email: string) => letters.filter(({ to }) => to === email)

describe('where mail is sent', () => {
  beforeEach(byMail)

  it('a new email waits for its link, followed by the account that asked; the old address hears of it then', async () => {
    const who = person(value(await enrol()))
    const ben = person(value(await enrol('ben@example.org', 'Ben')))
    const before = letters.length
    expect(kind(await accounts.update(who, { email: 'new@example.org', password: 'wrong' }))).toBe('wrongPassword')
    expect(kind(await accounts.update(who, { email: 'ben@example.org', password }))).toBe('emailTaken')
    const waiting = value(await accounts.update(who, { name: 'Anna', email: 'New@example.org ', password }))
    expect(waiting).toMatchObject({
      account: { email: 'ann@example.org', name: 'Anna' },
      emailWaiting: 'new@example.org',
    })
    expect(letters.slice(before).map(({ to }) => to)).toEqual(['new@example.org'])
    const link = linkIn(letters.at(-1))
    expect(kind(await signIn('new@example.org'))).toBe('wrongSignIn')
    expect(kind(accounts.confirmEmail(ben, link))).toBe('linkExpired')
    expect(kind(await accounts.reset(link, 'another zebra there', from()))).toBe('linkExpired')
    const done = value(accounts.confirmEmail(who, link))
    expect(done).toMatchObject({
      account: { email: 'new@example.org' },
      emailWaiting: null,
      emailUnconfirmed: false,
    })
    expect(letters.at(-1)).toMatchObject({ to: 'ann@example.org', text: expect.stringContaining('new@example.org') })
    expect(events).toContain('emailChanged')
    expect(kind(accounts.confirmEmail(who, link))).toBe('linkExpired')
    value(await signIn('new@example.org'))
    expect(kind(await signIn())).toBe('wrongSignIn')
  })

  it('what is cancelled, asked anew, too old, or begun before a new password changes nothing', async () => {
    const who = person(value(await enrol()))
    const ask = async (email: string) => {
      pass(15 * minute)
      const session = person(value(await signIn()))
      value(await accounts.update(session, { email, password }))
      return { session, link: linkIn(letters.at(-1)) }
    }
    const cancelled = await ask('one@example.org')
    expect(value(accounts.cancelEmail(cancelled.session)).emailWaiting).toBeNull()
    expect(kind(accounts.confirmEmail(cancelled.session, cancelled.link))).toBe('linkExpired')
    const first = await ask('one@example.org')
    const next = await ask('two@example.org')
    expect(kind(accounts.confirmEmail(next.session, first.link))).toBe('linkExpired')
    pass(day)
    const later = person(value(await signIn()))
    expect(kind(accounts.confirmEmail(later, next.link))).toBe('linkExpired')
    const stolen = await ask('three@example.org')
    value(await accounts.reset(await resetLink(), password, from()))
    const back = person(value(await signIn()))
    expect(accounts.data(back).emailWaiting).toBeNull()
    expect(kind(accounts.confirmEmail(back, stolen.link))).toBe('linkExpired')
    expect(accounts.emailOf(who.id)).toBe('ann@example.org')
  })

  it('an email that somebody else made theirs meanwhile is taken', async () => {
    const who = person(value(await enrol()))
    value(await accounts.update(who, { email: 'new@example.org', password }))
    const link = linkIn(letters.at(-1))
    value(await enrol('new@example.org', 'Eve'))
    expect(kind(accounts.confirmEmail(who, link))).toBe('emailTaken')
    expect(accounts.data(who)).toMatchObject({ account: { email: 'ann@example.org' }, emailWaiting: null })
  })

  it('a link that cannot be sent is said, and nothing waits; it is sent again, not without end', async () => {
    const who = person(value(await enrol()))
    mailIsBroken = true
    expect(kind(await accounts.update(who, { email: 'new@example.org', password }))).toBe('mailFailed')
    expect(accounts.data(who).emailWaiting).toBeNull()
    mailIsBroken = false
    pass(minute * 30)
    const again = person(value(await signIn()))
    value(await accounts.update(again, { email: 'new@example.org', password }))
    const sent = []
    for (let n = 0; n < 10; n += 1) sent.push(kind(await accounts.sendEmailLink(again)))
    expect(sent.filter((each) => each === 'done')).toHaveLength(2)
    expect(sent.at(-1)).toBe('tooManyTries')
    expect(lettersTo('new@example.org')).toHaveLength(3)
    // Each of them is good.
    value(accounts.confirmEmail(again, linkIn(lettersTo('new@example.org')[0])))
  })

  it('a new account is used at once, and its email counts when its link was followed', async () => {
    const host = value(await enrol('host@example.org', 'Host')).account
    pending(host.id, 'ann@example.org')
    const who = person(value(await enrol()))
    expect(accounts.data(who)).toMatchObject({ emailUnconfirmed: true, emailWaiting: null })
    expect(accounts.accountOf('ann@example.org')?.proven).toBe(false)
    expect(row('SELECT count(*) AS n FROM shares').n).toBe(0)
    value(await accounts.sendEmailLink(who))
    const [first, second] = lettersTo('ann@example.org').map(linkIn)
    expect(second).not.toBe(first)
    const eve = person(value(await enrol('eve@example.org', 'Eve')))
    expect(kind(accounts.confirmEmail(eve, second ?? ''))).toBe('linkExpired')
    expect(row('SELECT count(*) AS n FROM shares').n).toBe(0)
    changes = []
    expect(value(accounts.confirmEmail(who, first ?? '')).emailUnconfirmed).toBe(false)
    expect(changes).toEqual([{ people: new Set([who.id, host.id]) }])
    expect(row('SELECT account FROM shares').account).toBe(who.id)
    expect(accounts.accountOf('ann@example.org')?.proven).toBe(true)
    const before = letters.length
    value(await accounts.sendEmailLink(who))
    expect(letters).toHaveLength(before)
  })

  it('a new account is made though its mail cannot be sent', async () => {
    mailIsBroken = true
    const who = person(value(await enrol()))
    expect(accounts.data(who).emailUnconfirmed).toBe(true)
    expect(kind(await accounts.sendEmailLink(who))).toBe('mailFailed')
  })
})

describe('the second factor', () => {
  const begin = async (who: Person) => {
    const { secret, uri } = value(await accounts.beginFactor(who, password, ''))
    expect(uri).toBe(
      `otpauth://totp/Thicket:ann%40example.org?issuer=Thicket&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    return secret
  }

  it('holds from its confirmation on; a code is taken once, and by a clock a little wrong', async () => {
    const who = person(value(await enrol()))
    expect(kind(await accounts.beginFactor(who, 'wrong', ''))).toBe('wrongPassword')
    const secret = await begin(who)
    expect(accounts.data(who).factor).toBe(false)
    value(await signIn())
    expect(kind(await accounts.confirmFactor(who, '000000'))).toBe('wrongCode')
    value(await accounts.confirmFactor(who, codeOf(secret)))
    expect(accounts.data(who).factor).toBe(true)
    expect(letters.at(-1)?.subject).toContain('second factor')
    expect(kind(await signIn())).toBe('codeNeeded')
    expect(kind(await signIn(undefined, 'wrong'))).toBe('wrongSignIn')
    // The code that confirmed it was taken.
    expect(kind(await signIn(undefined, undefined, undefined, codeOf(secret)))).toBe('wrongCode')
    pass(30 * second)
    const code = codeOf(secret)
    value(await signIn(undefined, undefined, undefined, `${code.slice(0, 3)} ${code.slice(3)}`))
    expect(kind(await signIn(undefined, undefined, undefined, code))).toBe('wrongCode')
    pass(60 * second)
    value(await signIn(undefined, undefined, undefined, codeOf(secret, clock - 30 * second)))
    value(await signIn(undefined, undefined, undefined, codeOf(secret, clock + 30 * second)))
    expect(kind(await signIn(undefined, undefined, undefined, codeOf(secret, clock - 30 * second)))).toBe('wrongCode')
    pass(120 * second)
    for (const at of [-60, 60].map((seconds) => clock + seconds * second))
      expect(kind(await signIn(undefined, undefined, undefined, codeOf(secret, at)))).toBe('wrongCode')
    // A clock that was right again after an hour ahead.
    pass(60 * minute)
    value(await signIn(undefined, undefined, undefined, codeOf(secret)))
    clock -= 60 * minute
    value(await signIn(undefined, undefined, undefined, codeOf(secret)))
  })

  it('lies sealed on the disk where there is a key, and is as good', async () => {
    accounts = open('open', cheap, { factorKey: Buffer.alloc(32, 7).toString('base64') })
    const who = person(value(await enrol()))
    const secret = await begin(who)
    value(await accounts.confirmFactor(who, codeOf(secret)))
    expect(String(row('SELECT factor FROM accounts').factor)).toMatch(/^sealed:/)
    pass(30 * second)
    value(await signIn(undefined, undefined, undefined, codeOf(secret)))
  })

  it('two at once with one code: one is in', async () => {
    const who = person(value(await enrol()))
    const secret = await begin(who)
    value(await accounts.confirmFactor(who, codeOf(secret)))
    pass(30 * second)
    const both = await Promise.all([1, 2].map(() => signIn(undefined, undefined, undefined, codeOf(secret))))
    expect(both.map(kind).sort()).toEqual(['done', 'wrongCode'])
  })

  it('codes are not guessed, from wherever, by whoever has the password', async () => {
    const who = person(value(await enrol()))
    const secret = await begin(who)
    value(await accounts.confirmFactor(who, codeOf(secret)))
    let reached = 0
    for (let n = 0; n < 1000; n += 1) {
      pass(3600)
      const tried = await signIn(undefined, undefined, from(`10.1.${n >> 8}.${n & 255}`), `${100_000 + n}`)
      if (kind(tried) === 'wrongCode') reached += 1
    }
    expect(reached).toBeLessThan(30)
    value(await signIn(undefined, undefined, from(), codeOf(secret)))
  })

  it('ten recovery codes are said once, kept as hashes, and let in once each in place of a code of the app', async () => {
    const who = person(value(await enrol()))
    expect(kind(await accounts.newRecoveryCodes(who, password, ''))).toBe('badRequest')
    expect(accounts.data(who).recoveryCodes).toBeNull()
    const secret = await begin(who)
    const { codes } = value(await accounts.confirmFactor(who, codeOf(secret)))
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
    const kept = JSON.stringify(database.db.prepare('SELECT * FROM recovery').all())
    for (const code of codes)
      for (const written of [code, code.replaceAll('-', '')]) expect(kept).not.toContain(written)
    expect(accounts.data(who).recoveryCodes).toBe(10)
    const [first = '', second = ''] = codes
    const by = (code: string) => signIn(undefined, undefined, undefined, code)
    events = []
    value(await by(first))
    expect(events).toContain('recoveryCodeUsed')
    expect(letters.at(-1)).toMatchObject({ to: 'ann@example.org', text: expect.stringContaining('9 are left') })
    expect(accounts.data(who).recoveryCodes).toBe(9)
    expect(kind(await by(first))).toBe('wrongCode')
    value(await by(` ${second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `))
    expect(accounts.data(who).recoveryCodes).toBe(8)
    expect(kind(await signIn(undefined, 'wrong', undefined, codes[2]))).toBe('wrongSignIn')
    expect(accounts.data(who).recoveryCodes).toBe(8)
    // Somebody else's code is none.
    const ben = person(value(await enrol('ben@example.org', 'Ben')))
    const { secret: other } = value(await accounts.beginFactor(ben, password, ''))
    value(await accounts.confirmFactor(ben, codeOf(other)))
    expect(kind(await signIn('ben@example.org', undefined, undefined, codes[2]))).toBe('wrongCode')
    // A session is not switched to another app by one.
    expect(kind(await accounts.confirmFactor(who, codes[2] ?? ''))).toBe('wrongCode')
  })

  it('recovery codes are made anew by password and code, and go with the second factor', async () => {
    const who = person(value(await enrol()))
    const by = (code = '') => signIn(undefined, undefined, undefined, code)
    const { codes } = value(await accounts.confirmFactor(who, codeOf(await begin(who))))
    expect(kind(await accounts.newRecoveryCodes(who, 'wrong', ''))).toBe('wrongPassword')
    // The password is not enough: whoever found it has not the app.
    expect(kind(await accounts.newRecoveryCodes(who, password, ''))).toBe('codeNeeded')
    expect(kind(await accounts.newRecoveryCodes(who, password, '000000'))).toBe('wrongCode')
    const { codes: anew } = value(await accounts.newRecoveryCodes(who, password, codes[1] ?? ''))
    expect(accounts.data(who).recoveryCodes).toBe(10)
    expect(events).toContain('recoveryCodesMade')
    expect(kind(await by(codes[0]))).toBe('wrongCode')
    const both = await Promise.all([by(anew[0]), by(anew[0])])
    expect(both.map(kind).sort()).toEqual(['done', 'wrongCode'])
    // Whoever has lost the app sets up another.
    const back = person(value(await by(anew[1])))
    value(await accounts.removeFactor(back, password, anew[3] ?? ''))
    expect(row('SELECT count(*) AS n FROM recovery').n).toBe(0)
    pass(30 * second)
    const { codes: last } = value(await accounts.confirmFactor(back, codeOf(await begin(back))))
    expect(kind(await by(anew[2]))).toBe('wrongCode')
    value(await by(last[0]))
    value(openOperator(database, { region: 'home' }).removeFactor('ann@example.org'))
    expect(row('SELECT count(*) AS n FROM recovery').n).toBe(0)
  })

  it('stays at a reset, goes by password and code, or by the operator; another app needs both too', async () => {
    const who = person(value(await enrol()))
    const secret = await begin(who)
    value(await accounts.confirmFactor(who, codeOf(secret)))
    openAccountRows(database, () => clock).proven('ann@example.org')
    value(await accounts.reset(await resetLink(), password, from()))
    expect(kind(await signIn())).toBe('codeNeeded')
    pass(30 * second)
    const again = person(value(await signIn(undefined, undefined, undefined, codeOf(secret))))
    expect(kind(await accounts.removeFactor(again, 'wrong', codeOf(secret)))).toBe('wrongPassword')
    expect(kind(await accounts.removeFactor(again, password, ''))).toBe('codeNeeded')
    expect(kind(await accounts.beginFactor(again, password, ''))).toBe('codeNeeded')
    // The code that the session began by is used up.
    expect(kind(await accounts.removeFactor(again, password, codeOf(secret)))).toBe('wrongCode')
    pass(30 * second)
    value(await accounts.removeFactor(again, password, codeOf(secret)))
    value(await signIn())
    value(await accounts.confirmFactor(again, codeOf(await begin(again))))
    expect(kind(await signIn())).toBe('codeNeeded')
    // Codes are guessed as little here as at the door.
    for (let n = 0; n < 10; n += 1) await accounts.removeFactor(again, password, '000000')
    expect(kind(await accounts.removeFactor(again, password, '000000'))).toBe('tooManyTries')
    value(openOperator(database, { region: 'home' }).removeFactor('ann@example.org'))
    value(await signIn())
  })
})

it('a database that is as new as the program is not written to by being opened: a server that runs on it hears nothing', () => {
  const version = () => database.db.prepare('PRAGMA data_version').get()
  const before = version()
  openCloudDatabase(join(folder, 'accounts.sqlite')).close()
  expect(version()).toEqual(before)
})

describe('a database of an earlier version', () => {
  it('has the columns of this one, and its people are as they were', async () => {
    const { account } = value(await enrol())
    const next = value(accounts.refresh(account))
    for (const each of opened) each.close()
    const { db } = database
    db.exec(`ALTER TABLE sessions DROP COLUMN turn; ALTER TABLE sessions DROP COLUMN usedTurn;
ALTER TABLE spent DROP COLUMN turn; ALTER TABLE spent DROP COLUMN until;
ALTER TABLE links DROP COLUMN account; ALTER TABLE accounts DROP COLUMN emailWaiting; ALTER TABLE accounts DROP COLUMN transcriptionKey; DROP TABLE recovery;
ALTER TABLE accounts DROP COLUMN owes; ALTER TABLE accounts DROP COLUMN volume; ALTER TABLE accounts DROP COLUMN customer; ALTER TABLE accounts DROP COLUMN disabled; ALTER TABLE accounts DROP COLUMN mayCreate;
ALTER TABLE accounts DROP COLUMN quota; ALTER TABLE accounts DROP COLUMN mostProjects; ALTER TABLE accounts DROP COLUMN operator;
ALTER TABLE sessions DROP COLUMN issuer; ALTER TABLE sessions DROP COLUMN sid; ALTER TABLE sessions DROP COLUMN ends;
DROP TABLE identities; DROP TABLE logouts;
ALTER TABLE accounts DROP COLUMN proven; ALTER TABLE notes DROP COLUMN protected; PRAGMA user_version = 1`)
    database.close()
    database = openCloudDatabase(join(folder, 'accounts.sqlite'))
    byMail()
    expect(kind(accounts.refresh(account))).toBe('notSignedIn')
    value(accounts.refresh(next))
    const who = person(value(await signIn()))
    expect(accounts.data(who).emailUnconfirmed).toBe(true)
    value(await accounts.update(who, { email: 'new@example.org', password }))
    expect(value(accounts.confirmEmail(who, linkIn(letters.at(-1)))).account.email).toBe('new@example.org')
  })
})

describe('mails', () => {
  it('are in the language of whoever calls', async () => {
    value(await enrol('ann@example.org', 'Ann', from('10.0.0.1', 'fr')))
    await resetLink('ann@example.org', from('10.0.0.1', 'pt'))
    expect(letters[0]?.text).toContain('Olá, Ann,')
    value(
      await accounts.changePassword(
        person(value(await signIn(undefined, password, from('10.0.0.1', 'fr')))),
        password,
        'another zebra there',
      ),
    )
    expect(letters.at(-1)?.subject).toBe('Votre mot de passe Thicket a changé')
  })
})
