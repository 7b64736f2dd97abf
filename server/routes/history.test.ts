/** History, past states, versions and backups by HTTP: what is listed, what may be done by whom, what comes back. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  Backup,
  BackupList,
  HistoryPage,
  NamedVersion,
  PastState,
  RestorePreview,
} from '../../src/model/history.ts'
import { readBackups } from '../files/backupFiles.ts'
import { type Served, serve, testFolder } from '../testing/serve.ts'
import { connect, quirk, type SocketClient } from '../testing/socketClient.ts'

let served: Served
const folder = testFolder()
beforeAll(async () => {
  served = await serve(folder, { linger: 200 })
})
afterAll(() => served.end())

const open = async (uuid: string) => {
  const client = await connect(served)
  await client.open(uuid)
  return client
}
const at = (uuid: string, path: string) => `/v1/thicket/projects/${uuid}/${path}`
const get = async <T>(uuid: string, path: string): Promise<T> => (await (await served.call(at(uuid, path))).json()) as T
const post = (uuid: string, path: string, body?: object) =>
  served.call(at(uuid, path), { method: 'POST', body: body ?? {} })
const remove = (id: number) => ({ name: 'quirkRemove', args: { id } })
const quirks = async (client: SocketClient) =>
  (
    (await client.ask('{ quirkQueryList { id } }')).json_data.data as { quirkQueryList: { id: number }[] }
  ).quirkQueryList.map(({ id }) => id)

/** Three quirks, one of them removed again. */
const study = async (name: string) => {
  const uuid = await served.project(name)
  const ann = await open(uuid)
  await ann.push(1, [[quirk(10_001)], [quirk(10_002)]])
  await ann.push(2, [[remove(10_001)]])
  await ann.push(3, [[quirk(10_003)]])
  return { uuid, ann }
}

describe('the history', () => {
  it('lists who did what, the newest first, in pages, by person and by quirk', async () => {
    const { uuid } = await study('history')
    const page = await get<HistoryPage>(uuid, 'history')
    expect(page.entries.map(({ seq }) => seq)).toEqual([4, 3, 2, 1])
    expect(page).toMatchObject({ more: false, head: 4, first: 1, authors: expect.arrayContaining(['Ann']) })
    expect(page.entries[1]?.parts).toEqual([
      { op: 'remove', table: 'quirks', count: 1, titles: [quirk(10_001).args.title] },
    ])
    const two = await get<HistoryPage>(uuid, 'history?limit=2&before=4')
    expect([two.entries.map(({ seq }) => seq), two.more]).toEqual([[3, 2], true])
    expect((await get<HistoryPage>(uuid, 'history?quirk=10001')).entries.map(({ seq }) => seq)).toEqual([3, 1])
    expect(page.removed).toBeUndefined()
    expect((await get<HistoryPage>(uuid, 'history?removed=true&limit=1')).removed).toEqual([
      { id: 10_001, title: quirk(10_001).args.title },
    ])
    expect((await get<HistoryPage>(uuid, 'history?author=nobody')).entries).toEqual([])
    expect((await served.call(at(uuid, 'history?before=x'))).status).toBe(400)
    expect((await served.call(at('none', 'history'))).status).toBe(404)
  })

  it('says what going back would do, and gives the state for it', async () => {
    const { uuid } = await study('state')
    const preview = await get<RestorePreview>(uuid, 'history/2/preview')
    expect(preview).toMatchObject({ seq: 2, head: 4, back: { quirks: 1 }, gone: { quirks: 1 }, changed: {}, texts: [] })
    const state = await get<PastState>(uuid, 'history/2/state')
    expect([state.rows.quirks?.id, state.gone.quirks]).toEqual([[10_001], [10_003]])
    expect((await served.call(at(uuid, 'history/5/preview'))).status).toBe(400)
  })

  it('opens the project of a step as a new one', async () => {
    const { uuid } = await study('then')
    const made = (await (await post(uuid, 'history/2/project', { name: join(folder, 'of step 2') })).json()) as {
      project_uuid: string
    }
    expect(made.project_uuid).not.toBe(uuid)
    expect(await quirks(await open(made.project_uuid))).toEqual([10_001, 10_002])
  })
})

describe('named versions', () => {
  it('are listed, kept whole in the file, opened and removed', async () => {
    const { uuid, ann } = await study('versions')
    const version = (await (await post(uuid, 'versions', { name: ' Draft ', author: 'Ann' })).json()) as NamedVersion
    expect(version).toMatchObject({ name: 'Draft', author: 'Ann', seq: 4, removable: true })
    await ann.push(4, [[remove(10_002), remove(10_003)]])
    await expect
      .poll(async () => (await get<{ versions: NamedVersion[] }>(uuid, 'versions')).versions[0]?.size)
      .toBeGreaterThan(0)
    const preview = await get<RestorePreview>(uuid, `versions/${version.id}/preview`)
    expect([preview.back, preview.gone]).toEqual([{ quirks: 2 }, {}])
    const made = (await (
      await post(uuid, `versions/${version.id}/project`, { name: join(folder, 'of the draft') })
    ).json()) as { project_uuid: string }
    expect(await quirks(await open(made.project_uuid))).toEqual([10_002, 10_003])
    expect((await post(uuid, 'versions', { name: '  ' })).status).toBe(400)
    expect((await served.call(at(uuid, `versions/${version.id}`), { method: 'DELETE' })).status).toBe(200)
    expect((await get<{ versions: NamedVersion[] }>(uuid, 'versions')).versions).toEqual([])
  })
})

describe('backups', () => {
  it('one is made when a project that was changed is closed', async () => {
    const { uuid, ann } = await study('closing')
    ann.socket.close()
    // Read from the disk, since asking the server would keep the project open. A file alone is not yet a backup: its note is written after it.
    await expect.poll(() => readBackups(join(folder, 'backups', uuid)).length).toBe(1)
    expect((await get<BackupList>(uuid, 'backups')).backups).toMatchObject([{ reason: 'close', seq: 4 }])
  })

  it('come back in the place of the project as another epoch, with its versions, after one of what was there', async () => {
    const { uuid, ann } = await study('in place')
    const made = (await (await post(uuid, 'backups')).json()) as { id: string }
    const said = {
      name: 'chatMessageCreateOrUpdate',
      args: { id: 10_005, message: 'Hello', author: 'Ann', timestamp: 1, create: true },
    }
    await ann.push(4, [[quirk(10_004)], [remove(10_002)], [said]])
    const version = (await (await post(uuid, 'versions', { name: 'Later', author: 'Ann' })).json()) as NamedVersion
    await expect
      .poll(async () => (await get<{ versions: NamedVersion[] }>(uuid, 'versions')).versions[0]?.size)
      .toBeGreaterThan(0)
    const { epoch } = ann
    // Said before: what goes away by it, and what comes back.
    const change = await get<RestorePreview>(uuid, `backups/${made.id}/preview`)
    expect([change.back, change.gone]).toEqual([{ quirks: 1 }, { quirks: 1, chat_messages: 1 }])
    expect((await post(uuid, `backups/${made.id}/restore`)).status).toBe(200)
    await ann.closed
    const again = await connect(served)
    expect(await again.open(uuid)).toMatchObject({ status: 'open', head: 5 })
    expect(again.epoch).not.toBe(epoch)
    // Whoever had it open is told by whom, and of what time it is; the history begins with it.
    const { at } = (await get<BackupList>(uuid, 'backups')).backups.find(({ id }) => id === made.id) as Backup
    const back = await connect(served)
    Object.assign(back, { client: ann.client, epoch })
    expect((await back.open(uuid)).placed).toEqual({ author: '', at })
    expect((await back.open(uuid)).placed).toBeUndefined()
    const { entries } = await get<HistoryPage>(uuid, 'history?limit=1')
    expect(entries).toMatchObject([{ seq: 5, parts: [], restores: { backup: true, at } }])
    expect(await quirks(again)).toEqual([10_002, 10_003])
    expect((await get<BackupList>(uuid, 'backups')).backups.map(({ reason }) => reason)).toContain('before')
    const preview = await get<RestorePreview>(uuid, `versions/${version.id}/preview`)
    expect([preview.back, preview.gone]).toEqual([{ quirks: 1 }, { quirks: 1 }])
  })

  it('what is done between the backup of what was there and the end of that is in a backup too', async () => {
    const { uuid, ann } = await study('meanwhile')
    const made = (await (await post(uuid, 'backups')).json()) as { id: string }
    const { rooms } = served
    const { replace } = rooms
    rooms.replace = async (...asked) => {
      rooms.replace = replace
      await ann.push(4, [[quirk(10_004)]])
      return replace(...asked)
    }
    expect((await post(uuid, `backups/${made.id}/restore`)).status).toBe(200)
    expect(await quirks(await open(uuid))).toEqual([10_002, 10_003])
    const { backups } = await get<BackupList>(uuid, 'backups')
    const [last] = backups.filter(({ reason }) => reason === 'before')
    const name = join(folder, 'of meanwhile')
    const copy = (await (await post(uuid, `backups/${last?.id}/project`, { name })).json()) as { project_uuid: string }
    expect(await quirks(await open(copy.project_uuid))).toEqual([10_002, 10_003, 10_004])
  })

  it('one becomes a new project; one whose bytes have changed does not', async () => {
    const { uuid } = await study('as new')
    const { id } = (await (await post(uuid, 'backups')).json()) as { id: string }
    const name = join(folder, 'of the backup')
    const made = (await (await post(uuid, `backups/${id}/project`, { name })).json()) as { project_uuid: string }
    expect(made.project_uuid).not.toBe(uuid)
    expect(await quirks(await open(made.project_uuid))).toEqual([10_002, 10_003])
    const path = join(folder, 'backups', uuid, `${id}.qrk`)
    const bytes = readFileSync(path)
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const refused = await post(uuid, `backups/${id}/restore`)
    expect([refused.status, await refused.json()]).toEqual([400, { problem: { kind: 'backupDamaged' } }])
    expect((await post(uuid, 'backups/nothing/restore')).status).toBe(404)
    expect((await post(uuid, 'backups/..%2F..%2Fx/restore')).status).toBe(404)
  })
})
