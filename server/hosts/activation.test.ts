// The state of a desktop, and what it believes of an endpoint that says whatever one may.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isProblem } from '../../src/model/problems.ts'
import { asksActivation, daysLeft, newTrial } from '../../src/model/rules/projects/trial.ts'
import type { ActivationSettings } from '../base/settings/localSettings.ts'
import { newSigningKey, publicKeyOf, signed } from '../base/signedAnswer.ts'
import { testFolder } from '../testing/serve.ts'
import { openActivation } from './activation.ts'

const day = 86_400_000
const start = Date.UTC(2026, 10, 22)
const key = newSigningKey()
const folders = testFolder()
let folder: string
let n = 0
let server: Server
let settings: ActivationSettings
/** What the endpoint says next, and what it was sent. */
let says: (sent: { key: string; type: string }) => { status: number; body: string }
let sent: { body: unknown; headers: Record<string, unknown>; method: string | undefined }[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      const body = JSON.parse(text) as { key: string; type: string }
      sent.push({ body, headers: request.headers, method: request.method })
      const answer = says(body)
      response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/activate`
  settings = { endpoint, publicKey: publicKeyOf(key) }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folders, { recursive: true, force: true })
})
beforeEach(() => {
  n += 1
  folder = join(folders, String(n))
  mkdirSync(folder)
  sent = []
  says = (asked) => ({ status: 200, body: JSON.stringify({ token: signed(asked, key) }) })
})

const file = () => join(folder, 'activation.json')
const at = (now: number) => openActivation(folder, settings, () => now)
const grants = (payload: object, by = key) => {
  says = () => ({ status: 200, body: JSON.stringify({ token: signed(payload, by), trial_extension_days: 999 }) })
}

describe('trial and activation of a desktop', () => {
  it('without an endpoint it is activated, and nothing is written', async () => {
    const none = openActivation(folder, null)
    expect(none.state().trial).toBe(false)
    expect(none.skip().trial).toBe(false)
    expect(isProblem(await none.ask({ key: 'k', type: 'activation' }))).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    expect(none.isAsked).toBe(false)
  })

  it('is a trial from the first look; a skip begins it, is kept beside the configuration, and is never taken back', () => {
    expect(at(start).state()).toEqual(newTrial)
    expect(existsSync(file())).toBe(false)
    const begun = at(start).skip()
    expect(begun).toEqual({ ...newTrial, trialStarted: start, activationSkipped: true })
    expect(at(start + 3 * day).skip()).toEqual(begun)
    expect(at(start + 3 * day).state()).toEqual(begun)
    expect(readdirSync(folder)).toEqual(['activation.json'])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('an activation sends key and type, without a credential, and holds', async () => {
    at(start).skip()
    const done = await at(start + 20 * day).ask({ key: 'abc', type: 'activation' })
    expect(done).toMatchObject({ ok: { trial: false, trialStarted: start, activationSkipped: true } })
    expect(sent).toMatchObject([{ method: 'POST', body: { key: 'abc', type: 'activation' } }])
    expect(sent[0]?.headers).not.toHaveProperty('authorization')
    expect(sent[0]?.headers).not.toHaveProperty('cookie')
    expect(asksActivation(at(start + 9999 * day).state(), start + 9999 * day)).toBe(false)
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ releaseMajorVersion: 1, releaseDate: start })
  })

  it('an extension keeps the signed days alone, skips, and moves a start that is long ago', async () => {
    at(start).skip()
    const now = start + 30 * day
    expect(asksActivation(at(now).state(), now)).toBe(true)
    grants({ key: 'abc', type: 'extension', trial_extension_days: 10 })
    const done = await at(now).ask({ key: 'abc', type: 'extension' })
    expect(done).toEqual({
      ok: { trial: true, trialStarted: now - 14 * day, trialExtensionDays: 10, activationSkipped: true },
    })
    expect(daysLeft(at(now).state(), now)).toBe(10)
    expect(asksActivation(at(now + 10 * day).state(), now + 10 * day)).toBe(true)
  })

  it('of a first start, an extension begins the trial', async () => {
    grants({ key: 'abc', type: 'extension', trial_extension_days: 2 })
    await at(start).ask({ key: 'abc', type: 'extension' })
    expect([daysLeft(at(start).state(), start), daysLeft(at(start).state(), start + 16 * day)]).toEqual([16, 0])
  })

  it.each([
    ['for another key', { key: 'other', type: 'activation' }],
    ['for another type', { key: 'abc', type: 'extension', trial_extension_days: 5 }],
    ['for nothing', {}],
    ['with too many days', { key: 'abc', type: 'activation', trial_extension_days: 1e9 }],
  ])('an answer %s is not believed', async (_, payload) => {
    grants(payload)
    expect(await at(start).ask({ key: 'abc', type: 'activation' })).toEqual({
      problem: { kind: 'activationFailed', reason: 'untrusted', detail: '' },
    })
    expect(at(start).state()).toEqual(newTrial)
  })

  it('nor one that somebody else has signed, an extension without days, nor one without a signature', async () => {
    grants({ key: 'abc', type: 'activation' }, newSigningKey())
    expect(await at(start).ask({ key: 'abc', type: 'activation' })).toMatchObject({ problem: { reason: 'untrusted' } })
    grants({ key: 'abc', type: 'extension' })
    expect(await at(start).ask({ key: 'abc', type: 'extension' })).toMatchObject({
      problem: { kind: 'trialExtensionFailed', reason: 'untrusted' },
    })
    for (const body of ['', '{}', '[]', 'null', '{"token":7}', '{"trial_extension_days":7}']) {
      says = () => ({ status: 200, body })
      expect(await at(start).ask({ key: 'abc', type: 'activation' })).toMatchObject({
        problem: { reason: 'untrusted' },
      })
    }
    expect(at(start).state()).toEqual(newTrial)
  })

  it.each([
    [400, '{"error":"Not today."}', 'said', 'Not today.'],
    [400, '{"error":"No.","problem":{"kind":"activationFailed","reason":"spent"}}', 'spent', ''],
    [400, '{"error":"No.","problem":{"kind":"activationFailed","reason":"unknown"}}', 'unknown', ''],
    [400, '{"error":"No.","problem":"x"}', 'said', 'No.'],
    [500, '<html>', 'unreachable', ''],
    [404, '{"error":7}', 'unreachable', ''],
    [302, '', 'unreachable', ''],
    [200, 'x'.repeat(100_000), 'unreachable', ''],
  ] as const)('a refusal (%i %.20s) says why: %s', async (status, body, reason, detail) => {
    says = () => ({ status, body })
    for (const [type, kind] of [
      ['activation', 'activationFailed'],
      ['extension', 'trialExtensionFailed'],
    ] as const)
      expect(await at(start).ask({ key: 'abc', type })).toEqual({ problem: { kind, reason, detail } })
    expect(sent).toHaveLength(2)
    expect(existsSync(file())).toBe(false)
  })

  it('an endpoint that is away is said', async () => {
    const away = openActivation(folder, { ...settings, endpoint: 'http://127.0.0.1:1/' })
    expect(await away.ask({ key: 'abc', type: 'activation' })).toMatchObject({ problem: { reason: 'unreachable' } })
  })

  it.each(['', '{', 'null', '[]', '{"releaseDate":"x","activationSkipped":"yes"}', '{"releaseMajorVersion":-1}'])(
    'a damaged file (%s) is a trial that has not begun',
    (text) => {
      writeFileSync(file(), text)
      expect(at(start).state()).toEqual(newTrial)
      expect(at(start).skip().trialStarted).toBe(start)
      expect(at(start + day).state().trialStarted).toBe(start)
    },
  )

  it('what is left of a damaged file counts; a date that is lost is that of the next look, and no trial for ever', () => {
    writeFileSync(file(), JSON.stringify({ releaseMajorVersion: 2, releaseDate: {}, releaseMinorVersion: 1e12 }))
    expect(at(start).state()).toEqual({ ...newTrial, trial: false })
    writeFileSync(file(), JSON.stringify({ releaseMajorVersion: 0, releaseDate: 'x', activationSkipped: true }))
    expect(at(start).state().trialStarted).toBe(start)
    expect(daysLeft(at(start + 14 * day).state(), start + 14 * day)).toBe(0)
  })

  it('where nothing can be kept, that is said', async () => {
    mkdirSync(file())
    expect(await at(start).ask({ key: 'abc', type: 'activation' })).toEqual({
      problem: { kind: 'activationFailed', reason: 'said', detail: expect.stringMatching(/^E[A-Z]+$/) },
    })
    expect(readdirSync(folder)).toEqual(['activation.json'])
  })
})
