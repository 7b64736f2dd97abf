/** What an operator may demand of everybody: a second factor, and how long a session lasts; and what they may let one person have. */
import { Secret, TOTP } from 'otpauth'
import { afterEach, expect, it } from 'vitest'
import { openLog } from '../../../base/log.ts'
import { type ServedCloud, serveCloud } from '../../../testing/serveCloud.ts'
import { ticketOf } from '../../../testing/socketClient.ts'
import { openCloudDatabase } from '../database.ts'
import { openOperator } from '../operator.ts'
import { openSessions, sessionLife } from './sessions.ts'

let served: ServedCloud
afterEach(() => served?.end())
const log = openLog('silent')

it('a second factor that is demanded comes before anything else, and stays', async () => {
  served = await serveCloud(undefined, { log, settings: { factor: 'demanded' } })
  const ann = await served.person('Ann')
  const demanded = { status: 403, body: { problem: { kind: 'factorDemanded' } } }
  expect(await ann.send('GET', '/web/api/v2/projects')).toEqual(demanded)
  expect(await ann.send('POST', '/web/api/v2/projects', { name: 'Mine' })).toEqual(demanded)
  expect(await ann.send('GET', '/v1/thicket/ticket')).toEqual(demanded)
  expect(await ann.send('GET', '/web/api/user/export')).toEqual(demanded)
  expect((await ann.send('GET', '/web/api/user/data')).body).toMatchObject({ factor: false, factorDemanded: true })
  const { body } = await ann.send('POST', '/web/api/user/factor', { password: ann.password })
  const code = new TOTP({ secret: Secret.fromBase32(String(body.secret)) }).generate()
  expect((await ann.send('PUT', '/web/api/user/factor', { code })).status).toBe(200)
  expect((await ann.send('GET', '/web/api/v2/projects')).status).toBe(200)
  expect(await ticketOf(ann)).toEqual(expect.any(String))
  expect(await ann.send('DELETE', '/web/api/user/factor', { password: ann.password, code })).toEqual(demanded)
})

it('a session that began with a provider is asked for no second factor, another of the same account is', async () => {
  served = await serveCloud(undefined, { log, settings: { factor: 'demanded' } })
  const ann = await served.person('Ann')
  const database = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
  database.db.prepare('UPDATE sessions SET issuer = ? WHERE account = ?').run('https://login.uni.example', ann.id)
  expect((await ann.send('GET', '/web/api/v2/projects')).status).toBe(200)
  expect((await ann.send('GET', '/web/api/user/data')).body).not.toHaveProperty('factorDemanded')
  database.db.prepare('UPDATE sessions SET issuer = NULL WHERE account = ?').run(ann.id)
  expect((await ann.send('GET', '/web/api/v2/projects')).body).toEqual({ problem: { kind: 'factorDemanded' } })
  database.close()
})

it('a session lasts as long as the settings say, by use and at most', async () => {
  served = await serveCloud(undefined, { log })
  const ann = await served.person('Ann')
  const database = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
  const day = 24 * 60 * 60_000
  const began = Date.now()
  let now = began
  const life = sessionLife({ sessionDays: 2, longestSessionDays: 5 })
  const sessions = openSessions(
    database,
    () => {},
    () => now,
    () => now,
    life,
  )
  let tokens = sessions.begin(ann.id, 'a browser')
  for (const days of [1.9, 3.8, 4.9]) {
    now = began + days * day
    const renewed = sessions.refresh(tokens)
    if ('problem' in renewed) throw new Error(`after ${days} days: ${renewed.problem.kind}`)
    tokens = renewed.ok
  }
  now = began + 5.1 * day
  expect(sessions.refresh(tokens)).toEqual({ problem: { kind: 'notSignedIn' } })
  tokens = sessions.begin(ann.id, 'a browser')
  now += 2.1 * day
  expect(sessions.refresh(tokens)).toEqual({ problem: { kind: 'notSignedIn' } })
  database.close()
})

it('one account has other bounds than the settings say, until it has the usual ones again', async () => {
  served = await serveCloud(undefined, { log, settings: { projects: 1, quota: 5 } })
  const ann = await served.person('Ann')
  const database = openCloudDatabase(`${served.settings.data}/accounts.sqlite`)
  const operator = openOperator(database, { region: 'home' })
  const make = (name: string) => ann.send('POST', '/web/api/v2/projects', { name })
  expect((await make('A')).status).toBe(200)
  expect((await make('B')).body).toEqual({ problem: { kind: 'tooManyProjects', most: 1 } })
  operator.setQuota(ann.email, { quota: 0, mostProjects: 2 })
  expect((await make('B')).status).toBe(200)
  expect((await make('C')).body).toEqual({ problem: { kind: 'tooManyProjects', most: 2 } })
  expect(served.cloud.host.free({ id: ann.id, session: '' })).toEqual({ left: Number.POSITIVE_INFINITY, of: 0 })
  operator.setQuota(ann.email, { quota: 3, mostProjects: null })
  expect(served.cloud.host.free({ id: ann.id, session: '' }).of).toBe(3)
  expect((await make('C')).body).toEqual({ problem: { kind: 'tooManyProjects', most: 1 } })
  expect(operator.list()).toMatchObject([{ quota: 3, mostProjects: null }])
  database.close()
})
