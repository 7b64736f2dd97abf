/** What local mode asks of the desktop: a dialog that stands in for the system's, and a trash that is a folder. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BrowsePlace, Deletion, DialogAnswer, ProjectEntry } from '../../src/model/contract/shapes.ts'
import { ok, problem } from '../../src/model/problems.ts'
import type { FileDialog } from '../hosts/desktop/dialogCommand.ts'
import { type Served, serve, testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'
import { thisSystem } from '../working/folderPlace.ts'

const folder = testFolder()
const bin = join(folder, 'bin')
let served: Served
/** What the dialog was asked for last, and how it is answered. */
let asked: FileDialog
let answerWith: (signal: AbortSignal) => Promise<DialogAnswer>
let hasTrash = true

beforeAll(async () => {
  mkdirSync(bin)
  served = await serve(folder, {
    linger: 200,
    local: {
      desktop: {
        dialogs: {
          ask: (dialog, signal) => {
            asked = dialog
            return answerWith(signal)
          },
        },
        trash: async (paths) => {
          if (!hasTrash) return problem({ kind: 'noTrash', name: paths[0] ?? '' })
          for (const path of paths) renameSync(path, join(bin, basename(path)))
          return ok(undefined)
        },
      },
    },
  })
})
afterAll(() => served.end())
beforeEach(() => {
  hasTrash = true
})

const at = (name: string) => join(folder, name)
const send = async (method: string, path: string, body?: unknown) => {
  const response = await served.call(`/web/api${path}`, { method, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const listed = async () => ((await send('GET', '/v2/projects')).body.projects as ProjectEntry[]).map(({ name }) => name)
const wanted = { mode: 'save', title: 'Save', label: 'Projects' }

describe('a file dialog of the system', () => {
  it('is asked for what the page wants, beginning in a folder that there is', async () => {
    answerWith = async () => ({ outcome: 'chosen', path: '/a/b.qrk', replace: true })
    const name = 'a/b\\c\nd.qrk'
    const body = { ...wanted, title: 'Save\n--x', folder: join(folder, 'none/below'), name }
    expect(await send('POST', '/local/dialog', body)).toEqual({
      status: 200,
      body: { outcome: 'chosen', path: '/a/b.qrk', replace: true },
    })
    expect(asked).toMatchObject({ mode: 'save', label: 'Projects', folder })
    expect(asked.title).not.toContain('\n')
    expect(asked.name).toMatch(/^a-b-c.d\.qrk$/)
    expect((await send('POST', '/local/dialog', { ...wanted, mode: 'delete' })).status).toBe(400)
  })

  it('is shown to nobody who has no secret', async () => {
    let shown = false
    answerWith = async () => {
      shown = true
      return { outcome: 'cancelled' }
    }
    for (const authorization of [undefined, 'Bearer wrong'])
      for (const path of ['/local/dialog', '/local/delete']) {
        const call = { method: 'POST', body: wanted, headers: { authorization } }
        expect((await served.call(`/web/api${path}`, call)).status).toBe(401)
      }
    expect(shown).toBe(false)
  })

  it('ends when the page goes that asked for it', async () => {
    const ended = Promise.withResolvers<string>()
    const begun = Promise.withResolvers<void>()
    answerWith = (signal) => {
      begun.resolve()
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended.resolve('ended')
          resolve({ outcome: 'cancelled' })
        })
      })
    }
    const page = new AbortController()
    const call = fetch(`${served.base}/web/api/local/dialog`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.secret}`, origin: served.base },
      body: JSON.stringify(wanted),
      signal: page.signal,
    })
    call.catch(() => {})
    await begun.promise
    page.abort()
    expect(await ended.promise).toBe('ended')
  })
})

it('places are folders that there are: the person’s own, then those of projects opened lately', async () => {
  mkdirSync(at('study'))
  await served.project('study/One')
  const { places } = (await send('GET', '/local/places')).body as { places: BrowsePlace[] }
  expect(places).toContainEqual({ kind: 'recent', path: at('study') })
  expect(places.filter(({ kind }) => kind === 'home')).toHaveLength(1)
  expect(places.every(({ path }) => existsSync(path))).toBe(true)
})

it('the last backup of a file that is gone comes back to its place, with what was done until then', async () => {
  const uuid = await served.project('Gone')
  const bring = () => send('POST', '/local/bringBack', { project_uuid: uuid })
  const entry = async () =>
    ((await send('GET', '/v2/projects')).body.projects as ProjectEntry[]).find(({ name }) => name === at('Gone.qrk'))
  expect((await bring()).body).toEqual({ problem: { kind: 'fileExists', name: at('Gone.qrk') } })
  const client = await connect(served)
  await client.open(uuid)
  await client.push(1, [[quirk(8192)]])
  await served.call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST', body: {} })
  await client.push(2, [[quirk(8193)]])
  expect(await entry()).not.toHaveProperty('lastBackup')
  // A window has it open.
  rmSync(at('Gone.qrk'))
  expect(await entry()).toMatchObject({ modified: null, lastBackup: expect.any(Number) })
  expect(await bring()).toEqual({ status: 200, body: { project_uuid: uuid, name: at('Gone.qrk') } })
  await served.rooms.close(uuid)
  const back = new DatabaseSync(at('Gone.qrk'), { readOnly: true })
  expect(back.prepare('SELECT COUNT(*) AS n FROM quirks').get()).toEqual({ n: 2 })
  back.close()
  rmSync(at(`backups/${uuid}`), { recursive: true })
  rmSync(at('Gone.qrk'))
  expect((await bring()).body).toEqual({ problem: { kind: 'backupNotFound' } })
  client.socket.close()
})

it('a backup goes where it is wanted, over no file without the wish', async () => {
  const uuid = await served.project('Kept')
  const client = await connect(served)
  await client.open(uuid)
  await client.push(1, [[quirk(8192)]])
  const body = { project_uuid: uuid, path: at('Elsewhere') }
  expect(await send('POST', '/local/backup', body)).toEqual({ status: 200, body: { path: at('Elsewhere.qrk') } })
  expect((await send('POST', '/local/backup', body)).status).toBe(409)
  expect((await send('POST', '/local/backup', { ...body, overwrite: true })).status).toBe(200)
  expect((await send('POST', '/local/backup', { ...body, path: at('none/x') })).body).toEqual({
    problem: { kind: 'folderNotFound', name: at('none') },
  })
  // Never over the project itself.
  expect((await send('POST', '/local/backup', { ...body, path: at('Kept'), overwrite: true })).body).toEqual({
    problem: { kind: 'copyOntoItself', name: at('Kept.qrk') },
  })
  const copy = new DatabaseSync(at('Elsewhere.qrk'), { readOnly: true })
  expect(copy.prepare('SELECT COUNT(*) AS n FROM quirks').get()).toEqual({ n: 1 })
  copy.close()
  client.socket.close()
})

describe('deleting the file of a project', () => {
  const remove = (uuid: string, forGood = false) => send('POST', '/local/delete', { project_uuid: uuid, forGood })

  it('says before what goes and what stays, and changes nothing by that', async () => {
    const uuid = await served.project('Asked')
    const first = await send('GET', `/local/deletion?project=${uuid}`)
    const none: Deletion = {
      path: at('Asked.qrk'),
      size: expect.any(Number),
      place: null,
      trash: true,
      backups: 0,
      backupFolder: null,
    }
    expect(first).toEqual({ status: 200, body: none })
    await served.call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST', body: {} })
    expect((await send('GET', `/local/deletion?project=${uuid}`)).body).toMatchObject({
      backups: 1,
      backupFolder: at(`backups/${uuid}`),
    })
    expect((await send('GET', '/local/deletion?project=none')).status).toBe(404)
    expect(existsSync(at('Asked.qrk'))).toBe(true)
  })

  it('puts it into the trash and takes it off the list; backups stay', async () => {
    const uuid = await served.project('Trashed')
    await served.call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST', body: {} })
    expect(await remove(uuid)).toEqual({ status: 200, body: {} })
    expect([existsSync(at('Trashed.qrk')), existsSync(join(bin, 'Trashed.qrk'))]).toEqual([false, true])
    expect(await listed()).not.toContain(at('Trashed.qrk'))
    expect(readdirSync(at(`backups/${uuid}`)).some((name) => name.endsWith('.qrk'))).toBe(true)
    expect((await remove(uuid)).status).toBe(404)
    // Out of the trash again, it is the same project.
    renameSync(join(bin, 'Trashed.qrk'), at('Trashed.qrk'))
    expect((await send('POST', '/local/open', { path: at('Trashed.qrk') })).body.project_uuid).toBe(uuid)
  })

  it('takes its automatic backups along where that is asked for: they too may be read without a password', async () => {
    const uuid = await served.project('Plain')
    await served.call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST', body: {} })
    const asked = { project_uuid: uuid, forGood: true, backups: true }
    expect(await send('POST', '/local/delete', asked)).toEqual({ status: 200, body: {} })
    expect([existsSync(at('Plain.qrk')), existsSync(at(`backups/${uuid}`))]).toEqual([false, false])
  })

  it('without a trash nothing goes, unless it is to go for good', async () => {
    const uuid = await served.project('Stays')
    hasTrash = false
    expect(await remove(uuid)).toEqual({
      status: 500,
      body: { problem: { kind: 'noTrash', name: at('Stays.qrk') } },
    })
    expect(existsSync(at('Stays.qrk'))).toBe(true)
    expect(await listed()).toContain(at('Stays.qrk'))
    expect((await remove(uuid, true)).status).toBe(200)
    expect(readdirSync(folder).filter((name) => name.includes('Stays'))).toEqual([])
  })

  it('never while somebody has it open, here or in another program', async () => {
    const uuid = await served.project('Open')
    const client = await connect(served)
    await client.open(uuid)
    expect((await remove(uuid, true)).body).toEqual({ problem: { kind: 'projectLocked', name: at('Open.qrk') } })
    await client.push(1, [[quirk(8192)]])
    client.socket.close()
    await client.closed

    const other = await served.project('Elsewhere open')
    await served.rooms.close(other)
    const held = new DatabaseSync(at('Elsewhere open.qrk'))
    held.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    expect((await remove(other)).status).toBe(423)
    held.close()
    expect(existsSync(at('Open.qrk')) && existsSync(at('Elsewhere open.qrk'))).toBe(true)
    expect((await remove(other)).status).toBe(200)
  })

  it('waits for a window that is just being left', async () => {
    const uuid = await served.project('Left')
    const client = await connect(served)
    await client.open(uuid)
    const removed = remove(uuid, true)
    client.socket.close()
    expect((await removed).status).toBe(200)
    expect(existsSync(at('Left.qrk'))).toBe(false)
  })

  it('says before from where else it goes: from the other machines of a synced folder', async () => {
    const kept = at('kept')
    mkdirSync(join(kept, '.stfolder'), { recursive: true })
    const uuid = await served.project('kept/Synced')
    expect((await send('GET', `/local/deletion?project=${uuid}`)).body).toMatchObject({
      path: join(kept, 'Synced.qrk'),
      place: { kind: 'synced', by: 'Syncthing' },
    })
  })

  it('with the copy that it is worked on in where it lies on a network', async () => {
    const share = at('share')
    mkdirSync(share)
    const system = { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }
    const other = await serve(at('other'), { linger: 50, local: { system, rest: 50 } })
    const made = await other.call('/web/api/v2/projects', { method: 'POST', body: { name: join(share, 'Shared') } })
    const { project_uuid } = (await made.json()) as { project_uuid: string }
    const copies = () => readdirSync(at('other/config/working'))
    expect(copies().length).toBeGreaterThan(0)
    const gone = await other.call('/web/api/local/delete', { method: 'POST', body: { project_uuid, forGood: true } })
    // The note of who has it open goes with its closing, which may be under way.
    const files = readdirSync(share).filter((name) => !name.endsWith('.open'))
    expect([gone.status, files, copies()]).toEqual([200, [], []])
    await other.end()
  })

  it('not of another file that lies there now', async () => {
    const uuid = await served.project('First')
    const second = await served.project('Second')
    for (const each of [uuid, second]) await served.rooms.close(each)
    rmSync(at('First.qrk'))
    renameSync(at('Second.qrk'), at('First.qrk'))
    expect((await remove(uuid, true)).status).toBe(404)
    expect(existsSync(at('First.qrk'))).toBe(true)
  })
})
