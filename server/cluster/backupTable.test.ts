/** Backups of projects on three nodes: whichever made one, each lists it, opens it and puts it back; none has what was never acknowledged. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import type { Backup, BackupList } from '../../src/model/history.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'
import type { NotedBackup } from '../files/backupFiles.ts'
import { answerAt, type Member, register, startCloud } from '../testing/cloudProcess.ts'
import { startPostgres, type TestPostgres } from '../testing/postgres.ts'
import { type ServedNode, serveNode } from '../testing/serveNodes.ts'
import { connect, quirk, type SocketClient } from '../testing/socketClient.ts'
import { backupTable } from './backupTable.ts'

let postgres: TestPostgres
let folder: string
const nodes: ServedNode[] = []
const node = (i: number) => nodes[i] as ServedNode
/** MB. */
const quota = 3

beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'thicket-backups-'))
  for (const name of ['1', '2', '3'])
    nodes.push(await serveNode(postgres.url, join(folder, name), { quota }, { linger: 100 }))
})
afterAll(async () => {
  for (const each of nodes) await each.end()
  await postgres.end()
  rmSync(folder, { recursive: true, force: true })
})

let people = 0
const somebody = () => {
  people += 1
  return register(node(people % 3).base, `person${people}@example.org`)
}
const projectOf = async (person: Member): Promise<string> => {
  const made = await answerAt(node(0).base, person, '/web/api/v2/projects', 'POST', { name: 'Study' })
  expect(made.status).toBe(200)
  return made.body.project_uuid as string
}
const of = (uuid: string) => `/v1/thicket/projects/${uuid}/backups`
const listAt = async ({ base }: ServedNode, person: Member, uuid: string): Promise<BackupList> => {
  const { status, body } = await answerAt(base, person, of(uuid))
  expect(status).toBe(200)
  return body as unknown as BackupList
}
const make = async ({ base }: ServedNode, person: Member, uuid: string): Promise<Backup> => {
  const { status, body } = await answerAt(base, person, of(uuid), 'POST')
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Backup
}
const openAt = async ({ base }: ServedNode, person: Member, uuid: string): Promise<SocketClient> => {
  const socket = await connect({ base, secret: person.token })
  expect(await socket.open(uuid)).toMatchObject({ status: 'open' })
  return socket
}
const write = (socket: SocketClient, n: number, name: string) =>
  socket.push(n, [[quirk(8192 * socket.client + n, name)]])
const textAt = async ({ base }: ServedNode, person: Member, uuid: string): Promise<string> =>
  JSON.stringify((await answerAt(base, person, `/web/api/v2/projects/${uuid}/json`)).body)
const holderOf = (uuid: string) => nodes.find(({ rooms }) => rooms.isOpen(uuid))
const movedFrom = async (uuid: string) => {
  for (const each of nodes) if (each.rooms.isOpen(uuid)) await each.rooms.handOver(uuid)
}
const rowsOf = async (uuid: string) => {
  const { sql } = node(0).nodes.truth
  return [...(await sql<{ id: string }[]>`SELECT id FROM backup WHERE project = ${uuid} ORDER BY at`)]
}

it('are listed, looked at, made a project of and put back at any node, whichever has made them', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const first = await openAt(node(0), ann, uuid)
  await write(first, 1, 'Garden')
  const backup = await make(node(1), ann, uuid)
  expect(backup).toMatchObject({ reason: 'hand', seq: 1 })
  await write(first, 2, 'Rain')
  first.socket.terminate()
  await movedFrom(uuid)
  const second = await openAt(node(2), ann, uuid)
  expect(node(2).rooms.isOpen(uuid)).toBe(true)
  await write(second, 1, 'Snow')
  for (const each of nodes) {
    const { backups } = await listAt(each, ann, uuid)
    expect(backups.filter(({ reason }) => reason === 'hand')).toEqual([backup])
    const { status, body } = await answerAt(each.base, ann, `${of(uuid)}/${backup.id}/preview`)
    expect(status, JSON.stringify(body)).toBe(200)
  }
  const copy = await answerAt(node(0).base, ann, `${of(uuid)}/${backup.id}/project`, 'POST', { name: 'Of a backup' })
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  const copied = await textAt(node(1), ann, copy.body.project_uuid as string)
  expect([copied.includes('Garden'), copied.includes('Rain')]).toEqual([true, false])
  const third = await openAt(node(1), ann, uuid)
  const restored = await answerAt(node(1).base, ann, `${of(uuid)}/${backup.id}/restore`, 'POST')
  expect(restored).toEqual({ status: 200, body: {} })
  // Whoever had it open reads it anew.
  expect(await third.closed).toBe(1012)
  for (const each of nodes) {
    const text = await textAt(each, ann, uuid)
    expect(['Garden', 'Rain', 'Snow'].map((name) => text.includes(name))).toEqual([true, false, false])
    await movedFrom(uuid)
  }
  const again = await openAt(node(0), ann, uuid)
  await write(again, 1, 'Later')
  again.socket.terminate()
  const { backups } = await listAt(node(2), ann, uuid)
  const before = backups.find(({ reason }) => reason === 'before')
  expect(await answerAt(node(2).base, ann, `${of(uuid)}/${before?.id}/restore`, 'POST')).toMatchObject({ status: 200 })
  const text = await textAt(node(0), ann, uuid)
  expect(['Rain', 'Snow', 'Later'].map((name) => text.includes(name))).toEqual([true, true, false])
  expect(await answerAt(node(1).base, ann, `${of(uuid)}/none/restore`, 'POST')).toMatchObject({
    status: 404,
    body: { problem: { kind: 'backupNotFound' } },
  })
  const none = await answerAt(node(1).base, await somebody(), of(uuid))
  expect(none.status).toBe(404)
})

it('a step that another node takes while one is put back is in what is kept of before', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const first = await openAt(node(0), ann, uuid)
  await write(first, 1, 'Garden')
  const backup = await make(node(0), ann, uuid)
  await write(first, 2, 'Rain')
  const { truth } = node(0).nodes
  const { claim } = truth
  let took: unknown
  // The room is closed, and its project for whoever wants it.
  truth.claim = async (...asked) => {
    truth.claim = claim
    const second = await openAt(node(2), ann, uuid)
    took = await write(second, 1, 'Snow')
    return claim(...asked)
  }
  const restored = await answerAt(node(0).base, ann, `${of(uuid)}/${backup.id}/restore`, 'POST')
  expect(restored).toEqual({ status: 200, body: {} })
  expect(took).toMatchObject({ steps: [{ seq: 3 }] })
  const textOf = async (project: string) => {
    const text = await textAt(node(1), ann, project)
    return ['Garden', 'Rain', 'Snow'].filter((name) => text.includes(name))
  }
  expect(await textOf(uuid)).toEqual(['Garden'])
  const [before] = (await listAt(node(1), ann, uuid)).backups.filter(({ reason }) => reason === 'before')
  const copy = await answerAt(node(0).base, ann, `${of(uuid)}/${before?.id}/project`, 'POST', { name: 'Before' })
  expect(copy.status, JSON.stringify(copy.body)).toBe(200)
  expect(await textOf(copy.body.project_uuid as string)).toEqual(['Garden', 'Rain', 'Snow'])
})

it('one is made by the node that had it when nobody uses a project any more in which something was done, and they go with the project', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const socket = await openAt(node(1), ann, uuid)
  await write(socket, 1, 'Garden')
  socket.socket.terminate()
  await expect.poll(() => rowsOf(uuid), { timeout: 20_000 }).toHaveLength(1)
  await expect.poll(() => holderOf(uuid), { timeout: 20_000 }).toBeUndefined()
  expect((await listAt(node(2), ann, uuid)).backups).toMatchObject([{ reason: 'close', seq: 1 }])
  // Nothing was done since.
  await expect.poll(() => holderOf(uuid), { timeout: 20_000 }).toBeUndefined()
  expect(await rowsOf(uuid)).toHaveLength(1)
  const gone = await answerAt(node(0).base, ann, `/web/api/v2/projects/${uuid}`, 'DELETE')
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  await expect.poll(() => rowsOf(uuid), { timeout: 20_000 }).toEqual([])
  const parts = await node(0).nodes.truth.sql`SELECT 1 FROM backup_part WHERE project = ${uuid}`
  expect(parts).toHaveLength(0)
})

it('take no more than the quota: older ones make room, whichever node has made them', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const { sql } = node(0).nodes.truth
  const taken = async () => {
    const [row] = await sql<{ sum: number }[]>`SELECT coalesce(sum(size), 0)::float8 AS sum FROM backup
WHERE project = ${uuid}`
    return row?.sum ?? 0
  }
  const made: string[] = []
  for (let n = 1; n <= 9; n += 1) {
    const socket = await openAt(node(n % 3), ann, uuid)
    const { args, ...operation } = quirk(8192 * socket.client + n)
    const description = `${n} `.repeat(40_000)
    const pushed = await socket.push(1, [
      [{ ...operation, args: { ...args, description } } as ReturnType<typeof quirk>],
    ])
    expect(pushed).toMatchObject({ steps: [{ seq: n }] })
    socket.socket.terminate()
    made.push((await make(node((n + 1) % 3), ann, uuid)).id)
    await expect.poll(taken, { timeout: 20_000 }).toBeLessThan(quota * 1024 * 1024)
    await movedFrom(uuid)
  }
  const left = (await listAt(node(1), ann, uuid)).backups.filter(({ reason }) => reason === 'hand')
  expect(left.length).toBeLessThan(made.length)
  expect(left.map(({ id }) => id)).toEqual(made.slice(-left.length).reverse())
})

it('of a node that has lost the project none is kept, nor of one that is gone; which others are kept is the rule of one server', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const { sql } = node(0).nodes.truth
  const warned: unknown[] = []
  const table = backupTable({ sql, lease: () => null, warn: (error) => warned.push(error) })
  const other = backupTable({ sql, lease: () => null, warn: (error) => warned.push(error) })
  await other.look()
  const path = join(folder, 'some.qrk')
  writeFileSync(path, 'x'.repeat(3_000_000))
  const backup = (n: number, more: Partial<NotedBackup> = {}): NotedBackup => ({
    ...{ id: `b${n}`, at: n * 60_000, size: 3_000_000, reason: 'time', seq: n, hash: `hash ${n}`, epoch: 'e' },
    ...more,
  })
  const [row] = await sql<{ token: string }[]>`SELECT token FROM project WHERE uuid = ${uuid}`
  const token = Number(row?.token)
  expect(await table.put(uuid, backup(1), path, token - 1)).toBe('elsewhere')
  expect(await table.put(uuid, backup(1), path, null)).toBe('elsewhere')
  expect(await table.put('00000000-0000-4000-8000-000000000009', backup(1), path, 0)).toBe('gone')
  expect(await table.list(uuid)).toEqual([])
  for (let n = 1; n <= 6; n += 1) expect(await table.put(uuid, backup(n), path, token)).toBe('kept')
  // Of one hour the last stays, besides the three newest.
  expect((await other.list(uuid)).map(({ id }) => id)).toEqual(['b6', 'b5', 'b4'])
  expect((await other.list(uuid))[0]).toEqual(backup(6))
  const copy = join(folder, 'copy.qrk')
  expect(await other.write(uuid, 'b5', copy)).toBe('written')
  expect(readFileSync(copy).equals(readFileSync(path))).toBe(true)
  expect(await other.write(uuid, 'b1', join(folder, 'none.qrk'))).toBe('none')
  await other.look()
  expect(other.notes.of(uuid).map(({ id }) => id)).toEqual(['b6', 'b5', 'b4'])
  // One that is being put back stays, though this node has not heard of that yet.
  const [, , oldest] = other.notes.of(uuid)
  await table.note(uuid, backup(4, { chosen: 7 }))
  if (oldest) other.notes.remove(uuid, oldest)
  await expect.poll(() => other.notes.of(uuid).find(({ id }) => id === 'b4')).toMatchObject({ chosen: 7 })
  expect(warned).toEqual([])
  // Their bytes were no project’s.
  await sql`DELETE FROM backup WHERE project = ${uuid}`
})

it('one of which a part is missing is told as damaged, whichever part that is', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const { sql } = node(0).nodes.truth
  const table = backupTable({ sql, lease: () => null, warn: () => {} })
  const [row] = await sql<{ token: string }[]>`SELECT token FROM project WHERE uuid = ${uuid}`
  const path = join(folder, 'parts.qrk')
  // It does not get smaller: three parts.
  writeFileSync(path, randomBytes(2_500_000))
  const some = { at: 60_000, size: 2_500_000, reason: 'hand', seq: 1, hash: 'hash', epoch: 'e' } as const
  for (const n of [0, 1, 2]) {
    const id = `without${n}`
    expect(await table.put(uuid, { id, ...some }, path, Number(row?.token))).toBe('kept')
    expect(await table.write(uuid, id, join(folder, `${id}.whole`))).toBe('written')
    expect((await sql`DELETE FROM backup_part WHERE project = ${uuid} AND id = ${id} AND n = ${n}`).count).toBe(1)
    expect(await table.write(uuid, id, join(folder, id))).toBe('damaged')
  }
  await sql`DELETE FROM backup WHERE project = ${uuid}`
  await sql`DELETE FROM backup WHERE project = ${uuid}`
})

it('a project of an earlier layout is kept as it was before it is written anew', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const socket = await openAt(node(0), ann, uuid)
  await write(socket, 1, 'Garden')
  socket.socket.terminate()
  await movedFrom(uuid)
  const { sql } = node(0).nodes.truth
  await sql`UPDATE project SET layout = ${layoutVersion - 1} WHERE uuid = ${uuid}`
  const { backups } = await listAt(node(1), ann, uuid)
  expect(backups.filter(({ reason }) => reason === 'migration')).toMatchObject([{ seq: 1 }])
})

it('are checked with their project, and go along from nodes to one server and back', async () => {
  const ann = await somebody()
  const uuid = await projectOf(ann)
  const socket = await openAt(node(0), ann, uuid)
  await write(socket, 1, 'Garden')
  const backup = await make(node(1), ann, uuid)
  socket.socket.terminate()
  const admin = (words: string[], database = postgres.url) =>
    thicket(folder, ['admin', 'cluster', ...words], '', {
      THICKET_DATA: join(folder, 'command'),
      THICKET_DATABASE: database,
      THICKET_CLUSTER_SECRET: 'what all these nodes know',
    })
  const checked = await admin(['check'])
  expect(checked.stderr).toMatch(/ 0 of them not sound/)
  const out = join(folder, 'out')
  expect((await admin(['move-out', out])).code).toBe(0)
  const { sql } = node(0).nodes.truth
  await sql`CREATE DATABASE other`
  const another = postgres.url.replace(/postgres$/, 'other')
  expect((await admin(['move-in', out], another)).stderr).toMatch(/are in the database/)
  const served = await serveNode(another, join(folder, 'other'))
  try {
    expect((await listAt(served, ann, uuid)).backups).toContainEqual(backup)
    const restored = await answerAt(served.base, ann, `${of(uuid)}/${backup.id}/restore`, 'POST')
    expect(restored).toEqual({ status: 200, body: {} })
    expect(await textAt(served, ann, uuid)).toContain('Garden')
  } finally {
    await served.end()
  }
  await sql`UPDATE backup_part SET bytes = overlay(bytes placing '\\x00'::bytea from length(bytes)) WHERE project = ${uuid} AND id = ${backup.id}`
  const damaged = await answerAt(node(2).base, ann, `${of(uuid)}/${backup.id}/restore`, 'POST')
  expect(damaged.body).toMatchObject({ problem: { kind: 'backupDamaged' } })
  const isSaid = `thicket: ${uuid}: its backup ${backup.id} is damaged`
  expect((await admin(['check'])).stderr).toContain(isSaid)
  // All else goes along.
  const ben = await somebody()
  const other = await projectOf(ben)
  const sound = await make(node(1), ben, other)
  const eve = await somebody()
  const cut = await projectOf(eve)
  const ofCut = await make(node(1), eve, cut)
  await sql`DELETE FROM base_part WHERE project = ${cut}`
  const rest = join(folder, 'rest')
  const moved = await admin(['move-out', rest])
  expect(moved.code).toBe(1)
  expect(moved.stderr).toContain(isSaid)
  expect(moved.stderr).toContain(`thicket: ${cut}: `)
  expect(moved.stderr).toMatch(/projects and the accounts are in/)
  expect(moved.stderr).toMatch(/1 damaged projects and 1 damaged backups were left out/)
  const isThere = (of: string, { id }: Backup) => existsSync(join(rest, 'backups', of, `${id}.qrk`))
  expect([isThere(uuid, backup), isThere(other, sound), isThere(cut, ofCut)]).toEqual([false, true, true])
  const isMoved = (each: string) => existsSync(join(rest, 'projects', `${each}.qrk`))
  expect([uuid, other, cut].map(isMoved)).toEqual([true, true, false])
  // Whose file was left out is known, and is there again from a backup.
  const single = await startCloud(rest)
  try {
    const asked = () => answerAt(single.base, eve, `/web/api/v2/projects/${cut}/json`)
    expect((await asked()).body).toMatchObject({ problem: { kind: 'fileNotFound' } })
    copyFileSync(join(rest, 'backups', cut, `${ofCut.id}.qrk`), join(rest, 'projects', `${cut}.qrk`))
    expect((await asked()).status).toBe(200)
  } finally {
    await single.kill()
  }
})
