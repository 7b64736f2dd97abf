/** Projects whose file must not hold a live database: worked on in a copy, written back, never over what somebody else has done. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FileStanding } from '../../src/model/contract/shapes.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { openFiles } from '../rooms/files.ts'
import { openStorage } from '../rooms/storage.ts'
import { type Served, serve, testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'
import { type System, thisSystem } from './folderPlace.ts'
import { openWorkingCopies } from './workingCopies.ts'

const ends: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A server for which `share` of its folder lies on the network. */
async function onShare(change: Partial<System> = {}, folder = testFolder(), rest = 50, share = join(folder, 'share')) {
  mkdirSync(share, { recursive: true })
  const system = { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }], ...change }
  const served = await serve(folder, { linger: 50, local: { system, rest, ...(change.ask && { patience: 100 }) } })
  let running = true
  const end = async () => {
    if (running) await served.end()
    running = false
  }
  ends.push(end)
  /** Stops the server, and nothing else. */
  const stop = async () => {
    running = false
    await served.close()
  }
  const standing = async (uuid: string) =>
    (await (await served.call(`/web/api/local/standing?project=${uuid}`)).json()) as FileStanding
  return { served, folder, share, standing, stop, working: join(folder, 'config/working') }
}

const post = async (served: Served, path: string, body: object) => {
  const answer = await served.call(`/web/api${path}`, { method: 'POST', body })
  return (await answer.json()) as { project_uuid: string; name: string; path: string; problem?: { kind: string } }
}
const join_ = async (served: Served, uuid: string) => {
  const client = await connect(served)
  const opened = await client.open(uuid)
  return { client, opened }
}
/** By a copy of it: nobody is to open the file itself. */
const quirksIn = (path: string): number[] => {
  const copy = join(testFolder(), 'copy.qrk')
  try {
    copyFileSync(path, copy)
    const db = openNode(copy, { readOnly: true })
    const ids = db.all<{ id: number }>('SELECT id FROM quirks ORDER BY id').map(({ id }) => id)
    db.close()
    return ids
  } catch {
    return []
  } finally {
    rmSync(join(copy, '..'), { recursive: true, force: true })
  }
}
const noteIn = (working: string) => join(working, readdirSync(working).find((name) => name.endsWith('.json')) as string)
/** No note can be written until the function that comes is called: something lies where it would be written first. */
const keepFromNoting = (working: string) => {
  const inTheWay = `${noteIn(working)}.${process.pid}.new`
  mkdirSync(inTheWay)
  return () => rmSync(inTheWay, { recursive: true })
}
/** Somebody else puts a file of other bytes in its place. */
const changeElsewhere = (path: string) => {
  const other = join(testFolder(), 'other.qrk')
  copyFileSync(path, other)
  const db = openNode(other)
  db.exec('PRAGMA journal_mode = DELETE; VACUUM')
  db.close()
  copyFileSync(other, path)
  rmSync(join(other, '..'), { recursive: true })
}
const until = (look: () => unknown) => vi.waitFor(look, { timeout: 50_000, interval: 25 })

describe('a project on a network folder', () => {
  it('the live database never lies there: it is worked on in a copy and written back as a whole when work rests', async () => {
    const { served, share, standing, working } = await onShare()
    const seen = new Set<string>()
    const watcher = watch(share, (_, name) => void (name && seen.add(name)))
    ends.push(() => watcher.close())
    const path = join(share, 'study.qrk')
    const made = await post(served, '/v2/projects', { name: path })
    expect(made.name).toBe(path)
    // Of a project that is open: without anybody in it, it is let go.
    const { client } = await join_(served, made.project_uuid)
    expect(await standing(made.project_uuid)).toEqual({
      path,
      place: { kind: 'network', by: 'NFS' },
      reading: null,
      elsewhere: null,
      failed: null,
      left: null,
    })
    await client.push(1, [[quirk(10_001)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    await client.push(2, [[quirk(10_002)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001, 10_002]))
    client.socket.close()
    await until(() => expect(served.rooms.size).toBe(0))
    await until(() => expect(readdirSync(share)).toEqual(['study.qrk']))
    expect([...seen].filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
    // As a plain file: no other program makes a log beside it by reading it.
    expect([...readFileSync(path).subarray(18, 20)]).toEqual([1, 1])
    await until(() => expect(readdirSync(working).filter((name) => !/\.(qrk|json)$/.test(name))).toEqual([]))
  })

  it('what is not written back when the server stops is, before it ends; the next goes on where it was, with the history that browsers know', async () => {
    const { served, folder, share, stop } = await onShare({}, testFolder(), 60_000)
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    await client.push(1, [[quirk(10_001)]])
    expect(quirksIn(path)).toEqual([])
    const { epoch } = client
    await stop()
    expect(quirksIn(path)).toEqual([10_001])
    const again = await onShare({}, folder)
    const { opened } = await join_(again.served, uuid)
    expect([opened.epoch, opened.head]).toEqual([epoch, 1])
  })

  it('who only looks writes nothing', async () => {
    const { served, share } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    await until(() => expect(served.rooms.size).toBe(0))
    const before = readFileSync(path)
    const { client } = await join_(served, uuid)
    client.socket.close()
    await until(() => expect(served.rooms.size).toBe(0))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('a file that somebody else has changed meanwhile is never overwritten: what was done goes beside it, and both are said', async () => {
    const { served, folder, share, standing } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    await client.push(1, [[quirk(10_001)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    const other = join(folder, 'other.qrk')
    copyFileSync(path, other)
    const db = openNode(other)
    db.exec(`UPDATE quirks SET title = 'theirs'`)
    db.close()
    renameSync(other, path)
    const theirs = readFileSync(path)
    await client.push(2, [[quirk(10_002)]])
    expect(await client.closed).toBeGreaterThan(0)
    // Windows come back when they come back: while it is closed, opened, and after.
    const back = [0, 20, 40, 80, 160, 320].map(async (wait) => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      return join_(served, uuid)
    })
    for (const each of await Promise.all(back)) expect(each.opened?.status).toBe('open')
    const { client: next, opened } = await join_(served, uuid)
    // The history goes on.
    expect([opened.epoch, opened.head]).toEqual([client.epoch, 2])
    const told = await standing(uuid)
    expect(told).toMatchObject({ left: path, failed: null, path: expect.stringMatching(/study \(.+\)\.qrk$/) })
    expect(readFileSync(path).equals(theirs)).toBe(true)
    expect(quirksIn(told.path)).toEqual([10_001, 10_002])
    await next.push(3, [[quirk(10_003)]])
    await until(() => expect(quirksIn(told.path)).toEqual([10_001, 10_002, 10_003]))
    const { projects } = (await (await served.call('/web/api/v2/projects')).json()) as { projects: { name: string }[] }
    expect(projects.map(({ name }) => name)).toEqual([told.path])
    const files = readdirSync(share).filter((name) => !name.endsWith('.open'))
    expect(files.toSorted()).toEqual([told.path.slice(share.length + 1), 'study.qrk'].toSorted())
  })

  it('one that somebody writes to by SQLite is theirs, though its own bytes have not changed yet', async () => {
    const { served, share, standing } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    writeFileSync(`${path}-wal`, 'what they have done')
    await client.push(1, [[quirk(10_001)]])
    await until(async () => expect((await standing(uuid)).left).toBe(path))
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('what they have done')
    expect(quirksIn(path)).toEqual([])
  })

  it('one that was only touched is no other: its bytes are looked at', async () => {
    const { served, share, standing } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    // As it was brought, and as it was written back.
    for (const n of [1, 2]) {
      writeFileSync(`${path}.again`, readFileSync(path))
      renameSync(`${path}.again`, path)
      await client.push(n, [[quirk(10_000 + n)]])
      await until(() => expect(quirksIn(path)).toHaveLength(n))
    }
    expect((await standing(uuid)).left).toBeNull()
    expect(readdirSync(share).filter((name) => name.endsWith('.qrk'))).toEqual(['study.qrk'])
  })

  it('Couldn’t save project: it says so, the copy stays, and it is tried again; a folder that only looks like the share is not taken for it', async () => {
    let mounted = true
    const folder = testFolder()
    const mounts = () => (mounted ? [{ at: join(folder, 'share'), by: 'NFS' }] : [])
    const { served, share, standing } = await onShare({ mounts }, folder)
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    mounted = false
    await client.push(1, [[quirk(10_001)]])
    await until(async () =>
      expect(await standing(uuid)).toMatchObject({ failed: { kind: 'folderNotFound', name: share } }),
    )
    client.socket.close()
    expect(quirksIn(path)).toEqual([])
    mounted = true
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    await until(async () => expect((await standing(uuid)).failed).toBeNull())
  })

  it('where it cannot be noted that the file lacks it a step is refused, and not done; it is taken once it can be', async () => {
    const { served, share, working } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    const isFree = keepFromNoting(working)
    await expect(client.push(1, [[quirk(10_001)]])).rejects.toThrow('storageFailed')
    const named = { method: 'POST', body: { name: 'First', author: 'Ann' } }
    expect((await served.call(`/v1/thicket/projects/${uuid}/versions`, named)).status).toBe(500)
    expect((await client.ask('{ quirkQueryList { id } }')).json_data.data).toEqual({ quirkQueryList: [] })
    isFree()
    await client.push(1, [[quirk(10_001)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    client.socket.close()
  })

  it('nothing that was acknowledged is lost where notes cannot be written, the server stops, and the file is another by the next start', async () => {
    const { served, folder, share, working, stop } = await onShare({}, testFolder(), 60_000)
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    const isFree = keepFromNoting(working)
    const acknowledged: number[] = []
    for (const id of [10_001, 10_002])
      await client.push(id - 10_000, [[quirk(id)]]).then(
        () => acknowledged.push(id),
        () => {},
      )
    await stop()
    isFree()
    changeElsewhere(path)
    const again = await onShare({}, folder)
    const { client: next } = await join_(again.served, uuid)
    const there = (await next.ask('{ quirkQueryList { id } }')).json_data.data?.quirkQueryList as { id: number }[]
    expect(there.map(({ id }) => id)).toEqual(acknowledged)
  })

  it('what has begun before it is written back and ends after it is owed still', async () => {
    const { served, folder, share } = await onShare()
    const path = join(share, 'study.qrk')
    await post(served, '/v2/projects', { name: path })
    await until(() => expect(readdirSync(share)).toEqual(['study.qrk']))
    const system = { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }
    const own = join(folder, 'own')
    const working = openWorkingCopies({ folder: own, system, warn: console.error, rest: 60_000 })
    const storage = openStorage({ threads: 1, noted: () => {}, broken: console.error })
    ends.push(() => storage.close())
    const files = openFiles({ storage, working, noted: () => [], folder, isOpen: () => false })
    const opened = await files.open(path)
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    const { uuid } = opened.ok
    working.opened(path, opened.ok, () => {})
    const [first, second] = [working.changing(uuid), working.changing(uuid)]
    if (isProblem(first) || isProblem(second)) throw new Error('refused')
    expect(await working.settle(uuid)).toBe(false)
    first.ok()
    const writing = working.settle(uuid)
    await new Promise((resolve) => setImmediate(resolve))
    second.ok()
    expect(await writing).toBe(false)
    expect(openWorkingCopies({ folder: own, system, warn: console.error }).owed()).toEqual([path])
    expect(await working.settle(uuid)).toBe(true)
    expect(working.owed()).toEqual([])
    expect(working.owedTo(path)).toBeNull()
    await opened.ok.close()
    await working.closed(uuid)
  })

  it('a note that says too little counts as owed, and a copy whose note cannot be understood stays', async () => {
    const { served, folder, share, working, stop } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    await client.push(1, [[quirk(10_001)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    await stop()
    const note = noteIn(working)
    writeFileSync(note, JSON.stringify({ path, reading: null, sending: [], left: null }))
    changeElsewhere(path)
    const theirs = readFileSync(path)
    const again = await onShare({}, folder)
    // It is not known what the file was like: what is here goes beside it.
    await until(async () => expect((await again.standing(uuid)).left).toBe(path))
    expect(readFileSync(path).equals(theirs)).toBe(true)
    await again.stop()
    writeFileSync(note, 'torn')
    const longAgo = new Date(Date.now() - 90 * 24 * 3_600_000)
    for (const name of readdirSync(working)) utimesSync(join(working, name), longAgo, longAgo)
    await onShare({}, folder)
    expect(existsSync(note.replace(/json$/, 'qrk'))).toBe(true)
  })

  it('new projects, copies under another name and backups are made there as wholes, and replace nothing unasked', async () => {
    const { served, folder, share } = await onShare()
    const local = await served.project('local.qrk')
    const to = join(share, 'copy')
    const saved = await post(served, '/v2/projects/saveas', { name: to, orig_project_uuid: local })
    expect([saved.name, saved.project_uuid === local]).toEqual([`${to}.qrk`, false])
    expect((await post(served, '/v2/projects/saveas', { name: to, orig_project_uuid: local })).problem?.kind).toBe(
      'fileExists',
    )
    expect((await post(served, '/v2/projects', { name: to })).problem?.kind).toBe('fileExists')
    // While it is open it is not replaced by another either.
    const held = await join_(served, saved.project_uuid)
    const over = { name: to, orig_project_uuid: local, overwrite: true }
    expect((await post(served, '/v2/projects/saveas', over)).problem?.kind).toBe('projectLocked')
    held.client.socket.close()
    const backed = await post(served, '/local/backup', { project_uuid: saved.project_uuid })
    expect(backed.path.startsWith(join(share, 'copy backup '))).toBe(true)
    expect(existsSync(backed.path)).toBe(true)
    const elsewhere = await post(served, '/local/backup', { project_uuid: local, path: join(share, 'b.qrk') })
    expect(elsewhere.path).toBe(join(share, 'b.qrk'))
    // What is being written back lies beside its file meanwhile.
    await until(() => expect(readdirSync(share).filter((name) => !/\.(qrk|open)$/.test(name))).toEqual([]))
    expect(readdirSync(folder)).toContain('local.qrk')
  })

  it('one that somebody has open by SQLite there is said to be in use', async () => {
    const { served, share } = await onShare()
    const path = join(share, 'study.qrk')
    await post(served, '/v2/projects', { name: path })
    const elsewhere = join(share, 'held.qrk')
    copyFileSync(path, elsewhere)
    const db = openNode(elsewhere)
    db.exec('BEGIN EXCLUSIVE')
    expect((await post(served, '/local/open', { path: elsewhere })).problem?.kind).toBe('projectLocked')
    db.exec('COMMIT')
    db.close()
    expect((await post(served, '/local/open', { path: elsewhere })).name).toBe(elsewhere)
  })

  it('of two machines the second reads, is told where and by whom it is open, and goes on with it once it is left there', async () => {
    const first = await onShare()
    const path = join(first.share, 'study.qrk')
    await first.served.call('/web/api/local/author', { method: 'PUT', body: { author: 'Ann' } })
    const { project_uuid: uuid } = await post(first.served, '/v2/projects', { name: path })
    const { client } = await join_(first.served, uuid)
    await client.push(1, [[quirk(10_001)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    const second = await onShare({}, testFolder(), 50, first.share)
    await post(second.served, '/local/open', { path })
    const other = await join_(second.served, uuid)
    expect(await second.standing(uuid)).toMatchObject({
      reading: 'elsewhere',
      elsewhere: { machine: hostname(), person: 'Ann' },
    })
    expect((await other.client.push(1, [[quirk(10_002)]])).steps).toEqual([{ problem: { kind: 'readOnly' } }])
    await client.push(2, [[quirk(10_003)]])
    client.socket.close()
    expect(await other.client.closed).toBeGreaterThan(0)
    expect(quirksIn(path)).toEqual([10_001, 10_003])
    await until(async () => expect((await second.standing(uuid)).reading).toBeNull())
    const again = await join_(second.served, uuid)
    expect(await second.standing(uuid)).toMatchObject({ reading: null, elsewhere: null, left: null })
    await again.client.push(1, [[quirk(10_004)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001, 10_003, 10_004]))
    // The first is the second now.
    await join_(first.served, uuid)
    expect(await first.standing(uuid)).toMatchObject({ reading: 'elsewhere', elsewhere: { machine: hostname() } })
    // One that stops leaves it too.
    await second.stop()
    await until(async () => expect((await first.standing(uuid)).reading).toBeNull())
    expect((await join_(first.served, uuid)).opened?.status).toBe('open')
  })

  it('a folder that does not answer is said so, wherever it is asked for; nothing else waits, and it comes back', async () => {
    let isAway = false
    const asked: string[] = []
    const come: (() => void)[] = []
    const ask = async (folder: string) => {
      asked.push(folder)
      if (isAway) await new Promise<void>((resolve) => come.push(resolve))
    }
    const { served, folder, share } = await onShare({ ask })
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const near = await served.project('near.qrk')
    await until(() => expect(served.rooms.size).toBe(0))
    symlinkSync(share, join(folder, 'team'))
    isAway = true
    asked.length = 0
    const away = { problem: { kind: 'folderNotAnswering', name: share } }
    const get = async (route: string) => (await served.call(`/web/api${route}`)).json()
    const list = (await get('/v2/projects')) as { projects: { project_uuid: string; unreachable?: true }[] }
    expect(list.projects).toMatchObject([
      { project_uuid: near, modified: expect.any(Number) },
      { project_uuid: uuid, modified: null, unreachable: true },
    ])
    expect(await post(served, '/local/open', { path })).toEqual(away)
    expect(await post(served, '/local/given', { path })).toEqual(away)
    expect(await post(served, '/v2/projects', { name: join(share, 'new') })).toEqual(away)
    expect(await post(served, '/v2/projects/saveas', { name: join(share, 'new'), orig_project_uuid: near })).toEqual(
      away,
    )
    expect(await post(served, '/local/backup', { project_uuid: near, path: join(share, 'b') })).toEqual(away)
    expect(await post(served, '/local/delete', { project_uuid: uuid, forGood: true })).toEqual(away)
    expect(await get(`/local/deletion?project=${uuid}`)).toEqual(away)
    expect(await get(`/local/exists?path=${path}`)).toEqual(away)
    expect(await get(`/local/files?path=${share}`)).toEqual(away)
    // By a link too; its own folder is shown all the same.
    expect(await post(served, '/local/open', { path: join(folder, 'team/study.qrk') })).toEqual({
      problem: { kind: 'folderNotAnswering', name: join(folder, 'team') },
    })
    const { entries } = (await get(`/local/files?path=${folder}`)) as { entries: { name: string; kind: string }[] }
    const shown = entries.filter(({ name }) => name === 'share' || name === 'team')
    expect(shown).toMatchObject([{ kind: 'folder' }, { kind: 'folder' }])
    const { places } = (await get('/local/places')) as { places: { path: string }[] }
    expect(places.map((place) => place.path)).not.toContain(share)
    // One thread is enough to wait in.
    expect(asked).toEqual([share])
    expect((await join_(served, near)).opened?.status).toBe('open')

    isAway = false
    for (const resolve of come) resolve()
    expect((await post(served, '/local/open', { path })).project_uuid).toBe(uuid)
  })

  it('a version that is named is owed to the file too, and a backup that is put back', async () => {
    const { served, share } = await onShare()
    const path = join(share, 'study.qrk')
    const { project_uuid: uuid } = await post(served, '/v2/projects', { name: path })
    const { client } = await join_(served, uuid)
    await client.push(1, [[quirk(10_001)]])
    const of = `/v1/thicket/projects/${uuid}`
    const backup = (await (await served.call(`${of}/backups`, { method: 'POST', body: {} })).json()) as { id: string }
    await client.push(2, [[quirk(10_002)]])
    await until(() => expect(quirksIn(path)).toEqual([10_001, 10_002]))
    await served.call(`${of}/versions`, { method: 'POST', body: { name: 'First', author: 'Ann' } })
    const isNamed = () => {
      const copy = join(testFolder(), 'copy.qrk')
      copyFileSync(path, copy)
      const db = openNode(copy, { readOnly: true })
      const names = db.all('SELECT name FROM _versions')
      db.close()
      rmSync(join(copy, '..'), { recursive: true })
      return names
    }
    await until(() => expect(isNamed()).toEqual([{ name: 'First' }]))
    const back = await served.call(`${of}/backups/${backup.id}/restore`, { method: 'POST', body: {} })
    expect(back.status).toBe(200)
    await until(() => expect(quirksIn(path)).toEqual([10_001]))
    await until(() => expect(served.rooms.size).toBe(0))
    // Nobody else is kept from it any more.
    await until(() => expect(readdirSync(share)).toEqual(['study.qrk']))
  })
})

describe('a file that cannot be written', () => {
  it.each([
    ['the file itself', 'file', (path: string) => !path.endsWith('.qrk')],
    ['its folder', 'folder', (path: string) => !path.endsWith('closed')],
  ] as const)(
    '%s: it is opened for reading, says why, takes nothing, and can be saved elsewhere',
    async (_, reading, mayWrite) => {
      const { served, folder, standing } = await onShare({ mayWrite })
      // Made where all may be written.
      const maker = await serve(join(folder, 'maker'), { linger: 20 })
      const path = join(folder, 'closed/study.qrk')
      mkdirSync(join(folder, 'closed'))
      const { project_uuid: made } = await post(maker, '/v2/projects', { name: path })
      const { client: writer } = await join_(maker, made)
      await writer.push(1, [[quirk(10_001)]])
      await maker.close()
      const before = readFileSync(path)

      const { project_uuid: uuid } = await post(served, '/local/open', { path })
      const { client } = await join_(served, uuid)
      expect(await standing(uuid)).toMatchObject({ path, reading, place: null })
      expect(client.frames.at(-1)?.access_privilege).toBe('read')
      const refused = await client.push(1, [[quirk(10_002)]])
      expect(refused.steps).toEqual([{ problem: { kind: 'readOnly' } }])
      const said = {
        name: 'chatMessageCreateOrUpdate' as const,
        args: { id: 10_003, author: 'Ann', message: 'x', timestamp: 1, create: true },
      }
      expect((await client.push(2, [[said]])).steps).toEqual([{ problem: { kind: 'readOnly' } }])
      expect((await client.ask('{ quirkQueryList { id } }')).json_data.data).toEqual({
        quirkQueryList: [{ id: 10_001 }],
      })
      const elsewhere = join(folder, 'elsewhere')
      const saved = await post(served, '/v2/projects/saveas', { name: elsewhere, orig_project_uuid: uuid })
      expect(saved.problem?.kind ?? saved.name).toBe(`${elsewhere}.qrk`)
      client.socket.close()
      await until(() => expect(served.rooms.size).toBe(0))
      expect(readFileSync(path).equals(before)).toBe(true)
      expect(readdirSync(join(folder, 'closed'))).toEqual(['study.qrk'])
      // The same project the next time.
      expect((await post(served, '/local/open', { path })).project_uuid).toBe(uuid)
    },
  )
})

describe('a project whose file was moved', () => {
  it('stays on the list as missing, opening says where it was looked for, and the list follows where it turns up', async () => {
    const { served, folder } = await onShare()
    const uuid = await served.project('study.qrk')
    await until(() => expect(served.rooms.size).toBe(0))
    mkdirSync(join(folder, 'archive'))
    const [from, to] = [join(folder, 'study.qrk'), join(folder, 'archive/study 2025.qrk')]
    renameSync(from, to)
    const listed = async () =>
      (
        (await (await served.call('/web/api/v2/projects')).json()) as {
          projects: { project_uuid: string; name: string; modified: number | null }[]
        }
      ).projects
    expect(await listed()).toEqual([{ project_uuid: uuid, name: from, modified: null }])
    const { client } = await (async () => {
      const client = await connect(served)
      const reply = await client.ask('query ($uuid: String!) { dbOpen(uuid: $uuid) }', { uuid })
      expect(reply.json_data.errors?.[0]).toMatchObject({ problem: { kind: 'fileNotFound', name: from } })
      return { client }
    })()
    client.socket.close()
    expect(await post(served, '/local/open', { path: to })).toEqual({ project_uuid: uuid, name: to })
    expect(await listed()).toMatchObject([{ project_uuid: uuid, name: to }])
  })
})
