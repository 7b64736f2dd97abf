/** “Backup and restore” of `running.md`, line by line as it stands there, on folders of the test's own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CloudProcess, type Member, register, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

const folder = testFolder()
const data = join(folder, 'data')
const bin = join(folder, 'bin')
const root = join(import.meta.dirname, '../..')
let cloud: CloudProcess
let ana: Member
beforeAll(async () => {
  putScript()
  cloud = await startCloud(data)
  ana = await register(cloud.base, 'ana@example.org')
})
afterAll(async () => {
  await cloud.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** The lines of the first block under a heading. */
function linesUnder(heading: string): string[] {
  const text = readFileSync(join(import.meta.dirname, 'running.md'), 'utf8')
  const block = /```\n([^`]+)```/.exec(text.slice(text.indexOf(`\n${heading}\n`)))
  return (block?.[1] ?? '').trim().split('\n')
}

async function follow(heading: string): Promise<void> {
  for (const line of linesUnder(heading)) {
    if (line === 'systemctl stop thicket') {
      cloud.child.kill('SIGTERM')
      expect(await cloud.ended).toBe(0)
    } else if (line === 'systemctl start thicket') cloud = await startCloud(data)
    else await sh(line)
  }
}

/** `thicket` of the lines is the script that they speak of, with the places and the user of the test. */
function putScript(): void {
  const script = readFileSync(join(import.meta.dirname, '../packaging/thicket'), 'utf8')
    .replace('/opt/thicket/node_modules/.bin/node', process.execPath)
    .replaceAll('/opt/thicket', root)
    .replaceAll('/var/lib/thicket', data)
    .replace('/etc/thicket/environment', join(folder, 'none'))
    .replace('= thicket ]', `= ${userInfo().username} ]`)
  mkdirSync(bin)
  writeFileSync(join(bin, 'thicket'), script, { mode: 0o755 })
}

async function sh(line: string): Promise<void> {
  const own = line
    .replaceAll(/\/var\/lib\/thicket|\/(?:backups|tmp)\b/g, (place) => (place === '/var/lib/thicket' ? data : folder))
    .replace('--owner=thicket --group=thicket ', '')
  const { THICKET_DATA, ...env } = process.env
  const child = spawn('sh', ['-c', own], { env: { ...env, PATH: `${bin}:${env.PATH}` } })
  let err = ''
  child.stderr.on('data', (piece) => (err += piece))
  await once(child, 'close')
  expect([line, child.exitCode, err]).toEqual([line, 0, err])
}

const call = async (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${cloud.base}/web/api/v2/projects${path}`, {
    ...init,
    headers: { origin: cloud.base, authorization: `Bearer ${token}` },
  })
const list = async (token: string) =>
  ((await (await call('', token)).json()) as { projects: { project_uuid: string; name: string }[] }).projects
const titles = async (token: string, uuid: string) =>
  ((await (await call(`/${uuid}/json`, token)).json()) as { quirks: { title: string }[] }).quirks.map(
    ({ title }) => title,
  )
const uuidOf = async (token: string, name: string) =>
  (await list(token)).find((project) => project.name === name)?.project_uuid ?? ''

async function signIn(): Promise<string> {
  const answer = await fetch(`${cloud.base}/web/api/v2/auth/login`, {
    method: 'POST',
    headers: { origin: cloud.base, 'content-type': 'application/json' },
    body: JSON.stringify({ email: ana.email, password: 'the password of ana', regional_service_map: true }),
  })
  return ((await answer.json()) as { account: { access_token: string } }).account.access_token
}

it('a backup beside the server; the whole server put back; one project put back into the server that runs', async () => {
  await ana.call('/web/api/v2/projects', { method: 'POST', body: { name: 'Harbour' } })
  const uuid = await uuidOf(ana.token, 'Harbour')
  const client = await connect({ base: cloud.base, secret: ana.token })
  await client.open(uuid)
  const byAna = (id: number) => ({ ...quirk(id), args: { ...quirk(id).args, author: 'ana' } })
  await client.push(1, [[byAna(1)]])
  for (const line of linesUnder('## Backup and restore')) await sh(line.replace(/ +#.*/, ''))
  await client.push(2, [[byAna(2)]])
  client.socket.close()

  await follow('### The whole server')
  const token = await signIn()
  expect(await titles(token, uuid)).toEqual(['quirk 1'])

  expect((await call(`/${uuid}`, token, { method: 'DELETE' })).status).toBe(200)
  expect(await list(token)).toEqual([])
  await follow('### One project')
  const file = unzipSync(readFileSync(join(folder, 'ana.zip')))['projects/Harbour.qrk']
  if (!file) throw new Error('the archive has no such project')
  const form = new FormData()
  form.append('qrkFile', new Blob([new Uint8Array(file)]), 'Harbour.qrk')
  expect((await call('/file', token, { method: 'POST', body: form })).status).toBe(200)
  const back = await uuidOf(token, 'Harbour')
  expect(back).not.toBe(uuid)
  expect(await titles(token, back)).toEqual(['quirk 1'])
}, 60_000)
