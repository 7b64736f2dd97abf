// A desktop and the signing service that it is activated by, as they run.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalState } from '../../src/model/contract/shapes.ts'
import { daysLeft, newTrial, type Trial } from '../../src/model/rules/projects/trial.ts'
import { openLog } from '../base/log.ts'
import { newSigningKey, publicKeyOf, verified } from '../base/signedAnswer.ts'
import { keys } from '../hosts/cloud/accounts/allowances.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { type Licences, openLicences } from '../hosts/cloud/licences/licences.ts'
import { type Served, serve } from '../testing/serve.ts'
import { type ServedCloud, serveCloud } from '../testing/serveCloud.ts'

let cloud: ServedCloud
let licences: Licences
let close: () => void
const desktops: Served[] = []
const lines: string[] = []

beforeAll(async () => {
  cloud = await serveCloud(undefined, { log: openLog('error', (line) => lines.push(line)) })
  // As `thicket admin`: beside the server that runs.
  const database = openCloudDatabase(`${cloud.settings.data}/accounts.sqlite`)
  close = () => database.close()
  licences = openLicences(database)
})
afterAll(async () => {
  close()
  for (const desktop of desktops) await desktop.end()
  await cloud.end()
})

const endpoint = () => `${cloud.base}/web/api/v2/activation`
async function desktop(publicKey = licences.publicKey()): Promise<Served> {
  desktops.push(await serve(undefined, { local: { activation: { endpoint: endpoint(), publicKey } } }))
  return desktops.at(-1) as Served
}
const ask = async (served: Served, body: unknown) => {
  const response = await served.call('/web/api/local/activation', { method: 'POST', body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const state = async (served: Served) => (await (await served.call('/web/api/local/state')).json()) as LocalState
const activationKey = (uses = 3) => licences.make({ type: 'activation', days: 0, uses, note: '' })
const extensionKey = (days: number) => licences.make({ type: 'extension', days, uses: 1, note: '' })

describe('a desktop without an endpoint', () => {
  it('is activated, and says so to the page', async () => {
    const plain = await serve()
    desktops.push(plain)
    expect(await state(plain)).toMatchObject({ ...newTrial, trial: false, localServer: true })
    expect(await (await plain.call('/web/')).text()).not.toContain('&quot;activation&quot;')
  })
})

describe('a desktop with an endpoint', () => {
  it('is a trial, which goes on by a skip', async () => {
    const served = await desktop()
    expect(await (await served.call('/web/')).text()).toContain('&quot;activation&quot;')
    expect(await state(served)).toMatchObject(newTrial)
    const skipped = await served.call('/web/api/local/activation/skip', { method: 'POST', body: {} })
    expect((await skipped.json()) as Trial).toMatchObject({ trial: true, activationSkipped: true })
    expect(await state(served)).toMatchObject({ activationSkipped: true, trialStarted: expect.any(Number) })
  })

  it('is activated by a key, however it is written', async () => {
    const served = await desktop()
    const key = activationKey()
    expect(key).toMatch(/^([0-9a-z]{4}-){4}[0-9a-z]{4}$/)
    const written = ` ${key.toUpperCase().replaceAll('-', ' ').replaceAll('1', 'I').replaceAll('0', 'O')} `
    expect(await ask(served, { key: written, type: 'activation' })).toMatchObject({
      status: 200,
      body: { trial: false },
    })
    expect(await state(served)).toMatchObject({ trial: false })
  })

  it('has its trial extended by a key, once', async () => {
    const served = await desktop()
    const key = extensionKey(30)
    const done = await ask(served, { key, type: 'extension' })
    expect(done).toMatchObject({ status: 200, body: { trial: true, trialExtensionDays: 30, activationSkipped: true } })
    expect(daysLeft(await state(served), Date.now())).toBe(44)
    expect(await ask(served, { key, type: 'extension' })).toEqual({
      status: 400,
      body: { problem: { kind: 'trialExtensionFailed', reason: 'spent', detail: '' } },
    })
  })

  it('is told of keys that are unknown, of the other kind, removed, and of an answer by another service', async () => {
    const served = await desktop()
    const unknown = { status: 400, body: { problem: { kind: 'activationFailed', reason: 'unknown', detail: '' } } }
    const removed = activationKey()
    expect([licences.remove(removed), licences.remove(removed)]).toEqual([true, false])
    for (const key of ['nothing', extensionKey(3), removed])
      expect(await ask(served, { key, type: 'activation' })).toEqual(unknown)
    const other = await desktop(publicKeyOf(newSigningKey()))
    expect(await ask(other, { key: activationKey(), type: 'activation' })).toMatchObject({
      body: { problem: { reason: 'untrusted' } },
    })
    for (const each of [served, other]) expect(await state(each)).toMatchObject(newTrial)
  })

  it('takes bodies of their shape alone, and from who knows the secret', async () => {
    const served = await desktop()
    for (const body of [{}, { key: 'x' }, { key: '  ', type: 'activation' }, { key: 'x', type: 'other' }, []])
      expect((await ask(served, body)).body).toMatchObject({ problem: { kind: 'badRequest' } })
    for (const path of ['activation', 'activation/skip'])
      for (const headers of [{ authorization: undefined }, { origin: 'https://elsewhere.example' }]) {
        const refused = await served.call(`/web/api/local/${path}`, { method: 'POST', body: {}, headers })
        expect([401, 403]).toContain(refused.status)
      }
    expect(await state(served)).toMatchObject(newTrial)
  })
})

describe('the signing service', () => {
  const call = async (body: unknown) => {
    const response = await cloud.call('/web/api/v2/activation', { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  it('answers 200 with what it has signed, else an error in words', async () => {
    const key = extensionKey(9)
    const granted = await call({ key, type: 'extension' })
    expect(granted).toMatchObject({ status: 200, body: { trial_extension_days: 9 } })
    const payload = verified(String(granted.body.token), licences.publicKey())
    expect(payload).toEqual({ key, type: 'extension', trial_extension_days: 9, iat: expect.any(Number) })
    expect(await call({ key, type: 'extension' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('used as often') },
    })
    expect(await call({ key: 'x', type: 'activation' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('known') },
    })
    expect(await call({ key: 'x' })).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  it('bears so many keys that are none from one address, and says how long to wait; keys are never counted', async () => {
    const other = await serveCloud(undefined, { log: openLog('silent') })
    const database = openCloudDatabase(`${other.settings.data}/accounts.sqlite`)
    const [key, longer] = (['activation', 'extension'] as const).map((type) =>
      openLicences(database).make({ type, days: 3, uses: 1000, note: '' }),
    )
    database.close()
    const answers = async (key = '', type = 'activation') => {
      const answer = await other.call('/web/api/v2/activation', { method: 'POST', body: { key, type } })
      return { status: answer.status, retry: answer.headers.get('retry-after'), body: await answer.json() }
    }
    for (let n = 0; n < keys.most; n += 1) {
      expect((await answers(key)).status).toBe(200)
      expect((await answers(longer, 'extension')).status).toBe(200)
    }
    for (let n = 0; n < keys.most; n += 1)
      expect((await answers(`none ${n}`, n % 2 ? 'activation' : 'extension')).status).toBe(400)
    const refused = await answers(key)
    expect(refused).toMatchObject({ status: 429, retry: expect.stringMatching(/^[1-9]\d?$/) })
    expect(refused.body).toEqual({
      error: expect.any(String),
      problem: { kind: 'tooManyTries', wait: Number(refused.retry) },
    })
    // A desktop says it in the page's words.
    const settings = { endpoint: `${other.base}/web/api/v2/activation`, publicKey: licences.publicKey() }
    desktops.push(await serve(undefined, { local: { activation: settings } }))
    expect(await ask(desktops.at(-1) as Served, { key: 'x', type: 'activation' })).toMatchObject({
      status: 429,
      body: { problem: { kind: 'tooManyTries' } },
    })
    await other.end()
  })

  it('says in the security log from where a key was tried', async () => {
    const before = lines.length
    for (const key of ['none at all', activationKey()])
      await cloud.call('/web/api/v2/activation', { method: 'POST', body: { key, type: 'activation' } })
    const said = { type: 'activation', address: '127.0.0.1' }
    expect(lines.slice(before).map((line) => JSON.parse(line))).toMatchObject([
      { security: 'activationRefused', ...said },
      { security: 'activationGranted', ...said },
    ])
  })

  it('counts every use, of 20 at once too', async () => {
    const key = activationKey(7)
    const all = await Promise.all(Array.from({ length: 20 }, () => call({ key, type: 'activation' })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(licences.list().find(({ uses }) => uses === 7)).toMatchObject({ used: 7, lastUsed: expect.any(Number) })
  })

  it('keeps no key as it is, and one pair to sign with', () => {
    const key = activationKey()
    expect(JSON.stringify(licences.list())).not.toContain(key)
    expect(licences.publicKey()).toBe(licences.publicKey())
    const id = licences.list().at(-1)?.id ?? ''
    expect(licences.remove(id)).toBe(true)
    expect(licences.remove('')).toBe(false)
  })
})
