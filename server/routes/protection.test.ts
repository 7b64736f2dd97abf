/** Another password of a protected project by HTTP: only its owner gives it, of two at once one is told, and neither going back nor a backup brings the old one. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOfWraps, unwrapKey, wrapKey } from '../../src/model/sealing/wraps.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { openProtected } from '../files/sealedFile.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
let ben: Someone
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
  ben = await served.person('Ben')
})
afterAll(() => served.end())

const key = new Uint8Array(32).fill(5)
const wraps = (password: string) => wrapKey(key, password, 2 ** 15).hash
// Made before there is a server, whose connections would end while a key is wrapped.
const [first, second, late] = [wraps('old'), wraps('new'), wraps('late')] as [string, string, string]

const protectedProject = async (name: string): Promise<string> => {
  const made = await ann.send('POST', '/web/api/v2/projects', { name, protection: first })
  return String(made.body.project_uuid)
}
const change = (uuid: string, by: Someone, from: string, to: string) =>
  by.send('PUT', `/v1/thicket/projects/${uuid}/protection`, { from: hashOfWraps(from), ___db_hash: to })
const wrapsOf = async (uuid: string): Promise<string> => {
  const rows = (await (await ann.call(`/web/api/v2/projects/${uuid}/json`)).json()) as Record<string, never[]>
  const preferences = rows.preferences as { key: string; value: string }[]
  return preferences.find((row) => row.key === '___db_hash')?.value ?? ''
}

it('is given by the owner alone, from the one that holds now, and who has the project open is told', async () => {
  const uuid = await protectedProject('Changed')
  await ann.share(uuid, ben, 'write')
  const client = await connect({ base: served.base, secret: ben.secret })
  await client.open(uuid)
  expect(await change(uuid, ben, first, second)).toMatchObject({ status: 403, body: { problem: { kind: 'readOnly' } } })
  expect((await change(uuid, ann, first, 'no wraps')).body).toMatchObject({ problem: { kind: 'badRequest' } })
  expect(await wrapsOf(uuid)).toBe(first)
  expect(await change(uuid, ann, first, second)).toEqual({ status: 200, body: {} })
  expect(await change(uuid, ann, first, late)).toMatchObject({
    status: 409,
    body: { problem: { kind: 'protectionChanged' } },
  })
  expect(await wrapsOf(uuid)).toBe(second)
  expect(unwrapKey('', second, 'old')).toEqual({ problem: { kind: 'wrongPassword' } })
  expect(unwrapKey('', second, 'new')).toEqual({ ok: key })
  await expect.poll(() => JSON.stringify(client.frames)).toContain(JSON.stringify(second).slice(1, 100))
  // As a step of one's own nobody writes it.
  const args = { key: '___db_hash', value: first }
  const pushed = await client.push(1, [[{ name: 'preferenceCreateOrUpdate', args }]])
  expect(pushed.steps).toMatchObject([{ problem: { kind: 'badRequest' } }])
  client.socket.close()
})

it('is said in the lists of who owns a protected project and of whom it is shared with', async () => {
  const uuid = await protectedProject('Listed')
  await ann.send('POST', '/web/api/v2/projects', { name: 'Plain' })
  await ann.share(uuid, ben, 'read')
  const listed = async (by: Someone, list: string) => {
    const { projects } = (await (await by.call(`/web/api/v2/${list}`)).json()) as { projects: { protected?: true }[] }
    return projects
  }
  const isListed = { project_uuid: uuid, protected: true }
  await expect.poll(() => listed(ann, 'projects')).toContainEqual(expect.objectContaining(isListed))
  expect(await listed(ann, 'projects')).toContainEqual(expect.not.objectContaining({ protected: true }))
  expect(await listed(ben, 'projects/share')).toContainEqual(expect.objectContaining(isListed))
})

it('is of a copy by Save as too, and of the file that is downloaded: both open by the same password alone', async () => {
  const uuid = await protectedProject('Saved as')
  const saved = await ann.send('POST', '/web/api/v2/projects/saveas', { name: 'The copy', orig_project_uuid: uuid })
  expect(await wrapsOf(String(saved.body.project_uuid))).toBe(first)
  const path = join(served.folder, 'downloaded.qrk')
  for (const each of [uuid, String(saved.body.project_uuid)]) {
    writeFileSync(path, Buffer.from(await (await ann.call(`/web/api/v2/projects/${each}/qrk`)).arrayBuffer()))
    expect(inspectFile(path)).toEqual({ problem: { kind: 'protectedProject', name: path } })
    const opened = openProtected(path, 'old')
    expect(opened).toMatchObject({ ok: { unread: new Map() } })
    if (!('problem' in opened)) opened.ok.leave()
  }
})

it('stays where the project goes back, and where a backup from before takes its place', async () => {
  const uuid = await protectedProject('Goes back')
  const client = await connect({ base: served.base, secret: ann.secret })
  await client.open(uuid)
  const group = (n: number) => ({
    name: 'groupCreateOrUpdate',
    args: { id: client.client + 8192 * n, description: `Group ${n}`, create: true },
  })
  for (const n of [1, 2]) expect((await client.push(n, [[group(n)]])).steps).toEqual([{ seq: n }])
  client.socket.close()
  const backup = await ann.send('POST', `/v1/thicket/projects/${uuid}/backups`, {})
  await change(uuid, ann, first, second)
  const history = (await (await ann.call(`/v1/thicket/projects/${uuid}/history`)).json()) as {
    entries: { seq: number; act?: object }[]
  }
  expect(history.entries[0]?.act).toMatchObject({ key: 'undo.changePassword' })
  const past = await (await ann.call(`/v1/thicket/projects/${uuid}/history/1/state`)).text()
  // Before the step that gave the other password.
  expect(JSON.parse(past)).toMatchObject({ seq: 1, head: 3, rows: {}, gone: { groups: [expect.any(Number)] } })
  expect(past).not.toContain('wraps')
  const made = await ann.send('POST', `/v1/thicket/projects/${uuid}/history/1/project`, { name: 'As it was' })
  expect(await wrapsOf(String(made.body.project_uuid))).toBe(second)
  const back = `/v1/thicket/projects/${uuid}/backups/${backup.body.id}/restore`
  expect((await ann.send('POST', back, {})).status).toBe(200)
  expect(await wrapsOf(uuid)).toBe(second)
})
