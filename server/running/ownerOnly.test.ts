/** Whatever the umask of whoever starts it: nobody else of the machine can read what a server keeps, nor a backup of it, nor what is restored. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { register, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'
import { keepFromOthers } from './ownerOnly.ts'

const folder = testFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const openly = ['sh', '-c', 'umask 000; exec "$0" server/main.ts "$@"', process.execPath]
const root = join(import.meta.dirname, '../..')

function admin(data: string, ...args: string[]): void {
  const [program = '', ...rest] = [...openly, 'admin', ...args]
  const env = { ...process.env, THICKET_DATA: data }
  const done = spawnSync(program, rest, { cwd: root, env, encoding: 'utf8' })
  expect([done.status, done.stderr]).toEqual([0, done.stderr])
}

/** What others may do anything with, below and with `path`. */
function open(path: string): string[] {
  const all = [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
  return all.filter((each) => existsSync(each) && (statSync(each).mode & 0o077) !== 0)
}

it.skipIf(process.platform === 'win32')(
  'folders 0700, files 0600: as they are made, and as they are found',
  async () => {
    const data = join(folder, 'data')
    mkdirSync(join(data, 'mail'), { recursive: true })
    writeFileSync(join(data, 'settings.json'), '{}')
    writeFileSync(join(data, 'mail/old.eml'), 'a link')
    writeFileSync(join(folder, 'elsewhere'), '')
    symlinkSync(join(folder, 'elsewhere'), join(data, 'mail/link'))
    for (const name of ['', 'mail']) chmodSync(join(data, name), 0o777)
    for (const name of ['settings.json', 'mail/old.eml', '../elsewhere']) chmodSync(join(data, name), 0o666)
    const cloud = await startCloud(data, { THICKET_REGISTRATION: 'open' }, [...openly, 'serve'])
    try {
      const ana = await register(cloud.base, 'ana@example.org')
      await ana.call('/web/api/v2/projects', { method: 'POST', body: { name: 'Harbour' } })
      await ana.call('/web/api/v2/auth/reset', { method: 'POST', body: { email: ana.email } })
      expect(open(data)).toEqual([join(data, 'mail/link')])
      expect(statSync(join(folder, 'elsewhere')).mode & 0o777).toBe(0o666)
      admin(data, 'backup', join(folder, 'backup'))
      admin(data, 'export', ana.email, join(folder, 'ana.zip'))
    } finally {
      await cloud.kill()
    }
    expect(open(join(folder, 'backup'))).toEqual([])
    expect(statSync(join(folder, 'ana.zip')).mode & 0o777).toBe(0o600)
    // A backup that was copied by something that knows nothing of it.
    for (const name of readdirSync(join(folder, 'backup'), { recursive: true, encoding: 'utf8' }))
      chmodSync(join(folder, 'backup', name), 0o777)
    const restored = join(folder, 'restored')
    mkdirSync(restored)
    chmodSync(restored, 0o755)
    admin(restored, 'restore', join(folder, 'backup'))
    expect(open(restored)).toEqual([])
  },
  60_000,
)

it.skipIf(process.getuid?.() !== 0)(
  'what was open and is another user’s is said, also by root, who can close it',
  () => {
    const data = join(folder, 'mixed')
    mkdirSync(join(data, 'projects'), { recursive: true, mode: 0o700 })
    const [own, open, closed] = ['own', 'open', 'closed'].map((name) => join(data, 'projects', name)) as [
      string,
      string,
      string,
    ]
    for (const path of [own, open, closed]) writeFileSync(path, '')
    for (const path of [own, open]) chmodSync(path, 0o644)
    chmodSync(closed, 0o600)
    for (const path of [open, closed]) chownSync(path, 65534, 65534)
    expect(keepFromOthers(data)).toEqual([`${open} is another user’s, and others could read it until now`])
    for (const path of [own, open, closed]) expect(statSync(path).mode & 0o777).toBe(0o600)
  },
)
