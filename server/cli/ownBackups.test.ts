/** The backups that a server makes by itself: sealed, restored to see whether they can be, and ended with all that was in them. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { openLog } from '../base/log.ts'
import { openBackupFile, sealBackupFile } from '../files/sealedBackup.ts'
import { openOwnBackups } from '../running/ownBackups.ts'
import { secondPlaceProblem } from '../running/secondPlace.ts'
import { testFolder } from '../testing/serve.ts'
import { serveCloud } from '../testing/serveCloud.ts'
import { connect, quirk } from '../testing/socketClient.ts'
import { readBackup, restoreInto } from './backup.ts'

const folder = testFolder()
const data = join(folder, 'data')
const to = join(folder, 'second')
const key = Buffer.alloc(32, 7).toString('base64')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const admin = (...args: string[]) =>
  thicket(folder, ['admin', ...args], '', { THICKET_DATA: data, THICKET_BACKUP_TO: to, THICKET_BACKUP_KEY: key })

/** Words of Ann's, who leaves: of a project, her name and her email. */
const words = ['quetzalcoatl', 'Ann of Ys', 'ann.of.ys@example.org']
/** The files below a folder in which one of them stands. */
const filesWith = (place: string): string[] =>
  readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => {
    if (!statSync(join(place, name)).isFile()) return false
    const bytes = readFileSync(join(place, name))
    return words.some((word) => bytes.includes(word))
  })
const restored = async (name: string): Promise<string> => {
  const read = await readBackup(join(to, name), key)
  if (typeof read === 'string') throw new Error(read)
  // Two backups of one second have one name.
  const place = mkdtempSync(join(folder, 'restored-'))
  expect(await restoreInto(place, read)).toBeNull()
  return place
}

describe('the backups that a server makes by itself', () => {
  beforeAll(async () => {
    mkdirSync(to)
    const served = await serveCloud(folder, { log: openLog('silent') })
    const ann = await served.person('Ann of Ys')
    const ben = await served.person('Ben')
    await ben.project('Of Ben')
    const uuid = await ann.project('On quetzalcoatl')
    const client = await connect(ann)
    await client.open(uuid)
    const told = { ...quirk(10_001), args: { ...quirk(10_001).args, author: 'Ann of Ys', title: 'quetzalcoatl' } }
    await client.push(1, [[told as ReturnType<typeof quirk>]])
    client.socket.terminate()
    await ann.send('POST', `/v1/thicket/projects/${uuid}/backups`)
    await served.call('/web/api/v2/auth/reset', { method: 'POST', body: { email: ann.email } })
    await vi.waitUntil(() => existsSync(join(data, 'mail')), { timeout: 30_000 })
    await served.stop()
  })

  it('are sealed, and the newest can be restored', async () => {
    const made = await admin('backup-now')
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('2 projects and the accounts are in') })
    const [name = ''] = readdirSync(to)
    expect(readdirSync(join(to, name)).sort()).toEqual([
      'accounts.sqlite.sealed',
      'audit.sqlite.sealed',
      'backup.json.sealed',
      'projects',
    ])
    expect(filesWith(to)).toEqual([])
    expect(filesWith(await restored(name))).toHaveLength(2)
    expect(await admin('try-restore')).toMatchObject({ code: 0, stdout: `${name}: 2 projects\n` })
    const wrong = {
      THICKET_DATA: data,
      THICKET_BACKUP_TO: to,
      THICKET_BACKUP_KEY: Buffer.alloc(32, 8).toString('base64'),
    }
    expect((await thicket(folder, ['admin', 'try-restore'], '', wrong)).stderr).toContain(
      'is no backup that this key opens',
    )
    expect(readdirSync(join(data, 'temporary')).filter((each) => /^(backup|restore)-/.test(each))).toEqual([])
  })

  it('hold nothing of who has left once their term is over; nor does any file of the server', async () => {
    expect(filesWith(data).length).toBeGreaterThan(2)
    const [name = ''] = readdirSync(to)
    const old = new Date(Date.now() - 31 * 24 * 60 * 60_000)
    renameSync(join(to, name), join(to, `${old.toISOString().slice(0, 19).replaceAll(':', '-')}Z`))
    for (const mail of readdirSync(join(data, 'mail'))) utimesSync(join(data, 'mail', mail), old, old)
    expect(await admin('delete', 'ann.of.ys@example.org', '--yes')).toMatchObject({ code: 0 })
    const served = await serveCloud(folder, { log: openLog('silent') })
    await served.stop()
    expect(filesWith(data)).toEqual([])
    expect(await admin('backup-now')).toMatchObject({ code: 0 })
    const left = readdirSync(to)
    expect(left).toHaveLength(1)
    expect(left[0]).not.toContain(old.toISOString().slice(0, 10))
    expect(filesWith(await restored(left[0] ?? ''))).toEqual([])
  })
})

it('a second place that is not there is said, and nothing is made in its place', async () => {
  const away = join(folder, 'unmounted', 'share')
  for (const action of ['backup-now', 'try-restore']) {
    const settings = { THICKET_DATA: data, THICKET_BACKUP_TO: away, THICKET_BACKUP_KEY: key }
    expect(await thicket(folder, ['admin', action], '', settings)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`THICKET_BACKUP_TO is ${away}, and there is no such folder`),
    })
  }
  expect(existsSync(join(folder, 'unmounted'))).toBe(false)
  expect(await secondPlaceProblem(folder)).toBeNull()
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(await secondPlaceProblem(file)).toContain('is no folder')
  expect(await secondPlaceProblem(join(file, 'below'))).toContain('there is no such folder')
})

describe('a sealed file', () => {
  it('opens by its key, under its name, as long as no byte of it has changed', async () => {
    const [plain, sealed] = [join(folder, 'plain'), join(folder, 'sealed')]
    const bytes = Buffer.from('some words '.repeat(400_000))
    writeFileSync(plain, bytes)
    await sealBackupFile(plain, sealed, key, 'a')
    const read = async (by = key, name = 'a') => Buffer.concat(await openBackupFile(sealed, by, name).toArray())
    expect((await read()).equals(bytes)).toBe(true)
    await expect(read(Buffer.alloc(32).toString('base64'))).rejects.toThrow()
    await expect(read(key, 'b')).rejects.toThrow()
    const whole = readFileSync(sealed)
    for (const at of [10, 40, Math.floor(whole.length / 2), whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(sealed, changed)
      await expect(read(), String(at)).rejects.toThrow()
    }
    writeFileSync(sealed, whole.subarray(0, -1))
    await expect(read()).rejects.toThrow()
  })
})

describe('what is due', () => {
  it('is made each day and restored each week; a failure is told once, and tried again each hour', async () => {
    const place = testFolder()
    const hour = 60 * 60_000
    let now = Date.UTC(2026, 0, 1)
    let code = 0
    const done: string[] = []
    const told: string[] = []
    const settings = { data: place, backupTo: '/second', backupHours: 24 }
    const open = () =>
      openOwnBackups({
        settings,
        log: openLog('silent'),
        tell: (about) => void told.push(about),
        now: () => now,
        run: async ([, action = '']) => {
          done.push(action)
          return { code, line: `said ${action}` }
        },
      })
    const first = open()
    await first.look()
    expect(done.splice(0)).toEqual(['backup-now', 'try-restore'])
    expect(first.standing()).toEqual({
      made: { at: now, ok: true, detail: 'said backup-now' },
      good: now,
      tried: { at: now, ok: true, detail: 'said try-restore' },
    })
    now += 23 * hour
    await first.look()
    expect(done).toEqual([])
    first.close()
    // Another start knows of the one before.
    const second = open()
    now += hour
    code = 1
    await second.look()
    now += hour
    await second.look()
    expect(done.splice(0)).toEqual(['backup-now', 'backup-now'])
    expect(told).toEqual(['restoreTried', 'backupFailed'])
    expect(second.standing().good).toBe(Date.UTC(2026, 0, 1))
    code = 0
    now += hour
    await second.look()
    now += 6 * 24 * hour
    await second.look()
    expect(done).toEqual(['backup-now', 'backup-now', 'try-restore'])
    second.close()
    rmSync(place, { recursive: true })
  })
})
