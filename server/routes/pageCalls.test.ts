/** The calls of the page beside the socket. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Folder, LocalState, ProjectEntry } from '../../src/model/contract/shapes.ts'
import type { Result } from '../../src/model/problems.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import { tables } from '../../src/model/schema.ts'
import { inspectFile } from '../files/inspectFile.ts'
import { type Served, serve, testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'
import { disposition } from './sendFile.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.end())

const at = (name: string) => join(served.folder, name)
const send = async (method: string, path: string, body?: unknown) => {
  const response = await served.call(path, { method, ...(body !== undefined && { body }) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const list = async () => ((await send('GET', '/web/api/v2/projects')).body.projects ?? []) as ProjectEntry[]

const kindOf = (result: Result<unknown>) => ('problem' in result ? result.problem.kind : 'none')

const withQuirks = async (name: string, count: number) => {
  const uuid = await served.project(name)
  const client = await connect(served)
  await client.open(uuid)
  await client.push(1, [Array.from({ length: count }, (_, i) => quirk(8192 + i))])
  return { uuid, client }
}

describe('/web/api/v2/projects', () => {
  it('makes a project with its suffix, lists it, and never overwrites without the wish', async () => {
    const made = await send('POST', '/web/api/v2/projects', { name: at('One') })
    expect(made).toEqual({ status: 200, body: { project_uuid: expect.any(String), name: at('One.qrk') } })
    expect((await list())[0]).toEqual({
      project_uuid: made.body.project_uuid,
      name: at('One.qrk'),
      modified: expect.any(Number),
    })
    expect(await send('POST', '/web/api/v2/projects', { name: at('One') })).toEqual({
      status: 409,
      body: { problem: { kind: 'fileExists', name: at('One.qrk') } },
    })
    expect((await send('POST', '/web/api/v2/projects', { name: at('One'), overwrite: true })).status).toBe(423)
    expect((await send('POST', '/web/api/v2/projects', { name: at('none/Two') })).body).toEqual({
      problem: { kind: 'folderNotFound', name: at('none') },
    })
  })

  it('lets go of the file soon after its last socket: what was done is in it, and another program has it', async () => {
    const { uuid, client } = await withQuirks('Left', 2)
    const again = await connect(served)
    await again.open(uuid)
    client.socket.close()
    await client.closed
    await new Promise((resolve) => setTimeout(resolve, 2500))
    expect(kindOf(inspectFile(at('Left.qrk')))).toBe('projectLocked')
    again.socket.terminate()
    await expect.poll(() => kindOf(inspectFile(at('Left.qrk'))), { timeout: 20_000 }).toBe('none')
    expect(existsSync(at('Left.qrk-wal'))).toBe(false)
    // Coming back goes on with the same history.
    const back = await connect(served)
    expect(await back.open(uuid)).toMatchObject({ status: 'open', epoch: again.epoch, head: 1 })
  })

  it('a name alone becomes a file in Thicket among the documents, a folder that is made for its first project', async () => {
    const home = testFolder()
    vi.stubEnv('HOME', home)
    vi.stubEnv('USERPROFILE', home)
    if (homedir() !== home) throw new Error('this test would write into the real home folder')
    const other = await serve(join(home, 'server'))
    vi.unstubAllEnvs()
    const folder = join(home, 'Thicket')
    const call = async (path: string, body?: unknown) => {
      const method = body === undefined ? 'GET' : 'POST'
      return (await (await other.call(path, { method, body })).json()) as Record<string, unknown>
    }
    expect((await call('/web/api/local/state')).home).toBe(folder)
    // Whoever browses before that sees the folder around it, and makes nothing.
    expect((await call('/web/api/local/files')).path).toBe(home)
    expect((await call(`/web/api/local/files?path=${encodeURIComponent(folder)}`)).path).toBe(home)
    expect(existsSync(folder)).toBe(false)
    expect((await call('/web/api/v2/projects', { name: 'Interviews' })).name).toBe(join(folder, 'Interviews.qrk'))
    expect((await call('/web/api/local/files')).path).toBe(folder)
    await other.end()
    rmSync(home, { recursive: true, force: true })
  })

  it('saves under another name as a project of its own', async () => {
    const { uuid } = await withQuirks('Original', 3)
    const copy = await send('POST', '/web/api/v2/projects/saveas', { name: at('Copy'), orig_project_uuid: uuid })
    expect(copy.body.name).toBe(at('Copy.qrk'))
    expect(copy.body.project_uuid).not.toBe(uuid)
    const client = await connect(served)
    expect(await client.open(String(copy.body.project_uuid))).toMatchObject({ status: 'open', head: 0 })
    expect((await client.ask('{ quirkQueryList { id } }')).json_data.data?.quirkQueryList).toHaveLength(3)
    expect(
      (await send('POST', '/web/api/v2/projects/saveas', { name: at('Copy'), orig_project_uuid: uuid })).status,
    ).toBe(409)
    expect(
      (await send('POST', '/web/api/v2/projects/saveas', { name: at('X'), orig_project_uuid: 'none' })).status,
    ).toBe(404)
  })

  it('downloads the file with its sound and without other private tables, and the project JSON', async () => {
    const { uuid } = await withQuirks('Ünder "way"', 2)
    const file = await served.call(`/web/api/v2/projects/${uuid}/qrk`)
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="_nder _way_.qrk"; filename*=UTF-8''%C3%9Cnder%20%22way%22.qrk`,
    )
    writeFileSync(at('download'), new Uint8Array(await file.arrayBuffer()))
    const database = new DatabaseSync(at('download'), { readOnly: true })
    const names = database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .all()
      .map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set([...tables, '_media']))
    database.close()
    const json = (await (await served.call(`/web/api/v2/projects/${uuid}/json`)).json()) as Record<string, unknown[]>
    expect(Object.keys(json)).toEqual(tables)
    expect(json.quirks).toHaveLength(2)
  })

  it('2 §7: makes a project out of a project JSON: the same project again, whatever its authors', async () => {
    const { uuid } = await withQuirks('First', 3)
    const json = (await (await served.call(`/web/api/v2/projects/${uuid}/json`)).json()) as Record<string, unknown[]>
    json.quirks = (json.quirks ?? []).map((row, i) => ({ ...(row as object), author: `author ${i}` }))
    const made = await send('POST', '/web/api/v2/projects/json', { name: at('Second'), project_json: json })
    expect(made).toEqual({ status: 200, body: { project_uuid: expect.any(String), name: at('Second.qrk') } })
    expect(made.body.project_uuid).not.toBe(uuid)
    const again = await served.call(`/web/api/v2/projects/${made.body.project_uuid}/json`)
    expect(await again.json()).toEqual(json)
    const twice = { name: at('Second'), project_json: json }
    expect((await send('POST', '/web/api/v2/projects/json', twice)).status).toBe(409)
  })

  it('2 §7: merges a project with the data that are sent into a new one, and leaves it as it is', async () => {
    const { uuid } = await withQuirks('Base', 2)
    const jsonOf = async (of: string) =>
      (await (await served.call(`/web/api/v2/projects/${of}/json`)).json()) as Record<string, Record<string, unknown>[]>
    const before = await jsonOf(uuid)
    const [quirk] = before.quirks ?? []
    // Made apart: of another time.
    const apart = { ...quirk, title: 'Fear', author: 'Ben', timestamp: 5 }
    const data = { ...before, quirks: [apart] }
    const made = await send('POST', '/web/api/v2/projects/json', { name: at('Merged'), project_uuid: uuid, data })
    expect(made).toEqual({ status: 200, body: { project_uuid: expect.any(String), name: at('Merged.qrk') } })
    const { quirks = [] } = await jsonOf(String(made.body.project_uuid))
    expect(quirks.map(({ title, author }) => ({ title, author })).at(-1)).toEqual({ title: 'Fear', author: 'Ben' })
    expect(quirks.at(-1)?.id).toBe(Number(quirk?.id) + 1000)
    expect(quirks).toHaveLength(3)
    expect(await jsonOf(uuid)).toEqual(before)
    // What comes of it, merged again, is what it was: the page may send the result as well as the other project.
    const again = { name: at('Again'), project_uuid: uuid, data: await jsonOf(String(made.body.project_uuid)) }
    const twice = await send('POST', '/web/api/v2/projects/json', again)
    expect((await jsonOf(String(twice.body.project_uuid))).quirks).toEqual(quirks)
  })

  it.each([
    ['a row without its columns', { quirks: [{ id: 1 }] }],
    ['two rows with one id', { groups: [1, 1].map((id, i) => ({ id, description: `group ${i}` })) }],
    ['two groups of one name', { groups: [1, 2].map((id) => ({ id, description: 'group' })) }],
    ['no table', { quarks: [] }],
  ])('2 §7: makes no file out of a JSON with %s', async (_, project_json) => {
    const made = await send('POST', '/web/api/v2/projects/json', { name: at('Refused'), project_json })
    expect(made).toEqual({ status: 400, body: { problem: expect.objectContaining({ kind: expect.any(String) }) } })
    expect(existsSync(at('Refused.qrk'))).toBe(false)
    expect((await list()).some(({ name }) => name === at('Refused.qrk'))).toBe(false)
  })

  it('takes a project off the list, closes its sockets, and leaves the file', async () => {
    const { uuid, client } = await withQuirks('Gone', 1)
    expect(await send('DELETE', `/web/api/v2/projects/${uuid}`)).toEqual({ status: 200, body: {} })
    expect(await client.closed).toBe(closeCodes.reset)
    expect((await list()).some(({ project_uuid }) => project_uuid === uuid)).toBe(false)
    expect(existsSync(at('Gone.qrk'))).toBe(true)
    expect((await send('POST', '/web/api/local/open', { path: at('Gone.qrk') })).body.project_uuid).toBe(uuid)
  })
})

describe('/web/api/local', () => {
  it('tells its state, and keeps the author', async () => {
    expect(await send('PUT', '/web/api/local/author', { author: 'Ann' })).toEqual({ status: 200, body: {} })
    const state = (await send('GET', '/web/api/local/state')).body as unknown as LocalState
    expect(state).toMatchObject({ localServer: true, port: served.port, lastAuthor: 'Ann', pathSeparator: sep })
    expect(state.recentFiles).toContain(at('One.qrk'))
  })

  it('opens a file by its path, twice the same; a bad one is told and left alone', async () => {
    const one = await send('POST', '/web/api/local/open', { path: at('One.qrk') })
    expect((await send('POST', '/web/api/local/open', { path: `${served.folder}/./One.qrk` })).body).toEqual(one.body)
    writeFileSync(at('letter.qrk'), 'Dear Ann')
    expect(await send('POST', '/web/api/local/open', { path: at('letter.qrk') })).toEqual({
      status: 400,
      body: { problem: { kind: 'notAProject', name: at('letter.qrk') } },
    })
    expect((await send('POST', '/web/api/local/open', { path: at('none.qrk') })).status).toBe(404)
    expect(readFileSync(at('letter.qrk'), 'utf8')).toBe('Dear Ann')
  })

  it('lists a folder: folders, then projects, nothing hidden', async () => {
    mkdirSync(at('browse/b'), { recursive: true })
    mkdirSync(at('browse/.hidden'))
    for (const name of ['z.qrk', 'A.QRK', 'notes.txt', '.x.qrk']) writeFileSync(at(`browse/${name}`), '')
    const folder = (await send('GET', `/web/api/local/files?path=${encodeURIComponent(at('browse'))}`))
      .body as unknown as Folder
    expect([folder.path, folder.parent]).toEqual([at('browse'), served.folder])
    expect(folder.entries.map(({ name, kind }) => [name, kind])).toEqual([
      ['b', 'folder'],
      ['A.QRK', 'project'],
      ['z.qrk', 'project'],
    ])
    expect((await send('GET', '/web/api/local/files')).body).toHaveProperty('entries')
    expect((await send('GET', '/web/api/local/files?path=/')).body.parent).toBeNull()
    expect((await send('GET', `/web/api/local/files?path=${encodeURIComponent(at('none'))}`)).body).toEqual({
      problem: { kind: 'folderNotFound', name: at('none') },
    })
  })

  it('says whether a file is there, and writes a backup beside the project', async () => {
    const exists = async (name: string) =>
      (await send('GET', `/web/api/local/exists?path=${encodeURIComponent(at(name))}`)).body.exists
    expect([await exists('One.qrk'), await exists('none.qrk')]).toEqual([true, false])
    const { uuid } = await withQuirks('Kept', 2)
    const { path } = (await send('POST', '/web/api/local/backup', { project_uuid: uuid })).body
    expect(String(path)).toMatch(/Kept backup .*\.qrk$/)
    const database = new DatabaseSync(String(path), { readOnly: true })
    expect(database.prepare('SELECT COUNT(*) AS n FROM quirks').get()).toEqual({ n: 2 })
    database.close()
  })
})

describe('the snapshot', () => {
  it('is one file for several joiners, with the events since; a part is continued with If-Range', async () => {
    const { uuid, client } = await withQuirks('Snap', 500)
    const path = `/v1/thicket/projects/${uuid}/snapshot`
    const whole = await served.call(path)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag') ?? ''
    expect([whole.headers.get('thicket-head'), whole.headers.get('thicket-epoch')]).toEqual(['1', client.epoch])
    await client.push(2, [[quirk(1_000_000)]])
    const part = await served.call(path, { headers: { range: 'bytes=1000-', 'if-range': etag } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-${bytes.length - 1}/${bytes.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000))).toBe(true)
    expect((await served.call(path, { headers: { range: 'bytes=1000-', 'if-range': '"other"' } })).status).toBe(200)
    expect((await served.call(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await served.call(path, { headers: { range: `bytes=${bytes.length}-` } })).status).toBe(416)
    writeFileSync(at('snapshot'), bytes)
    const database = new DatabaseSync(at('snapshot'), { readOnly: true })
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    expect(database.prepare(`SELECT value FROM _meta WHERE key = 'head'`).get()).toEqual({ value: 1 })
    database.close()
  })
})

it.each([
  '/activation',
  '/projects',
  '/projects/create',
  '/projects/3f0c/sources/5',
  '/buy/cloud',
  '/buy/offline',
  '/reset?link=x',
])('2 §2: %s leads to that address of the page', async (path) => {
  const { status, headers } = await served.call(path)
  const to = new URL(headers.get('location') ?? '', served.base + path)
  expect([status, to.href]).toEqual([302, `${served.base}/web/#${path}`])
})

it.each(['/buy', '/buy/x', '/projectsx', '/reset/x'])('%s is no address of the page', async (path) => {
  expect((await served.call(path)).status).toBe(404)
})

it('a download’s name cannot break its header', () => {
  expect(disposition('cut \ud83d')).toContain("UTF-8''cut%20%EF%BF%BD")
  expect(disposition('a"; b\r\nSet-Cookie: x\\.qrk')).toMatch(
    /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w%.-]*$/,
  )
})
