import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLog } from '../base/log.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { openOperator } from '../hosts/cloud/operator.ts'
import { type ServedCloud, serveCloud } from '../testing/serveCloud.ts'
import { codeIn, openSsoBrowser, type SsoBrowser, wayThrough } from '../testing/ssoBrowser.ts'
import {
  type HostileProvider,
  openHostileProvider,
  openRealProvider,
  type RealProvider,
  type Told,
} from '../testing/ssoProvider.ts'

const api = '/web/api/v2/auth/sso'
let uni: RealProvider
let liar: HostileProvider
let other: HostileProvider
let served: ServedCloud
const lines: string[] = []

beforeAll(async () => {
  ;[uni, liar, other] = await Promise.all([
    openRealProvider(),
    openHostileProvider('liar'),
    openHostileProvider('other'),
  ])
  const providers = [
    uni.settings({ emailsOf: ['uni.example'], mayCreate: ['qda'], session: 60 * 60_000 }),
    liar.settings(),
    other.settings({ joins: ['staff'] }),
  ]
  served = await serveCloud(undefined, {
    settings: { sso: providers },
    log: openLog('error', (line) => lines.push(line)),
  })
  await uni.serves(served.base)
}, 60_000)
afterAll(async () => {
  await served?.end()
  for (const each of [uni, liar, other]) await each?.close()
})

const finish = (browser: SsoBrowser, code: string, more: object = {}) =>
  browser.post(`${served.base}${api}/finish`, { code, ...more })
const kind = ({ body }: { body: Record<string, unknown> }) =>
  (body.problem as { kind: string } | undefined)?.kind ?? ('asks' in body ? 'asks' : 'account' in body ? 'in' : 'none')
type Account = { id: string; email: string; name: string; access_token: string; refresh_token: string }
const accountIn = ({ body }: { body: Record<string, unknown> }) => body.account as Account
const data = async ({ access_token }: Account): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${access_token}` }
  const response = await served.call('/web/api/user/data', { headers })
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) }
}
const rows = (sql: string, ...values: string[]) => {
  const database = openCloudDatabase(join(served.settings.data, 'accounts.sqlite'))
  try {
    return database.db.prepare(sql).all(...values)
  } finally {
    database.close()
  }
}
const operator = <T>(act: (operator: ReturnType<typeof openOperator>) => T): T => {
  const database = openCloudDatabase(join(served.settings.data, 'accounts.sqlite'))
  try {
    return act(openOperator(database, served.settings))
  } finally {
    database.close()
  }
}
const letters = () => {
  const folder = join(served.settings.data, 'mail')
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Signs in with the real provider, in a browser of its own. */
const enter = async (login: string, claims: Record<string, unknown>, browser = openSsoBrowser()) => {
  uni.people.set(login, claims)
  const code = await wayThrough(browser, served.base, login)
  return { browser, code, done: await finish(browser, code) }
}

describe('signing in with a provider', () => {
  it('makes an account by its word, without a password, and finds it again; its groups say who may make projects', async () => {
    const ann = { email: 'ann@uni.example', name: 'Ann Miller', groups: ['qda'] }
    const first = await enter('ann', ann)
    expect(kind(first.done)).toBe('in')
    const account = accountIn(first.done)
    expect(account).toMatchObject({ email: 'ann@uni.example', name: 'Ann Miller' })
    expect(await data(account)).toMatchObject({
      password: false,
      mayCreate: true,
      factor: false,
      signIns: [{ name: 'University' }],
    })
    // Who is logged in there is not asked again, and whoever changes their email there is the same person here.
    const again = await enter('ann', { ...ann, email: 'other@uni.example', groups: [] }, first.browser)
    expect(accountIn(again.done)).toMatchObject({ id: account.id, email: 'ann@uni.example' })
    const create = await served.call('/web/api/v2/projects', {
      method: 'POST',
      body: { name: 'Study' },
      headers: { authorization: `Bearer ${accountIn(again.done).access_token}` },
    })
    expect([create.status, await create.json()]).toEqual([403, { problem: { kind: 'mayNotCreate' } }])
    // The list says so before anybody tries.
    const list = async (of: Parameters<typeof accountIn>[0]) => {
      const headers = { authorization: `Bearer ${accountIn(of).access_token}` }
      return (await served.call('/web/api/v2/projects', { headers })).json()
    }
    expect(await list(again.done)).toEqual({ projects: [], mayCreate: false })
    // No password lets in, not the empty one either.
    for (const password of ['', 'x'])
      expect(
        kind(
          await openSsoBrowser().post(`${served.base}/web/api/v2/auth/login`, {
            email: 'ann@uni.example',
            password,
            regional_service_map: true,
          }),
        ),
      ).toBe('wrongSignIn')
    // It ends after the time of the settings, however often it is used.
    const [{ ends, until, created }] = rows(
      'SELECT ends, until, created FROM sessions WHERE account = ?',
      account.id,
    ) as [Record<string, number>]
    expect([(ends ?? 0) - (created ?? 0), until]).toEqual([60 * 60_000, ends])
  })

  it('whose email is not vouched for has no account, and gets none', async () => {
    expect(kind((await enter('bob', { email: 'bob@elsewhere.example', email_verified: false })).done)).toBe(
      'emailUnproven',
    )
    expect(kind((await enter('eve', { name: 'Eve' })).done)).toBe('emailUnproven')
    expect(rows("SELECT 1 FROM accounts WHERE email LIKE '%elsewhere%'")).toEqual([])
  })

  it('an account that was there is asked for its password and code once, and hears of it by mail; then it is linked', async () => {
    const dora = await served.person('Dora')
    const who = { email: dora.email, email_verified: true }
    const { browser, code, done } = await enter('dora', who)
    expect(done.body).toEqual({ asks: { email: dora.email, provider: 'University' } })
    expect(kind(await finish(browser, code, { password: 'wrong' }))).toBe('wrongSignIn')
    expect(rows('SELECT 1 FROM identities WHERE subject = ?', 'dora')).toEqual([])
    // From elsewhere the code is none, and it is used up by that.
    expect(kind(await finish(openSsoBrowser(), code, { password: dora.password }))).toBe('ssoFailed')
    expect(kind(await finish(browser, code, { password: dora.password }))).toBe('ssoFailed')
    const second = await enter('dora', who, browser)
    const linked = await finish(browser, second.code, { password: dora.password })
    expect(accountIn(linked)).toMatchObject({ id: dora.id, email: dora.email })
    const isTold = () => letters().some((text) => text.includes(`To: ${dora.email}`) && text.includes('University'))
    await expect.poll(isTold).toBe(true)
    expect(kind((await enter('dora', who, browser)).done)).toBe('in')
    expect(await data(accountIn(linked))).toMatchObject({ password: true })
  })

  it('an account that nobody has proven loses its password and sessions to whom the provider of the domain vouches for', async () => {
    const made = await served.person('Squatter')
    operator((operator) => operator.changeEmail(made.email, 'finn@uni.example'))
    rows('UPDATE accounts SET proven = 0 WHERE email = ?', 'finn@uni.example')
    const { done } = await enter('finn', { email: 'finn@uni.example' })
    expect(accountIn(done).id).toBe(made.id)
    expect((await made.call('/web/api/user/data')).status).toBe(401)
    const back = await openSsoBrowser().post(`${served.base}/web/api/v2/auth/login`, {
      email: 'finn@uni.example',
      password: made.password,
      regional_service_map: true,
    })
    expect(kind(back)).toBe('wrongSignIn')
  })

  it('a disabled account lets nobody in; who leaves the provider leaves here, and a token of that is heard once', async () => {
    const gina = { email: 'gina@uni.example' }
    const [one, two] = [await enter('gina', gina), await enter('gina', gina)]
    const [here, there] = [accountIn(one.done), accountIn(two.done)]
    // The provider's own form of logging out.
    const asked = await one.browser.visit(`${uni.settings().issuer}/session/end`)
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
    const body = new URLSearchParams({ xsrf, logout: 'yes' })
    await one.browser.visit(`${uni.settings().issuer}/session/end/confirm`, { body })
    await expect.poll(async () => (await data(here)).status).toBe(401)
    expect((await data(there)).status).toBe(200)
    operator((operator) => operator.setDisabled('gina@uni.example', true))
    expect((await data(there)).status).toBe(401)
    expect(kind((await enter('gina', gina)).done)).toBe('accountDisabled')
    expect(rows('SELECT 1 FROM sessions WHERE account = ?', here.id)).toEqual([])
  })

  it('of the linked sign-ins the only way in stays; another goes, and with an account all go', async () => {
    const hal = { email: 'hal@uni.example' }
    const { done, browser } = await enter('hal', hal)
    const account = accountIn(done)
    const call = async (method: string, path: string, body: unknown, by = account) => {
      const headers = { authorization: `Bearer ${by.access_token}` }
      const response = await served.call(`/web/api/user/${path}`, { method, body, headers })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    }
    const [{ id }] = (await data(account)).signIns as [{ id: string }]
    expect(kind(await call('DELETE', `signins/${id}`, { password: '' }))).toBe('onlySignIn')
    // Whoever has just signed in needs no password before they have one.
    expect((await call('POST', 'change', { oldPwd: '', newPwd: 'a zebra in the lamp' })).status).toBe(200)
    expect(kind(await call('DELETE', `signins/${id}`, { password: 'wrong' }))).toBe('wrongPassword')
    const left = await call('DELETE', `signins/${id}`, { password: 'a zebra in the lamp' })
    expect(left.body).toMatchObject({ signIns: [], password: true })
    // The session goes on, and is as one that began with the password.
    expect((await data(account)).signIns).toEqual([])
    expect(rows('SELECT issuer, sid FROM sessions WHERE account = ?', account.id)).toEqual([
      { issuer: null, sid: null },
    ])
    // The domain is the provider's: it is linked again by the way in.
    const again = accountIn((await enter('hal', hal, browser)).done)
    expect(again.id).toBe(account.id)
    expect((await call('DELETE', 'delete', { password: 'a zebra in the lamp' }, again)).status).toBe(200)
    expect(rows('SELECT 1 FROM identities WHERE account = ?', account.id)).toEqual([])
    expect(accountIn((await enter('hal', hal, browser)).done).id).not.toBe(account.id)
  })

  it('without a password, what asks for one needs a session that has just begun', async () => {
    const account = accountIn((await enter('ida', { email: 'ida@uni.example' })).done)
    rows('UPDATE sessions SET created = created - 700000 WHERE account = ?', account.id)
    const headers = { authorization: `Bearer ${account.access_token}` }
    const refused = await served.call('/web/api/user/delete', { method: 'DELETE', body: { password: '' }, headers })
    expect([refused.status, await refused.json()]).toEqual([403, { problem: { kind: 'signInAgain' } }])
  })
})

/** The first half of the way: what the provider is asked, and the browser that asked. */
const begun = async (provider: HostileProvider, browser = openSsoBrowser()) => {
  const { id } = provider.settings()
  const { address } = await browser.visit(`${served.base}${api}/${id}/begin`, {
    stopsAt: (at) => at.startsWith(provider.issuer),
  })
  const asked = new URL(address).searchParams
  const truth: Told = {
    by: 'RS256',
    claims: {
      iss: provider.issuer,
      aud: 'thicket',
      sub: 'mallory',
      nonce: asked.get('nonce'),
      iat: Math.floor(Date.now() / 1000),
      exp: Math.floor(Date.now() / 1000) + 60,
      email: 'mallory@example.org',
      email_verified: true,
    },
  }
  return { browser, asked, truth, state: asked.get('state') ?? '' }
}
type Begun = Awaited<ReturnType<typeof begun>>

/** The second half, with the token that is told; the code that the page gets: empty where it gets none. */
const returned = async (
  provider: HostileProvider,
  { browser, state }: Pick<Begun, 'browser' | 'state'>,
  told: Told,
  query: Record<string, string> = {},
) => {
  provider.next = told
  const back = new URLSearchParams({ code: 'c', state, iss: provider.issuer, ...query })
  const at = `${served.base}${api}/${provider.settings().id}/back?${back}`
  const { address } = await browser.visit(at, { stopsAt: (next) => next.includes('#') })
  return codeIn(address)
}

describe('a hostile provider', () => {
  it('would let its person in, if it told the truth', async () => {
    const way = await begun(liar)
    expect(way.asked.get('code_challenge_method')).toBe('S256')
    const done = await finish(way.browser, await returned(liar, way, way.truth))
    expect(accountIn(done)).toMatchObject({ email: 'mallory@example.org' })
  })

  it.each<[string, (truth: Told) => Told]>([
    ['another issuer', (truth) => ({ ...truth, claims: { ...truth.claims, iss: 'https://uni.example' } })],
    ['another audience', (truth) => ({ ...truth, claims: { ...truth.claims, aud: 'elsewhere' } })],
    [
      'several audiences, for another party',
      (truth) => ({ ...truth, claims: { ...truth.claims, aud: ['thicket', 'b'], azp: 'b' } }),
    ],
    ['another nonce', (truth) => ({ ...truth, claims: { ...truth.claims, nonce: 'n' } })],
    ['no nonce', (truth) => ({ ...truth, claims: { ...truth.claims, nonce: undefined } })],
    ['a time that has passed', (truth) => ({ ...truth, claims: { ...truth.claims, exp: 1 } })],
    ['no person', (truth) => ({ ...truth, claims: { ...truth.claims, sub: undefined } })],
    ['an empty person', (truth) => ({ ...truth, claims: { ...truth.claims, sub: '' } })],
    ['no signature', (truth) => ({ ...truth, by: 'none' })],
    ['a signature by the client’s secret', (truth) => ({ ...truth, by: 'HS256' })],
    ['a signature by a key of nobody', (truth) => ({ ...truth, by: 'foreign' })],
  ])('gets nothing by %s', async (_, lie) => {
    const way = await begun(liar)
    expect(await returned(liar, way, lie(way.truth))).toBe('')
  })

  it('gets nothing by an answer that is sent again, or is of another browser, or of another provider', async () => {
    const way = await begun(liar)
    const code = await returned(liar, way, way.truth)
    expect(code).not.toBe('')
    const before = liar.asked
    expect(await returned(liar, way, way.truth)).toBe('')
    expect(liar.asked).toBe(before)
    // The code of the page is good once, and for the browser that began.
    expect(kind(await finish(way.browser, code))).toBe('in')
    expect(kind(await finish(way.browser, code))).toBe('ssoFailed')
    const stolen = await begun(liar)
    expect(await returned(liar, { browser: openSsoBrowser(), state: stolen.state }, stolen.truth)).toBe('')
    const mine = await begun(liar)
    const late = await returned(liar, mine, mine.truth)
    expect(kind(await finish(openSsoBrowser(), late))).toBe('ssoFailed')
    for (const state of ['', 'made-up']) expect(await returned(liar, { ...mine, state }, mine.truth)).toBe('')
  })

  it('mix-up: what began with one is not finished by the other, and no code reaches it', async () => {
    const way = await begun(liar)
    const before = other.asked
    const claims = { ...way.truth.claims, iss: other.issuer }
    expect(await returned(other, way, { by: 'RS256', claims })).toBe('')
    expect(other.asked).toBe(before)
    // At the right place, but with the name of another, or without one.
    const named = await begun(liar)
    expect(await returned(liar, named, named.truth, { iss: other.issuer })).toBe('')
    const nameless = await begun(liar)
    expect(await returned(liar, nameless, nameless.truth, { iss: '' })).toBe('')
  })

  it('gets no account that is there: not by its name, nor by an email of somebody else', async () => {
    const kim = await served.person('Kim')
    const tell = async (more: Record<string, unknown>) => {
      const way = await begun(liar)
      const claims = { ...way.truth.claims, sub: 'kim of the liar', ...more }
      return finish(way.browser, await returned(liar, way, { ...way.truth, claims }))
    }
    expect(kind(await tell({ email: kim.email }))).toBe('asks')
    expect(kind(await tell({ email: kim.email, email_verified: 'true' }))).toBe('emailUnproven')
    expect(accountIn(await tell({ email: 'new.kim@example.org', name: kim.name })).id).not.toBe(kim.id)
    // An account without a password, of the real provider, is not asked for one that it has not.
    const lea = accountIn((await enter('lea', { email: 'lea@uni.example' })).done)
    expect(kind(await tell({ sub: 'lea of the liar', email: lea.email }))).toBe('emailTaken')
  })

  it('lets in whom the settings say: members of groups, and whoever is invited', async () => {
    const tell = async (more: Record<string, unknown>) => {
      const way = await begun(other)
      return finish(way.browser, await returned(other, way, { ...way.truth, claims: { ...way.truth.claims, ...more } }))
    }
    const nia = { sub: 'nia', email: 'nia@other.example' }
    expect(kind(await tell(nia))).toBe('notAdmitted')
    expect(kind(await tell({ ...nia, groups: 'students' }))).toBe('notAdmitted')
    const host = await served.person('Host')
    const uuid = await host.project('Shared')
    await host.share(uuid, { email: 'nia@other.example' }, 'read')
    const account = accountIn(await tell(nia))
    const headers = { authorization: `Bearer ${account.access_token}` }
    const shared = await served.call('/web/api/v2/projects/share', { headers })
    expect(await shared.json()).toMatchObject({ projects: [{ project_uuid: uuid }] })
    expect(kind(await tell({ sub: 'ole', email: 'ole@other.example', groups: ['x', 'staff'] }))).toBe('in')
  })

  it('ends sessions of its own people alone, by a token that is for this, each once', async () => {
    const way = await begun(liar)
    const claims = { ...way.truth.claims, sub: 'pia', sid: 's1', email: 'pia@example.org' }
    const pia = accountIn(await finish(way.browser, await returned(liar, way, { ...way.truth, claims })))
    const quinn = accountIn((await enter('pia', { email: 'quinn@uni.example' })).done)
    const now = Math.floor(Date.now() / 1000)
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
    const word = { iss: liar.issuer, aud: 'thicket', iat: now, exp: now + 60, jti: 'j1', sub: 'pia', events }
    const send = async (told: Partial<Told>, at = 'liar') => {
      const logout_token = await liar.token({ claims: word, by: 'RS256', type: 'logout+jwt', ...told })
      const response = await fetch(`${served.base}${api}/${at}/logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token }),
      })
      return response.status
    }
    const lies: Partial<Told>[] = [
      { by: 'none' },
      { by: 'HS256' },
      { by: 'foreign' },
      { type: 'at+jwt' },
      { claims: { ...word, iss: other.issuer } },
      { claims: { ...word, aud: 'elsewhere' } },
      { claims: { ...word, nonce: 'n' } },
      { claims: { ...word, events: {} } },
      { claims: { ...word, jti: undefined } },
      { claims: { ...word, iat: now - 1000 } },
      { claims: { ...word, sub: undefined } },
      // Of the way in: it is no word of leaving.
      { claims },
    ]
    for (const lie of lies) expect(await send(lie), JSON.stringify(lie)).toBe(400)
    for (const at of ['uni', 'other', 'nobody']) expect(await send({}, at)).toBe(400)
    expect((await data(pia)).status).toBe(200)
    expect(await send({})).toBe(200)
    expect((await data(pia)).status).toBe(401)
    expect((await data(quinn)).status).toBe(200)
    // Sent again, it does not end what has begun since.
    const anew = await begun(liar)
    const told = { ...anew.truth, claims: { ...anew.truth.claims, sub: 'pia', sid: 's2' } }
    const back = accountIn(await finish(anew.browser, await returned(liar, anew, told)))
    expect(await send({})).toBe(400)
    expect((await data(back)).status).toBe(200)
  })

  it('one that does not answer is said to have failed, and the log names no person and no secret', async () => {
    await other.close()
    const gone = await openSsoBrowser().visit(`${served.base}${api}/nobody/begin`, {
      stopsAt: (at) => at.includes('#'),
    })
    expect(gone.address).toBe(`${served.base}/web/#/signed-in`)
    const all = lines.join('\n')
    expect(all).toContain('signing in with the provider liar has failed')
    for (const secret of ['mallory', 'the secret of the client', '@example.org', '@uni.example'])
      expect(all).not.toContain(secret)
  })
})
