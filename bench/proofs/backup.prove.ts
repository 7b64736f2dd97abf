// A server makes a sealed backup in a second place by itself and restores it to see whether it can be; then a byte of each of its files is turned in
// turn, and a file taken away: each is found. Throws where one is not. PROJECTS: how many.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { type BackupStanding, standingName } from '../../server/base/backupStanding.ts'
import { register, startCloud } from '../../server/testing/cloudProcess.ts'

const projects = Number(process.env.PROJECTS ?? 30)
const folder = mkdtempSync(join(tmpdir(), 'thicket-backup-'))
const data = join(folder, 'data')
const to = join(folder, 'second')
const env = { THICKET_BACKUP_TO: to, THICKET_BACKUP_KEY: Buffer.alloc(32, 9).toString('base64') }

/** What the server has come to, once it has tried a restore; ten minutes are more than it ever needs. */
async function tried(): Promise<BackupStanding> {
  for (const until = Date.now() + 600_000; Date.now() < until; await new Promise((done) => setTimeout(done, 200)))
    try {
      const standing = JSON.parse(readFileSync(join(data, standingName), 'utf8')) as BackupStanding
      if (standing.tried || standing.made?.ok === false) return standing
    } catch {
      // There is nothing yet.
    }
  throw new Error('the server has made no backup, or tried none')
}

async function fill(): Promise<void> {
  const cloud = await startCloud(data, { THICKET_REGISTRATION: 'open' })
  const ana = await register(cloud.base, 'ana@example.org')
  for (let n = 0; n < projects; n += 1) {
    const quirks = Array.from({ length: 1 + (n % 50) }, (_, i) => ({
      ...{ id: i + 1, title: `quirk ${i}`, description: `${n} `.repeat(2000), color: '#112233', x: i, y: n },
      ...{ parentQuirkId: -1, author: 'ana', timestamp: 1 },
    }))
    const body = { name: `Project ${n}`, project_json: { quirks } }
    const made = await ana.call('/web/api/v2/projects/json', { method: 'POST', body })
    if (made.status !== 200) throw new Error(await made.text())
  }
  cloud.child.kill('SIGTERM')
  await cloud.ended
}

const isSound = async (): Promise<boolean> =>
  (await thicketProcess(folder, ['admin', 'try-restore'], '', { THICKET_DATA: data, ...env })).code === 0

try {
  mkdirSync(to)
  await fill()
  const cloud = await startCloud(data, env)
  const standing = await tried()
  cloud.child.kill('SIGTERM')
  await cloud.ended
  if (!standing.tried?.ok || !standing.tried.detail.endsWith(`${projects} projects`))
    throw new Error(`not restored by the server: ${JSON.stringify(standing)}`)
  const backup = join(to, readdirSync(to)[0] ?? '')
  const files = readdirSync(backup, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sealed'))
  const chosen = files.filter((name, at) => !name.includes('projects') || at % Math.ceil(projects / 5) === 0)
  for (const name of chosen) {
    const path = join(backup, name)
    const whole = readFileSync(path)
    const changed = Buffer.from(whole)
    const at = Math.floor(Math.random() * statSync(path).size)
    changed[at] = (changed[at] ?? 0) ^ 0x40
    writeFileSync(path, changed)
    if (await isSound()) throw new Error(`byte ${at} of ${name} was turned, and nobody saw`)
    writeFileSync(path, whole)
  }
  const [missing = ''] = files.filter((name) => name.includes('projects'))
  renameSync(join(backup, missing), join(folder, 'away'))
  if (await isSound()) throw new Error(`${missing} was taken away, and nobody saw`)
  renameSync(join(folder, 'away'), join(backup, missing))
  if (!(await isSound())) throw new Error('it is whole again, and is not restored')
  console.log(
    `backup: ${JSON.stringify({ projects, files: files.length, turned: chosen.length, restored: standing.tried.detail })}`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
