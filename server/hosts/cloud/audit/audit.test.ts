/** A day of three people: every sign-in, reading, export, copy and share stands in the audit log once, and nothing else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuditEvent, longestUntold, type ProjectAuditEntry } from '../../../../src/model/audit.ts'
import { type Log, openLog } from '../../../base/log.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../../testing/serveCloud.ts'
import { connect, quirk } from '../../../testing/socketClient.ts'
import { openCloudDatabase } from '../database.ts'
import { openOperator } from '../operator.ts'
import { openAudit } from './audit.ts'
import { auditPathIn, openAuditFile, readAudit } from './auditFile.ts'

let served: ServedCloud & { log: Log }
let [ann, ben, eve]: Someone[] = []
beforeAll(async () => {
  const log = openLog('silent')
  served = { ...(await serveCloud(undefined, { log })), log }
  ann = await served.person('Ann')
  ben = await served.person('Ben')
  eve = await served.person('Eve')
})
afterAll(() => served.end())

const people = () => ({ [ann?.id ?? '']: 'ann', [ben?.id ?? '']: 'ben', [eve?.id ?? '']: 'eve' })
/** All lines, the oldest first, in short: `ann share ben read`. */
const told = () => {
  const names = people()
  return readAudit(served.settings.data, {})
    .reverse()
    .map(({ account, event, other, detail }) =>
      [account && names[account], event, other && names[other], detail].filter(Boolean).join(' '),
    )
}

describe('the audit log', () => {
  it('has every sign-in, reading, change, export, copy, share and deletion of a day once, and nothing else', async () => {
    const [a, b, e] = [ann, ben, eve] as [Someone, Someone, Someone]
    const uuid = await a.project('Harbour')
    const at = `/v1/thicket/projects/${uuid}`
    await a.share(uuid, b, 'read')
    await a.share(uuid, b, 'write')
    // Twice on sockets and as a snapshot: one reading of one session.
    for (let n = 0; n < 2; n += 1) {
      const socket = await connect(a)
      await socket.open(uuid)
      await socket.push(1, [[quirk(10_001 + n)]])
      socket.socket.terminate()
    }
    await a.call(`${at}/snapshot`)
    const bens = await connect(b)
    await bens.open(uuid)
    expect((await b.call(`/web/api/v2/projects/${uuid}/qrk`)).status).toBe(200)
    expect((await b.call(`/web/api/v2/projects/${uuid}/json`)).status).toBe(200)
    expect(await b.send('POST', `${at}/exports`, { form: 'xlsx' })).toEqual({ status: 200, body: {} })
    expect((await b.send('GET', `${at}/history`)).status).toBe(200)
    const copy = await b.send('POST', '/web/api/v2/projects/saveas', { name: 'Mine', orig_project_uuid: uuid })
    expect(copy.status).toBe(200)
    // Who is nobody there leaves no line, whatever they try.
    for (const [method, path, body] of [
      ['GET', `${at}/history`],
      ['GET', `${at}/audit`],
      ['POST', `${at}/exports`, { form: 'xlsx' }],
      ['GET', `/web/api/v2/projects/${uuid}/qrk`],
    ] as const)
      expect((await e.send(method, path, body)).status, path).toBe(404)
    // Another session of Ben's is another reading.
    const again = await b.again()
    await again.call(`${at}/snapshot`)
    bens.socket.terminate()
    await a.send('PUT', `/web/api/v2/projects/${uuid}/owner`, { user: b.email })
    await b.send('DELETE', `/web/api/v2/projects/${uuid}/share?user=${a.email}`)
    const signIn = { email: e.email, password: 'not this one', regional_service_map: true }
    expect((await served.call('/web/api/v2/auth/login', { method: 'POST', body: signIn })).status).toBe(401)
    const backup = (await b.send('POST', `${at}/backups`)).body
    expect((await b.send('POST', `${at}/backups/${backup.id}/restore`)).status).toBe(200)
    expect((await b.send('DELETE', `/web/api/v2/projects/${uuid}`)).status).toBe(200)
    const expected: `${string} ${AuditEvent}${string}`[] = [
      'ann signIn',
      'ben signIn',
      'eve signIn',
      'ann share ben read',
      'ann share ben write',
      'ann projectOpened',
      'ann projectChanged',
      'ben projectOpened',
      'ben projectDownloaded qrk',
      'ben projectDownloaded json',
      'ben projectExported xlsx',
      `ben projectCopied ${copy.body.project_uuid}`,
      'ben signIn',
      'ben projectOpened',
      'ann projectHandedOver ben',
      'ben shareRemoved ann',
      'eve signInFailed',
      'ben projectRestored',
      'ben projectDeleted',
    ]
    expect(told()).toEqual(expected)
    // It is found by what came of it too.
    const ofCopy = readAudit(served.settings.data, { project: String(copy.body.project_uuid), withOrigin: true })
    expect(ofCopy.map(({ event }) => event)).toEqual(['projectCopied'])
    const sayOfBackup = (by: 'operator' | 'server') => {
      served.log.security('backupMade', { by })
      return readAudit(served.settings.data, { limit: 1 })[0]?.operator
    }
    expect([sayOfBackup('operator'), sayOfBackup('server')]).toEqual([true, false])
  })

  it('shows an owner the part of their project, by names and in pages, and nobody else', async () => {
    const [a, b] = [ann, ben] as [Someone, Someone]
    const uuid = await a.project('Mill')
    await a.share(uuid, b, 'write')
    await b.send('POST', `/v1/thicket/projects/${uuid}/exports`, { form: 'docx' })
    const page = await a.send('GET', `/v1/thicket/projects/${uuid}/audit?limit=1`)
    const [entry] = page.body.entries as ProjectAuditEntry[]
    expect(page.body.more).toBe(true)
    expect(entry).toMatchObject({ event: 'projectExported', person: 'Ben', detail: 'docx', other: null })
    const rest = await a.send('GET', `/v1/thicket/projects/${uuid}/audit?before=${entry?.id}`)
    expect(rest.body).toMatchObject({
      entries: [{ event: 'share', person: 'Ann', other: 'Ben', detail: 'write' }],
      more: false,
    })
    const refused = await b.send('GET', `/v1/thicket/projects/${uuid}/audit`)
    expect(refused).toMatchObject({ status: 403, body: { problem: { kind: 'readOnly' } } })
  })
})

describe('an invitation', () => {
  it('stands there without an email, then who has taken it up, by a name to the owner; one that is withdrawn too', async () => {
    const uuid = await (ann as Someone).project('Invited to')
    const shares = `/web/api/v2/projects/${uuid}/share`
    const kim = 'kim.of.the.audit@example.org'
    for (const [email, access_right] of [
      [kim, 'write'],
      ['nobody.audit@example.org', 'read'],
    ])
      expect((await ann?.send('POST', shares, { email, access_right }))?.status).toBe(200)
    await ann?.send('DELETE', `${shares}?user=nobody.audit@example.org`)
    const taken: [string, string][] = []
    const database = openCloudDatabase(join(served.settings.data, 'accounts.sqlite'))
    const operator = openOperator(database, served.settings, {
      tookUp: (account, { project, right }) => taken.push([account, `${project} ${right}`]),
    })
    const made = await operator.create(kim, 'Kim', 'a zebra in the lamp')
    database.close()
    if ('problem' in made) throw new Error(made.problem.kind)
    expect(taken).toEqual([[made.ok.id, `${uuid} write`]])
    served.log.security('invitationTaken', { by: 'operator', account: made.ok.id, project: uuid, right: 'write' })
    served.log.security('projectHandedOver', {
      by: 'operator',
      account: ann?.id ?? '',
      with: made.ok.id,
      project: uuid,
    })
    const { body } = (await ann?.send('GET', `/v1/thicket/projects/${uuid}/audit`)) ?? { body: { entries: [] } }
    const entries = (body.entries as ProjectAuditEntry[]).map(({ id, at, ...entry }) => entry)
    expect(entries).toEqual([
      { event: 'projectHandedOver', person: null, operator: true, other: 'Kim', detail: null },
      { event: 'invitationTaken', person: 'Kim', other: null, detail: 'write' },
      { event: 'invitationWithdrawn', person: 'Ann', other: null, detail: null },
      { event: 'invited', person: 'Ann', other: null, detail: 'read' },
      { event: 'invited', person: 'Ann', other: null, detail: 'write' },
    ])
    expect(JSON.stringify(readAudit(served.settings.data, { project: uuid }))).not.toContain('@')
  })
})

describe('lines of it', () => {
  const day = 24 * 60 * 60_000
  const person = { id: 'p', session: 's' }

  it('are neither changed nor taken away before their time, by whoever has the file; then they go', async () => {
    const data = mkdtempSync(join(tmpdir(), 'thicket-audit-'))
    let now = Date.UTC(2026, 0, 1)
    const open = () =>
      openAudit({ store: openAuditFile(data), days: 10, failed: (error) => expect.fail(String(error)), now: () => now })
    const first = open()
    first.used('projectOpened', person, 'uuid')
    first.used('projectOpened', person, 'uuid')
    now += day
    first.used('projectOpened', person, 'uuid')
    await first.close()
    const beside = new DatabaseSync(auditPathIn(data))
    expect(() => beside.exec("UPDATE lines SET account = 'another'")).toThrow('is not changed')
    expect(() => beside.exec('DELETE FROM lines')).toThrow('stays until its time is over')
    beside.close()
    expect(readAudit(data, {})).toHaveLength(2)
    now += 9.5 * day
    // What was noted by the one before is known after a start.
    const second = open()
    second.used('projectOpened', person, 'uuid')
    second.used('projectOpened', person, 'uuid')
    await second.close()
    expect(readAudit(data, {}).map(({ at }) => (now - at) / day)).toEqual([0, 9.5])
    rmSync(data, { recursive: true })
  })
})

describe('an export that is told of later', () => {
  it('stands there once, with the time at which it was made, where that may be true', async () => {
    const [a] = [ann] as [Someone]
    const uuid = await a.project('Written on the train')
    const tell = (at: number) => a.send('POST', `/v1/thicket/projects/${uuid}/exports`, { form: 'xlsx', at })
    const before = Date.now()
    const [anHourAgo, tomorrow, longAgo] = [before - 3_600_000, before + 86_400_000, before - longestUntold - 60_000]
    // The second time whoever told of it had heard no answer.
    for (const at of [anHourAgo, anHourAgo, tomorrow, longAgo]) expect((await tell(at)).status).toBe(200)
    const times = readAudit(served.settings.data, { project: uuid }).map(({ at }) => at)
    expect(times).toHaveLength(3)
    expect(times[2]).toBe(anHourAgo)
    for (const at of times.slice(0, 2)) expect(at).toBeGreaterThanOrEqual(before)
    for (const at of times) expect(at).toBeLessThanOrEqual(Date.now())
  })
})

it('one person tells of few exports at once; the next is refused, and others are not kept waiting', async () => {
  const [a, b] = [ann, ben] as [Someone, Someone]
  const uuid = await a.project('Told')
  await a.share(uuid, b, 'read')
  const path = `/v1/thicket/projects/${uuid}/exports`
  const statuses: (number | undefined)[] = []
  // Their bodies do not come: one is read, 20 wait.
  const slow = Array.from({ length: 22 }, () => {
    const headers = {
      authorization: `Bearer ${b.secret}`,
      origin: served.base,
      'content-type': 'application/json',
      'content-length': '16',
    }
    const asked = request(served.base + path, { method: 'POST', headers, agent: false })
    asked.on('response', ({ statusCode }) => statuses.push(statusCode)).on('error', () => {})
    asked.flushHeaders()
    return asked
  })
  await expect.poll(() => statuses, { timeout: 20_000 }).toEqual([429])
  expect((await a.send('POST', path, { form: 'docx' })).status).toBe(200)
  for (const asked of slow) asked.destroy()
  await expect.poll(async () => (await b.send('POST', path, { form: 'docx' })).status, { timeout: 20_000 }).toBe(200)
})
