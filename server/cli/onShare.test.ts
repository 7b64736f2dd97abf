// Commands on a project that lies on a share or in a synced folder: they work on a copy of it, which takes its place.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawFile } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { hashOf } from '../base/hashOf.ts'
import { testFolder } from '../testing/serve.ts'
import { type System, thisSystem } from '../working/folderPlace.ts'
import { openNotes } from '../working/openNotes.ts'
import { readProject } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'

let folder: string
let share: string
let path: string
let system: System
beforeEach(() => {
  folder = testFolder()
  share = join(folder, 'share')
  path = join(share, 'p.qrk')
  mkdirSync(share)
  drawFile(share, 'p.qrk', 'quirk Trust')
  system = { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const titles = async (name = 'p') => {
  const done = await readProject(
    name,
    share,
    (db) => db.all<{ title: string }>('SELECT title FROM quirks').map(({ title }) => title),
    { system },
  )
  return isProblem(done) ? done.problem : done.ok
}
const rename = (title: string, meanwhile = () => {}) =>
  changeProject(
    'p',
    share,
    ({ db }) => {
      db.run('UPDATE quirks SET title = ?', [title])
      meanwhile()
    },
    { system },
  )

it('a project on a share is read and changed by a copy: SQLite never touches the file, which is replaced as a whole', async () => {
  const seen = new Set<string>()
  const watcher = watch(share, (_, name) => void (name && seen.add(name)))
  const before = hashOf(path)
  expect(await titles()).toEqual(['Trust'])
  expect(hashOf(path)).toBe(before)
  expect(await rename('Doubt')).toEqual({ ok: undefined })
  expect(await titles()).toEqual(['Doubt'])
  expect([...readFileSync(path).subarray(18, 20)]).toEqual([1, 1])
  expect(await changeProject('new', share, () => {}, { system })).toEqual({ ok: undefined })
  expect(await titles('new')).toEqual([])
  watcher.close()
  expect([...seen].filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([])
  expect(readdirSync(share).toSorted()).toEqual(['new.qrk', 'p.qrk'])
})

it('one that somebody has open there is read, and not changed; what somebody has changed meanwhile is never overwritten', async () => {
  const notes = openNotes({ id: 'other', person: () => 'Ben', answers: async () => true })
  await notes.take(path)
  expect(await rename('Doubt')).toEqual({ problem: { kind: 'projectLocked', name: path } })
  expect(await titles()).toEqual(['Trust'])
  await notes.leave(path)
  drawFile(folder, 'other.qrk', 'quirk Theirs')
  await rename('Doubt', () => copyFileSync(join(folder, 'other.qrk'), path))
  expect(await titles()).toEqual(['Theirs'])
  const beside = readdirSync(share).find((name) => name !== 'p.qrk') ?? ''
  expect(await titles(beside)).toEqual(['Doubt'])
})

it('a share that does not answer is said so', async () => {
  let come = () => {}
  system.ask = () => new Promise<void>((resolve) => (come = resolve))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const both = Promise.all([titles(), rename('Doubt')])
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  const away = { kind: 'folderNotAnswering', name: share }
  expect(await both).toEqual([away, { problem: away }])
  come()
})
