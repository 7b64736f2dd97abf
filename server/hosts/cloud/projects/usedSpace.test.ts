import { randomBytes } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backup, NamedVersion } from '../../../../src/model/history.ts'
import { type ServedCloud, type Someone, serveCloud } from '../../../testing/serveCloud.ts'
import { quirk } from '../../../testing/socketClient.ts'

const quota = 3
const megabyte = 1024 * 1024
let served: ServedCloud
let ann: Someone
beforeAll(async () => {
  served = await serveCloud(undefined, { settings: { quota, projects: 3 } })
  ann = await served.person('Ann')
})
afterAll(() => served.end())

/** Of everything that lies there for people: projects with their logs, backups, copies on their way. */
const onDisk = () =>
  ['projects', 'backups', 'temporary'].reduce((sum, name) => {
    const folder = join(served.settings.data, name)
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    return (
      sum + files.reduce((all, file) => all + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)
    )
  }, 0)
const made = (name: string, bytes: number, by = ann) => {
  const row = (i: number) => {
    // Not to be packed much.
    const description = randomBytes(48 * 1024).toString('base64')
    return { ...quirk(i + 1).args, create: undefined, description }
  }
  const quirks = Array.from({ length: bytes / (64 * 1024) }, (_, i) => row(i))
  return by.send('POST', '/web/api/v2/projects/json', { name, project_json: { quirks } })
}
const backupsOf = (uuid: unknown) => `/v1/thicket/projects/${uuid}/backups`

it('backups, versions and restores of a person take no more than the quota: older backups make room, the newest stays', async () => {
  const { project_uuid: uuid } = (await made('Study', 0.5 * megabyte)).body
  const ids: string[] = []
  for (let n = 0; n < 10; n += 1) {
    const { status, body } = await ann.send('POST', backupsOf(uuid))
    expect(status).toBe(200)
    ids.push(String(body.id))
    expect(onDisk()).toBeLessThan((quota + 0.2) * megabyte)
  }
  const list = async () => (await ann.send('GET', backupsOf(uuid))).body.backups as Backup[]
  const kept = async () => (await list()).map(({ id }) => id)
  // On a slow machine one of those is among them that the server makes by itself.
  const some = (await list()).flatMap(({ id, reason }) => (reason === 'hand' ? [id] : []))
  expect(some.length).toBeGreaterThan(1)
  expect(some).toEqual(ids.slice(-some.length).reverse())
  for (let n = 0; n < 5; n += 1) {
    const [newest] = await kept()
    expect(await ann.send('POST', `${backupsOf(uuid)}/${newest}/restore`)).toEqual({ status: 200, body: {} })
    expect(onDisk()).toBeLessThan((quota + 0.2) * megabyte)
  }
  expect((await kept()).length).toBeGreaterThan(2)
  // A new project has the room that older backups had.
  expect((await made('Second', megabyte / 2)).status).toBe(200)
  expect((await kept()).length).toBe(2)
  expect(onDisk()).toBeLessThan((quota + 0.2) * megabyte)
  expect(await made('Third', megabyte)).toMatchObject({
    status: 413,
    body: { problem: { kind: 'quotaExceeded', most: quota } },
  })
})

it('a backup that has no room, whatever makes room for it, is not made, and that is said', async () => {
  const ben = await served.person('Ben')
  const { project_uuid: uuid } = (await made('Large', 1.8 * megabyte, ben)).body
  const refused = await ben.send('POST', backupsOf(uuid))
  expect(refused).toEqual({ status: 413, body: { problem: { kind: 'quotaExceeded', most: quota } } })
  expect((await ben.send('GET', backupsOf(uuid))).body).toMatchObject({
    backups: [],
    failed: { detail: 'quotaExceeded', problem: { kind: 'quotaExceeded', most: quota } },
  })
})

it('the state of a version is kept where there is room for it', async () => {
  const eve = await served.person('Eve')
  const stateOf = async (name: string, bytes: number) => {
    const { project_uuid: uuid } = (await made(name, bytes, eve)).body
    const at = `/v1/thicket/projects/${uuid}`
    await eve.send('POST', `${at}/versions`, { name: 'First' })
    // Its turn comes after the state has been kept, or not.
    expect((await eve.send('GET', `${at}/history/0/preview`)).status).toBe(200)
    return ((await eve.send('GET', `${at}/versions`)).body.versions as NamedVersion[])[0]?.size
  }
  expect(await stateOf('Small', 0.2 * megabyte)).toBeGreaterThan(0)
  expect(await stateOf('Large', 1.8 * megabyte)).toBe(0)
})

it('the number of a person’s projects is bounded: made, copied or handed over', async () => {
  const [cal, dora] = [await served.person('Cal'), await served.person('Dora')]
  for (const name of ['A', 'B', 'C']) await cal.project(name)
  const tooMany = { status: 409, body: { problem: { kind: 'tooManyProjects', most: 3 } } }
  expect(await cal.send('POST', '/web/api/v2/projects', { name: 'D' })).toEqual(tooMany)
  const uuid = await dora.project('Of Dora')
  await dora.share(uuid, cal, 'write')
  expect(await dora.send('PUT', `/web/api/v2/projects/${uuid}/owner`, { user: cal.email })).toEqual(tooMany)
})
