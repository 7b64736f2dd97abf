/** Automatic backups: when they are made, that a failed one harms nothing, that what is restored is what was there. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BackupReason } from '../../src/model/history.ts'
import { isProblem } from '../../src/model/problems.ts'
import { tables } from '../../src/model/schema.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { quirk } from '../testing/socketClient.ts'
import { openBackups } from './backups.ts'
import { openStorage, type Storage, type StoredProject } from './storage.ts'

let folder: string
let storage: Storage
let stored: StoredProject
let client: number
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thicket-backups-'))
  storage = openStorage({ threads: 1, noted: () => {}, broken: (error) => console.error(error) })
  const made = await storage.create(join(folder, 'study.qrk'), false)
  if (isProblem(made)) throw new Error(made.problem.kind)
  stored = made.ok
  stored.listen({ taken: () => {}, lost: () => {} })
  const opened = await stored.openClient(0, stored.epoch, 0)
  if (isProblem(opened)) throw new Error(opened.problem.kind)
  client = opened.ok.client
})
afterEach(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const push = (n: number) =>
  stored.submit({
    sender: { client, access: 'own', author: 'Ann' },
    push: { client, n, base: 0 },
    steps: [
      { operations: [{ ...quirk(10_000 + n), args: { ...quirk(10_000 + n).args, author: 'Ann' } }], versions: {} },
    ],
    hash: String(n),
  }).answer
const rowsOf = (path: string) => {
  const db = openNode(path, { readOnly: true })
  const rows = tables.map((table) => db.all(`SELECT * FROM "${table}" ORDER BY 1`))
  db.close()
  return JSON.stringify(rows)
}

describe('automatic backups', () => {
  it('are made while steps are taken, hold all that was there before, and are sound', async () => {
    const backups = openBackups({ folder: join(folder, 'backups'), warn: (error) => console.error(error) })
    for (let n = 1; n <= 50; n += 1) await push(n)
    const making = backups.make(stored, 'time')
    const pushes = Array.from({ length: 100 }, (_, n) => push(51 + n))
    const made = await making
    await Promise.all(pushes)
    if (isProblem(made)) throw new Error(made.problem.kind)
    expect(made.ok.seq).toBeGreaterThanOrEqual(50)
    const path = await backups.find(stored.uuid, made.ok.id)
    if (isProblem(path)) throw new Error(path.problem.kind)
    const db = openNode(path.ok.path, { readOnly: true })
    expect(db.one('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    // As many quirks as steps: nothing of a later step is in it, nothing of an earlier one missing.
    expect(db.one('SELECT COUNT(*) AS n FROM quirks')).toEqual({ n: made.ok.seq })
    expect(db.one('SELECT MAX(seq) AS n FROM _log')).toEqual({ n: made.ok.seq })
    db.close()
    const again = await backups.make(stored, 'time')
    const last = isProblem(again) ? again : await backups.find(stored.uuid, again.ok.id)
    const now = join(folder, 'now.qrk')
    await stored.write(now, 'download')
    expect(isProblem(last) ? '' : rowsOf(last.ok.path)).toBe(rowsOf(now))
  })

  it('one that is asked for has what was done while another was made', async () => {
    const backups = openBackups({ folder: join(folder, 'backups'), warn: console.error })
    await push(1)
    let asked: ReturnType<typeof backups.make> | undefined
    const ask: StoredProject['ask'] = async (call, args) => {
      const copied = await stored.ask(call, args)
      await push(2)
      asked ??= backups.make(stored, 'hand')
      return copied
    }
    expect(await backups.make({ ...stored, ask }, 'close')).toMatchObject({ ok: { seq: 1 } })
    expect(await asked).toMatchObject({ ok: { seq: 2 } })
  })

  it('two of one moment have files of their own', async () => {
    const backups = openBackups({ folder: join(folder, 'backups'), warn: console.error, now: () => 1_000_000 })
    await push(1)
    const first = await backups.make(stored, 'close')
    await push(2)
    const second = await backups.make(stored, 'close')
    if (isProblem(first) || isProblem(second)) throw new Error('no backup')
    expect(first.ok.id).not.toBe(second.ok.id)
    expect((await backups.list(stored.uuid)).backups.map(({ seq }) => seq)).toEqual([2, 1])
    for (const { id } of [first.ok, second.ok])
      expect(await backups.find(stored.uuid, id)).not.toHaveProperty('problem')
  })

  it('a failed one is said, warned of and leaves nothing behind; the next one is made', async () => {
    const warnings: unknown[] = []
    const backups = openBackups({ folder: join(folder, 'backups'), warn: (error) => warnings.push(error) })
    await push(1)
    // A file where the folder should be: as with a full disk, nothing can be written.
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', stored.uuid), '')
    expect(isProblem(await backups.make(stored, 'time'))).toBe(true)
    expect(warnings).toHaveLength(1)
    expect(await backups.list(stored.uuid)).toMatchObject({
      backups: [],
      failed: { detail: expect.not.stringContaining(folder), problem: { kind: 'storageFailed' } },
    })
    expect(isProblem(await push(2))).toBe(false)
    rmSync(join(folder, 'backups', stored.uuid))
    expect(isProblem(await backups.make(stored, 'time'))).toBe(false)
    expect(await backups.list(stored.uuid)).toMatchObject({ backups: [{ seq: 2 }] })
    expect(await backups.list(stored.uuid)).not.toHaveProperty('failed')
    expect(readdirSync(join(folder, 'backups', stored.uuid)).filter((name) => name.includes('part'))).toEqual([])
  })

  it('is made at closing only where something was done since the last one', async () => {
    const backups = openBackups({ folder: join(folder, 'backups'), warn: (error) => console.error(error) })
    await backups.closing(stored, 0)
    expect(existsSync(join(folder, 'backups'))).toBe(false)
    await push(1)
    await backups.closing(stored, 1)
    await backups.closing(stored, 1)
    expect((await backups.list(stored.uuid)).backups).toMatchObject([{ reason: 'close', seq: 1 }])
  })

  it('are made one at a time, the one before something is put in a place first', async () => {
    const backups = openBackups({ folder: join(folder, 'backups'), warn: (error) => console.error(error) })
    const begun: string[] = []
    const make = async (uuid: string, reason: BackupReason) => {
      const ask: StoredProject['ask'] = async (call, args) => {
        // Those before it are on the list.
        for (const other of begun) expect((await backups.list(other)).backups).toHaveLength(1)
        begun.push(uuid)
        return stored.ask(call, args)
      }
      return isProblem(await backups.make({ ...stored, uuid, ask }, reason))
    }
    const all = [make('a', 'close'), make('b', 'close'), make('c', 'time'), make('d', 'before')]
    expect(await Promise.all(all)).toEqual([false, false, false, false])
    expect(begun).toEqual(['a', 'd', 'b', 'c'])
  })

  it('of a project that is no name of a folder there are none', async () => {
    const backups = openBackups({ folder, warn: () => {} })
    expect((await backups.list('../..')).backups).toEqual([])
    backups.forget('..')
    expect(existsSync(folder)).toBe(true)
    expect(await backups.find('..', 'x')).toEqual({ problem: { kind: 'backupNotFound' } })
  })
})
