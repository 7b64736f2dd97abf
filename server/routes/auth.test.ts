// Accounts over real HTTP and sockets: auth, register, user.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SessionEntry, SignedIn, Tokens } from '../../src/model/contract/shapes.ts'
import { openLog } from '../base/log.ts'
import { type ServedCloud, serveCloud } from '../testing/serveCloud.ts'
import { connect, ticketOf } from '../testing/socketClient.ts'

let served: ServedCloud
let lines = ''
beforeAll(async () => {
  served = await serveCloud(undefined, { settings: { proxies: 1 }, log: openLog('info', (line) => (lines += line)) })
})
afterAll(() => served.end())

const password = 'a zebra in the lamp'
const api = '/web/api'
let address = 0
/** Each from an address of its own, as our proxy would have seen it, unless a test says which. */
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  address += 1
  const forwarded = { 'x-forwarded-for': `10.9.${address >> 8}.${address & 255}` }
  const response = await served.call(api + path, { method: 'POST', body, headers: { ...forwarded, ...headers } })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  }
}
const as = async (token: string, method: string, path: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await served.call(api + path, { method, headers, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const register = async (email: string, name = 'Ann') =>
  (await post('/v2/register/checkout', { name, email, password })).body as unknown as SignedIn
const login = (email: string, given: object = {}, headers: Record<string, string> = {}) =>
  post('/v2/auth/login', { email, password, regional_service_map: true, ...given }, headers)
const mails = () => {
  const folder = join(served.settings.data, 'mail')
  const names = existsSync(folder) ? readdirSync(folder).sort() : []
  return names.map((name) => readFileSync(join(folder, name), 'utf8'))
}
const mailTo = async (email: string, words: string): Promise<string> => {
  const found = () => mails().findLast((mail) => mail.includes(`To: ${email}\n`) && mail.includes(words))
  await expect.poll(found).toBeDefined()
  return found() as string
}

describe('2 §7: sign-in', () => {
  it('registers by a form too, with whatever licence it asks for where nothing is paid', async () => {
    const form = new FormData()
    form.append('selectedConfig', JSON.stringify({ licence: 'cloud', sector: 'student', country: 'DE' }))
    form.append('registration', JSON.stringify({ name: 'Form', email: 'form@example.org', password }))
    form.append('file', new Blob(['%PDF-1.7']), 'student.pdf')
    expect((await post('/v2/register/checkout', form)).body).toMatchObject({ account: { email: 'form@example.org' } })
    expect((await login('form@example.org')).status).toBe(200)
    form.delete('registration')
    expect((await post('/v2/register/checkout', form)).status).toBe(400)
  })

  it('registers, signs in, renews, logs out', async () => {
    const made = await register('ann@example.org')
    expect(made.account).toMatchObject({ email: 'ann@example.org', name: 'Ann', region: 'home' })
    const { status, body, headers } = await login('ANN@example.org')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('set-cookie')).toBeNull()
    const { account } = body as unknown as SignedIn
    expect((await as(account.access_token, 'GET', '/user/data')).body).toEqual({
      account: { id: account.id, email: 'ann@example.org', name: 'Ann', region: 'home', transcription_key: null },
      volumelicence: false,
      subscriptions: [],
      factor: false,
      recoveryCodes: null,
      emailWaiting: null,
      emailUnconfirmed: false,
      password: true,
      signIns: [],
      mayCreate: true,
    })
    const renewed = (await post('/v2/auth/refresh', account)).body as unknown as Tokens
    expect(Object.keys(renewed).sort()).toEqual(['access_token', 'refresh_token'])
    expect((await as(renewed.access_token, 'GET', '/user/data')).status).toBe(200)
    expect((await post('/v2/auth/logout', renewed)).body).toEqual({})
    expect((await as(renewed.access_token, 'GET', '/user/data')).status).toBe(401)
    expect(await post('/v2/auth/refresh', renewed)).toMatchObject({
      status: 401,
      body: { problem: { kind: 'notSignedIn' } },
    })
  })

  it('says with 429 and Retry-After when to try again, whatever address a caller makes up', async () => {
    await register('bea@example.org')
    const tried = async (forwarded: string) =>
      login('bea@example.org', { password: 'wrong' }, { 'x-forwarded-for': forwarded })
    for (let n = 0; n < 10; n += 1) expect((await tried(`1.2.3.${n}, 203.0.113.7`)).status).toBe(401)
    const refused = await tried('9.9.9.9, 203.0.113.7')
    expect(refused).toMatchObject({ status: 429, body: { problem: { kind: 'tooManyTries' } } })
    const { wait } = refused.body.problem as { wait: number }
    expect(wait).toBeGreaterThan(30)
    expect(refused.headers.get('retry-after')).toBe(String(wait))
    // From elsewhere it goes on.
    expect((await login('bea@example.org')).status).toBe(200)
  })

  it('takes bodies of their shape, and no large ones', async () => {
    for (const body of [
      null,
      [],
      {},
      { email: 'a@example.org' },
      { email: 1, password: 'x' },
      { email: 'a@example.org', password: ['x'] },
    ])
      expect(await post('/v2/auth/login', body)).toMatchObject({
        status: 400,
        body: { problem: { kind: 'badRequest' } },
      })
    expect((await login('x'.repeat(20_000))).status).toBe(413)
    expect((await login('__proto__', { password: 'constructor' })).status).toBe(401)
  })

  it('is called by our page or a program, not by another page', async () => {
    expect((await login('ann@example.org', {}, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await login('ann@example.org', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })
})

describe('without a token', () => {
  it.each([
    ['GET', '/user/data'],
    ['PUT', '/user/account'],
    ['POST', '/user/change'],
    ['DELETE', '/user/delete'],
    ['GET', '/user/sessions'],
    ['DELETE', '/user/sessions/x'],
    ['POST', '/user/factor'],
    ['PUT', '/user/factor'],
    ['DELETE', '/user/factor'],
    ['GET', '/v2/projects'],
    ['GET', '/v2/projects/share'],
    ['GET', '/v2/nothing'],
    ['GET', '/v2/auth/login'],
    ['GET', '/local/state'],
  ])('%s %s: 401', async (method, path) => {
    for (const token of ['', 'none', 'x'.repeat(43), 'a b']) {
      const { status, body } = await as(token, method, path, method === 'GET' ? undefined : {})
      expect([status, body]).toEqual([401, { problem: { kind: 'notSignedIn' } }])
    }
  })
})

describe('reset and invitations', () => {
  it('a mail in the folder, its owner’s alone, in the caller’s language; its link sets the password once', async () => {
    const { account } = await register('cleo@example.org', 'Cléo 😀')
    const asked = await post(
      '/v2/auth/reset',
      { email: 'cleo@example.org' },
      { 'accept-language': 'xx, fr-CA;q=0.9, en;q=0.1' },
    )
    expect(asked).toMatchObject({ status: 200, body: {} })
    expect(await post('/v2/auth/reset', { email: 'nobody@example.org' })).toMatchObject({ status: 200, body: {} })
    const mail = await mailTo('cleo@example.org', '/reset?link=')
    expect(mail).toContain('Bonjour Cléo 😀,\n')
    expect(mail).toContain('Content-Type: text/plain; charset=utf-8\n')
    const link = new RegExp(`^${served.base}/web/#/reset\\?link=([\\w-]{43})$`, 'm').exec(mail)?.[1]
    const reset = (given: string, path = '/v2/auth/reset/password') => post(path, { link, password: given })
    expect(await reset('short')).toMatchObject({
      status: 400,
      body: { problem: { kind: 'passwordTooShort', least: 8 } },
    })
    expect((await post('/v2/auth/reset/link', { link })).status).toBe(200)
    expect(await reset('another zebra there')).toMatchObject({ status: 200, body: {} })
    expect((await post('/v2/auth/reset/link', { link })).status).toBe(400)
    expect(await reset('another zebra there')).toMatchObject({
      status: 400,
      body: { problem: { kind: 'linkExpired' } },
    })
    expect((await as(account.access_token, 'GET', '/user/data')).status).toBe(401)
    expect((await login('cleo@example.org', { password: 'another zebra there' })).status).toBe(200)
    const folder = join(served.settings.data, 'mail')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(mails().filter((each) => each.includes('nobody@'))).toEqual([])
  })

  it('whoever is invited makes an account by the link, and has the project', async () => {
    const { account } = await register('dora@example.org', 'Dora')
    const made = await as(account.access_token, 'POST', '/v2/projects', { name: 'Study' })
    const share = `/v2/projects/${made.body.project_uuid}/share`
    const shared = await as(account.access_token, 'POST', share, { email: 'Emil@example.org', access_right: 'write' })
    expect(shared.body).toMatchObject({ invited: true })
    const mail = await mailTo('emil@example.org', '?invitation=')
    const link = /#\/\?invitation=([\w-]{43})/.exec(mail)?.[1]
    expect((await post('/v2/register/invitation', { link })).body).toEqual({ email: 'emil@example.org' })
    const registration = { name: 'Emil', email: 'emil@example.org', password, link }
    const emil = (await post('/v2/register/checkout', registration)).body as unknown as SignedIn
    expect((await as(emil.account.access_token, 'GET', '/v2/projects/share')).body.projects).toMatchObject([
      { name: 'Study', owner: 'Dora', access_right: 'write' },
    ])
    expect((await post('/v2/register/invitation', { link })).status).toBe(400)
  })

  it('without an invitation there is no account where they are by invitation', async () => {
    const other = await serveCloud(undefined, { settings: { registration: 'invitation' } })
    const tried = await other.call(`${api}/v2/register/checkout`, {
      method: 'POST',
      body: { name: 'Eve', email: 'eve@example.org', password },
    })
    expect(tried.status).toBe(400)
    expect(await tried.json()).toEqual({ problem: { kind: 'registrationClosed' } })
    await other.end()
  })
})

describe('sessions', () => {
  it('one that is ended has no ticket, no socket and no call any more; the others go on', async () => {
    const first = await register('finn@example.org', 'Finn')
    const second = (await login('finn@example.org')).body as unknown as SignedIn
    const { sessions } = (await as(first.account.access_token, 'GET', '/user/sessions')).body as {
      sessions: SessionEntry[]
    }
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true])
    const at = { base: served.base, secret: second.account.access_token }
    const client = await connect(at)
    const ticket = await ticketOf(at)
    const other = sessions.find(({ current }) => !current) as SessionEntry
    expect((await as(first.account.access_token, 'DELETE', `/user/sessions/${other.id}`)).body).toEqual({})
    expect((await as(at.secret, 'GET', '/user/data')).status).toBe(401)
    expect((await served.call(`/v1/thicket?ticket=${ticket}`)).status).toBe(401)
    expect(await client.closed).toBeGreaterThan(1000)
    expect((await as(first.account.access_token, 'GET', '/user/data')).status).toBe(200)
    // Nobody ends another's.
    const stranger = await register('gina@example.org', 'Gina')
    const mine = sessions.find(({ current }) => current) as SessionEntry
    await as(stranger.account.access_token, 'DELETE', `/user/sessions/${mine.id}`)
    expect((await as(first.account.access_token, 'GET', '/user/data')).status).toBe(200)
  })
})

describe('one’s own account', () => {
  it('name, email and password', async () => {
    const { access_token: token } = (await register('hana@example.org', 'Hana')).account
    expect((await as(token, 'PUT', '/user/account', { name: 'Hana B.' })).body).toMatchObject({
      account: { name: 'Hana B.' },
    })
    expect(await as(token, 'PUT', '/user/account', { email: 'h@example.org', password: 'wrong' })).toEqual({
      status: 403,
      body: { problem: { kind: 'wrongPassword' } },
    })
    expect(await as(token, 'PUT', '/user/account', { email: 'ann@example.org', password })).toEqual({
      status: 409,
      body: { problem: { kind: 'emailTaken' } },
    })
    expect((await as(token, 'PUT', '/user/account', { email: 'h@example.org', password })).status).toBe(409)
    // Not for anybody to set.
    await as(token, 'PUT', '/user/account', { id: 'other', region: 'other', factor: null, created: 0 })
    expect((await as(token, 'GET', '/user/data')).body).toMatchObject({
      account: { email: 'hana@example.org', region: 'home' },
    })
    const changed = await as(token, 'POST', '/user/change', { oldPwd: password, newPwd: 'another zebra there' })
    expect(changed).toEqual({ status: 200, body: {} })
    expect((await login('hana@example.org')).status).toBe(401)
  })

  it('a second factor; its codes are asked for, and taken once', async () => {
    const { access_token: token } = (await register('ines@example.org', 'Ines')).account
    const begun = await as(token, 'POST', '/user/factor', { password })
    const totp = new TOTP({ secret: Secret.fromBase32(String(begun.body.secret)), digits: 6, period: 30 })
    // Not 401, which would be to sign in anew.
    expect((await as(token, 'PUT', '/user/factor', { code: 'abc' })).status).toBe(403)
    const on = await as(token, 'PUT', '/user/factor', { code: totp.generate() })
    expect(on).toEqual({ status: 200, body: { codes: expect.any(Array) } })
    const [recovery] = on.body.codes as string[]
    expect((await login('ines@example.org', { code: recovery })).status).toBe(200)
    expect((await as(token, 'GET', '/user/data')).body).toMatchObject({ factor: true, recoveryCodes: 9 })
    expect(await login('ines@example.org')).toMatchObject({ status: 401, body: { problem: { kind: 'codeNeeded' } } })
    const code = totp.generate({ timestamp: Date.now() + 30_000 })
    expect((await login('ines@example.org', { code })).status).toBe(200)
    expect(await login('ines@example.org', { code })).toMatchObject({
      status: 401,
      body: { problem: { kind: 'wrongCode' } },
    })
    // Not 401 here either.
    expect(await as(token, 'DELETE', '/user/factor', { password })).toEqual({
      status: 403,
      body: { problem: { kind: 'codeNeeded' } },
    })
    const [, spare] = on.body.codes as string[]
    expect(await as(token, 'DELETE', '/user/factor', { password, code: spare })).toEqual({ status: 200, body: {} })
    expect((await login('ines@example.org')).status).toBe(200)
  })

  it('is deleted by the password, with its projects and their files, for everybody', async () => {
    const { account } = await register('jana@example.org', 'Jana')
    const made = await as(account.access_token, 'POST', '/v2/projects', { name: 'Mine' })
    const uuid = String(made.body.project_uuid)
    const path = served.cloud.host.pathOf(uuid) as string
    const reader = await served.person('Kai')
    await as(account.access_token, 'POST', `/v2/projects/${uuid}/share`, { email: reader.email, access_right: 'read' })
    const client = await connect({ base: served.base, secret: reader.secret })
    await client.open(uuid)
    expect(existsSync(path)).toBe(true)
    expect((await as(account.access_token, 'DELETE', '/user/delete', { password: 'wrong' })).status).toBe(403)
    // What others work in is handed over first, or shared with nobody any more.
    const held = await as(account.access_token, 'DELETE', '/user/delete', { password })
    expect(held).toEqual({ status: 409, body: { problem: { kind: 'sharedProjects', count: 1 } } })
    await as(account.access_token, 'DELETE', `/v2/projects/${uuid}/share?user=${reader.email}`)
    expect(await as(account.access_token, 'DELETE', '/user/delete', { password })).toEqual({ status: 200, body: {} })
    expect((await as(account.access_token, 'GET', '/user/data')).status).toBe(401)
    expect((await login('jana@example.org')).body).toEqual({ problem: { kind: 'wrongSignIn' } })
    await client.closed
    expect(existsSync(path)).toBe(false)
    expect((await reader.send('GET', `/web/api/v2/projects/${uuid}/json`)).status).toBe(404)
    expect((await reader.send('GET', '/web/api/v2/projects/share')).body.projects).toEqual([])
  })
})

it('no email, password, token or link stands in the log', async () => {
  const { account } = await register('lena@example.org', 'Lena')
  await login('lena@example.org', { password: 'wrong' })
  await post('/v2/auth/reset', { email: 'lena@example.org' })
  const link = /link=([\w-]{43})/.exec(await mailTo('lena@example.org', '/reset?link='))?.[1]
  await post('/v2/register/invitation', { link })
  await post('/v2/auth/reset/password', { link, password: 'another zebra there' })
  expect(lines).toContain('"security":"signIn"')
  expect(lines).toContain('"security":"signInFailed"')
  expect(lines).toContain('"security":"passwordChanged"')
  for (const secret of ['lena', 'zebra', account.access_token, account.refresh_token, String(link)])
    expect(lines).not.toContain(secret)
})
