/** `thicket admin backup` and `restore`: the whole server, beside the one that runs and without it. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { openAudit } from '../hosts/cloud/audit/audit.ts'
import { openAuditFile, readAudit } from '../hosts/cloud/audit/auditFile.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { startFailure } from '../running/startFailure.ts'
import { type CloudProcess, type Member, register, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

const folder = testFolder()
const data = join(folder, 'data')
const out = join(folder, 'backup')
let cloud: CloudProcess
let ana: Member
beforeAll(async () => {
  cloud = await startCloud(data)
  ana = await register(cloud.base, 'ana@example.org')
})
afterAll(async () => {
  await cloud.kill()
  rmSync(folder, { recursive: true, force: true })
})

async function adminBy(run: typeof thicket, where: string, ...args: string[]): Promise<{ code: number; err: string }> {
  const { code, stderr: err } = await run(folder, ['admin', ...args], '', { THICKET_DATA: where })
  return { code, err }
}
const admin = (where: string, ...args: string[]) => adminBy(thicket, where, ...args)

const projectsOf = async (member: Member) =>
  ((await (await member.call('/web/api/v2/projects')).json()) as { projects: { project_uuid: string; name: string }[] })
    .projects

const titles = async (member: Member, uuid: string): Promise<string[]> => {
  const whole = (await (await member.call(`/web/api/v2/projects/${uuid}/json`)).json()) as {
    quirks: { title: string }[]
  }
  return whole.quirks.map(({ title }) => title)
}

const byAna = (id: number) => ({ ...quirk(id), args: { ...quirk(id).args, author: 'ana' } })

it('beside the server that runs: what was acknowledged before is in it; restored elsewhere it is the same, in a new epoch', async () => {
  for (const name of ['One', 'Two']) await ana.call('/web/api/v2/projects', { method: 'POST', body: { name } })
  const projects = await projectsOf(ana)
  const uuid = projects.find(({ name }) => name === 'One')?.project_uuid as string
  const client = await connect({ base: cloud.base, secret: ana.token })
  await client.open(uuid)
  await client.push(1, [[byAna(1)], [byAna(2)]])
  const { epoch } = client

  const made = await adminBy(thicketProcess, data, 'backup', out)
  expect(made).toEqual({ code: 0, err: expect.stringContaining('2 projects and the accounts') })
  // The room goes on, and what comes now is not in the backup.
  await client.push(2, [[byAna(3)]])
  expect(readdirSync(out).sort()).toEqual(['accounts.sqlite', 'audit.sqlite', 'backup.json', 'projects'])
  expect(readdirSync(folder).sort()).toEqual(['backup', 'data'])
  expect((await admin(data, 'backup', out)).err).toContain('is not empty')

  const other = join(folder, 'restored')
  expect((await adminBy(thicketProcess, other, 'restore', out)).code).toBe(0)
  const restored = await startCloud(other)
  try {
    // Sessions are not in a backup.
    const old = { authorization: `Bearer ${ana.token}` }
    expect((await fetch(`${restored.base}/web/api/v2/projects`, { headers: old })).status).toBe(401)
    const signedIn = await fetch(`${restored.base}/web/api/v2/auth/login`, {
      method: 'POST',
      headers: { origin: restored.base, 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, password: 'the password of ana', regional_service_map: true }),
    })
    const { account } = (await signedIn.json()) as { account: { access_token: string } }
    const again: Member = {
      ...ana,
      token: account.access_token,
      call: (path) => fetch(restored.base + path, { headers: { authorization: `Bearer ${account.access_token}` } }),
    }
    expect((await projectsOf(again)).map(({ name }) => name).sort()).toEqual(['One', 'Two'])
    expect(await titles(again, uuid)).toEqual(['quirk 1', 'quirk 2'])
    expect(await titles(ana, uuid)).toEqual(['quirk 1', 'quirk 2', 'quirk 3'])
    const late = await connect({ base: restored.base, secret: again.token })
    Object.assign(late, { client: client.client, epoch })
    const opened = await late.open(uuid, 3)
    expect(opened).toMatchObject({ status: 'open', snapshot: true, head: 2 })
    expect(opened.epoch).not.toBe(epoch)
    late.socket.close()
  } finally {
    await restored.kill()
  }
  client.socket.close()
})

it('without the server; a backup that was damaged, or a folder in use, is refused and left alone', async () => {
  cloud.child.kill('SIGTERM')
  expect(await cloud.ended).toBe(0)
  const cold = join(folder, 'cold')
  expect((await admin(data, 'backup', cold)).code).toBe(0)
  expect((await admin(data, 'restore', cold)).err).toContain('has a server’s data')
  const list = JSON.parse(readFileSync(join(cold, 'backup.json'), 'utf8')) as { files: { path: string }[] }
  const file = join(cold, list.files.find(({ path }) => path.startsWith('projects/'))?.path as string)
  appendFileSync(file, 'x')
  const other = join(folder, 'damaged')
  expect((await admin(other, 'restore', cold)).err).toContain('is damaged or missing; nothing was restored')
  expect(existsSync(join(other, 'accounts.sqlite'))).toBe(false)
  writeFileSync(join(cold, 'backup.json'), '{}')
  expect((await admin(other, 'restore', cold)).err).toContain('is no backup')
})

it('a restore leaves the audit log that is there, and by it names who was deleted since the backup, with the line that deletes them again', async () => {
  const own = join(folder, 'own')
  const run = (...args: string[]) => thicket(folder, ['admin', ...args], 'a zebra in the lamp\n', { THICKET_DATA: own })
  for (const email of ['eve@example.org', 'kim@example.org', 'lea@example.org']) await run('create-user', email)
  const idOf = async (email: string) =>
    (JSON.parse((await run('list', '--json')).stdout) as { id: string; email: string }[]).find(
      (each) => each.email === email,
    )?.id
  const audit = openAudit({ store: openAuditFile(own), days: 10, failed: (error) => expect.fail(String(error)) })
  const kept = join(folder, 'kept')
  expect((await run('backup', kept)).code).toBe(0)
  // One beside a server that runs, one without: the next server notes it.
  audit.heard('accountDeleted', { account: (await idOf('eve@example.org')) ?? '' })
  await audit.close()
  expect((await run('delete', 'kim@example.org', '--yes')).code).toBe(0)
  for (const name of ['accounts.sqlite', 'projects']) rmSync(join(own, name), { recursive: true, force: true })
  const { code, stderr } = await run('restore', kept)
  expect([code, stderr.match(/thicket admin delete \S+ --yes/g)]).toEqual([
    0,
    ['thicket admin delete eve@example.org --yes', 'thicket admin delete kim@example.org --yes'],
  ])
  expect(readAudit(own, {}).map(({ event }) => event)).toEqual(['accountDeleted'])
})

it('accounts that are damaged are named, with what to do, by the start and by commands; so is the audit log', () => {
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  const [accounts, audit] = [join(broken, 'accounts.sqlite'), join(broken, 'audit.sqlite')]
  for (const path of [accounts, audit]) writeFileSync(path, 'no database '.repeat(1000))
  const said = (open: () => unknown) => {
    try {
      open()
    } catch (error) {
      return startFailure(error, { data: broken, port: 0, host: '127.0.0.1' })
    }
    return 'it was opened'
  }
  expect(said(() => openCloudDatabase(accounts))).toMatch(/accounts\.sqlite is damaged .* from a backup/)
  expect(said(() => readAudit(broken, {}))).toMatch(/audit\.sqlite is damaged .* begins anew/)
})
