/** `thicket serve` for whoever runs it: health, numbers, the log, and an end that loses nothing. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import { openLog } from '../base/log.ts'
import { routeClass } from '../routes/metrics.ts'
import { type CloudProcess, type Member, register, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

const folder = testFolder()
let cloud: CloudProcess
let ana: Member
beforeAll(async () => {
  cloud = await startCloud(folder)
  ana = await register(cloud.base, 'ana@example.org')
})
afterAll(async () => {
  await cloud.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** With just these headers, Host included. */
const ask = (
  path: string,
  headers: Record<string, string>,
  base = cloud.base,
): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(base)
    const sent = request({ host: '127.0.0.1', port, path, headers, setHost: false }, (response) => {
      let body = ''
      response.on('data', (piece) => (body += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })

const newProject = async (member: Member, name: string): Promise<string> => {
  const made = await member.call('/web/api/v2/projects', { method: 'POST', body: { name } })
  return ((await made.json()) as { project_uuid: string }).project_uuid
}

describe('/healthz', () => {
  it('says that the storage answers, to anybody, by whatever name it is called, and nothing else', async () => {
    for (const host of [new URL(cloud.base).host, 'thicket:4280', '10.0.0.7'])
      expect(await ask('/healthz', { host })).toEqual({ status: 200, body: '{"status":"ok"}' })
  })
})

describe('/metrics', () => {
  const numberOf = (text: string, name: string): number =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )

  it('counts what is done, by classes: no name, no id, no address', async () => {
    const uuid = await newProject(ana, 'Numbers')
    const client = await connect({ base: cloud.base, secret: ana.token })
    await client.open(uuid)
    await client.push(1, [[quirk(1)], [quirk(2)]])
    await client.push(2, [[quirk(2)]])
    const text = await (await fetch(`${cloud.base}/metrics`)).text()
    expect(text).toContain('# TYPE thicket_log_lines_total counter')
    // There before the first one: what grows from nothing is not seen to grow.
    expect(numberOf(text, 'thicket_log_lines_total{level="error"}')).toBe(0)
    expect(numberOf(text, 'thicket_http_requests_total{route="push",method="POST",status="500"}')).toBe(0)
    expect(numberOf(text, 'thicket_sockets')).toBe(1)
    expect(numberOf(text, 'thicket_open_projects')).toBe(1)
    expect(numberOf(text, 'thicket_pushes_total')).toBe(2)
    expect(numberOf(text, 'thicket_steps_total')).toBe(2)
    expect(numberOf(text, 'thicket_push_seconds_count')).toBe(2)
    expect(numberOf(text, 'thicket_refusals_total{kind="idExists"}')).toBe(1)
    expect(numberOf(text, 'thicket_storage_queue')).toBe(0)
    expect(numberOf(text, 'thicket_http_requests_total{route="ticket",method="GET",status="200"}')).toBe(1)
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(numberOf(text, name)).toBeGreaterThan(0)
    for (const secret of [uuid, ana.token, 'ana', 'Numbers']) expect(text).not.toContain(secret)
    client.socket.close()
  })

  it('is for this machine alone, and not for whom a proxy lets in', async () => {
    const { host } = new URL(cloud.base)
    expect((await ask('/metrics', { host })).status).toBe(200)
    expect((await ask('/metrics', { host: 'thicket.example' })).status).toBe(401)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect((await ask('/metrics', { host, [name]: '203.0.113.7' })).status).toBe(401)
  })

  it('behind a proxy that says nothing of itself it takes the token of the settings', async () => {
    const data = testFolder()
    const token = 'a-token-of-the-tests'
    const behind = await startCloud(data, { THICKET_URL: 'https://thicket.example/desk', THICKET_METRICS_TOKEN: token })
    const open = await startCloud(join(data, 'without'), { THICKET_URL: 'https://thicket.example/desk' })
    try {
      expect(behind.printed).toBe('https://thicket.example/desk/web/')
      const { host } = new URL(behind.base)
      expect((await ask('/metrics', { host }, behind.base)).status).toBe(401)
      expect((await ask('/metrics', { host, authorization: 'Bearer wrong' }, behind.base)).status).toBe(401)
      const right = { host: 'anything', authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' }
      expect((await ask('/metrics', right, behind.base)).status).toBe(200)
      expect((await ask('/metrics', { host: new URL(open.base).host }, open.base)).status).toBe(401)
    } finally {
      await Promise.all([behind.kill(), open.kill()])
      rmSync(data, { recursive: true, force: true })
    }
  })

  it.each([
    ['/web/api/v2/auth/login', 'account'],
    ['/web/api/user/sessions', 'account'],
    ['/web/api/v2/projects/5/share', 'projects'],
    ['/web/', 'page'],
    ['/', 'page'],
    ['/buy/cloud', 'page'],
    ['/buy', 'page'],
    ['/web/assets/1/main.js', 'asset'],
    ['/v1/thicket', 'socket'],
    ['/v1/thicket/projects/5/snapshot', 'snapshot'],
    ['/wp-login.php', 'other'],
  ])('%s is of the class %s', (path, name) => {
    expect(routeClass(path)).toBe(name)
  })
})

describe('the log', () => {
  it('has a line of JSON for each request, under the id that the caller is told; no query, no body, no email, no token', async () => {
    const response = await ana.call('/web/api/v2/projects?secret=in-the-query')
    const id = response.headers.get('request-id')
    const wrong = { email: 'ana@example.org', password: 'a wrong one', regional_service_map: true }
    expect((await ana.call('/web/api/v2/auth/login', { method: 'POST', body: wrong })).status).toBe(401)
    await expect.poll(() => cloud.log(), { timeout: 20_000 }).toContain('/v2/auth/login')
    const lines = cloud
      .log()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    expect(lines.find(({ request }) => request === id)).toMatchObject({
      level: 'info',
      method: 'GET',
      path: '/web/api/v2/projects',
      status: 200,
    })
    for (const secret of ['in-the-query', 'example.org', 'a wrong one', 'the password of', ana.token])
      expect(cloud.log()).not.toContain(secret)
  })

  it('the security log is written at every level; errors bear no email', () => {
    const lines: string[] = []
    const log = openLog('warn', (line) => lines.push(line))
    log.say('nothing of this')
    log.security('signInFailed', { account: 'a1', tries: 3 })
    log.error(new Error('550 no such user ben.o@mail.example.org'), 'r1')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', security: 'signInFailed', account: 'a1', tries: 3 },
      { level: 'error', request: 'r1', err: { message: '550 no such user …@…' } },
    ])
    expect(Object.fromEntries(log.lines)).toEqual({ security: 1, error: 1 })
  })
})

describe('the folder', () => {
  it('says which file is whose, by the line of the page for operators', async () => {
    const uuid = await newProject(ana, 'Whose')
    const page = readFileSync(join(import.meta.dirname, '../docs/running.md'), 'utf8')
    const line = /^cd \/var\/lib\/thicket && runuser .*$/m.exec(page)?.[0] ?? ''
    const here = line
      .replace('/var/lib/thicket', folder)
      .replace(/runuser .* --no-warnings/, `${process.execPath} --no-warnings`)
    const { stdout, stderr } = spawnSync('sh', ['-c', here], { encoding: 'utf8' })
    expect(stderr).toBe('')
    expect(stdout).toContain(uuid)
    const path = /path: '([^']+)'/.exec(stdout.slice(stdout.indexOf(uuid)))?.[1] ?? ''
    expect(path.startsWith(join(folder, 'projects')) && existsSync(path)).toBe(true)
  })
})

describe('a start that cannot be', () => {
  it('says why, in words for whoever starts it, and ends', async () => {
    const refused = async (env: NodeJS.ProcessEnv, words: string) =>
      expect(startCloud(join(folder, 'other'), env)).rejects.toThrow(words)
    const { port } = new URL(cloud.base)
    await refused({ PORT: port }, `did not start: thicket: port ${port} of 127.0.0.1 is taken by another program`)
    await refused({ THICKET_HOST: '203.0.113.7' }, 'which is no address of this machine')
    await refused({ THICKET_HOST: 'nowhere.invalid' }, 'thicket: THICKET_HOST is nowhere.invalid, which is no address')
  }, 60_000)

  it('says what is wrong with settings before anything is made', async () => {
    writeFileSync(join(folder, 'file'), '')
    const refused = async (settings: Record<string, string>) => {
      const all = { THICKET_NO_BUILD: '1', THICKET_DATA: join(folder, 'other'), PORT: '0', ...settings }
      const { code, stderr } = await thicket(folder, ['serve'], '', all)
      expect(code).toBe(1)
      return stderr
    }
    expect(await refused({ PORT: 'x', THICKET_QUOTA: 'y' })).toMatch(/^thicket: PORT.*\nthicket: THICKET_QUOTA/)
    expect(await refused({ THICKET_DATA: join(folder, 'file') })).toContain('which is no folder')
    const mistyped = join(folder, 'mistyped/thicket')
    expect(await refused({ THICKET_DATA: mistyped })).toContain(
      `there is no folder ${join(folder, 'mistyped')} to make it in`,
    )
    expect(existsSync(join(folder, 'mistyped'))).toBe(false)
  })
})

describe('mails that cannot be sent', () => {
  it('are counted, and logged under the request that they are of, whose person the security log names', async () => {
    const data = join(folder, 'mails')
    const token = 'a-token-of-the-tests'
    const activation = { THICKET_ACTIVATION: 'https://thicket.example', THICKET_METRICS_TOKEN: token }
    const mail = { THICKET_MAIL: 'smtp://127.0.0.1:1', THICKET_REGISTRATION: 'open', ...activation }
    const one = await startCloud(data, mail)
    try {
      await register(one.base, 'ana@example.org')
      const lines = () =>
        one
          .log()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Record<string, unknown>)
      await expect.poll(() => lines().find(({ level }) => level === 'error'), { timeout: 20_000 }).toBeDefined()
      const failed = lines().find(({ level }) => level === 'error')
      expect(failed).toMatchObject({ err: { message: expect.stringContaining('a mail could not be sent') } })
      const registered = lines().find(({ path }) => path === '/web/api/v2/register/checkout')
      expect(failed?.request).toBe(registered?.request)
      const signedIn = lines().find(({ security }) => security === 'signIn')
      expect(signedIn).toMatchObject({ request: registered?.request, account: expect.any(String) })
      // Also from this machine: whoever sets a token has it asked for.
      expect((await fetch(`${one.base}/metrics`)).status).toBe(401)
      const headers = { authorization: `Bearer ${token}` }
      const numbers = await (await fetch(`${one.base}/metrics`, { headers })).text()
      expect(numbers).toContain('thicket_mails_total{result="failed"} 1')
      expect(numbers).toContain('thicket_log_lines_total{level="error"} 1')
      expect(numbers).toContain('thicket_mails_total{result="sent"} 0')
      expect(one.log()).toContain(`${data} is a new folder`)
      expect(one.log()).toContain(
        'thicket: mails say that they are from Thicket <thicket@localhost>, which mail servers',
      )
      expect(one.log()).toContain('thicket: THICKET_ACTIVATION is for desktops')
    } finally {
      await one.kill()
    }
  }, 60_000)
})

describe('the end of the server', () => {
  it('SIGTERM under load: what was acknowledged is on the disk, sockets are told 1012, files are whole, code 0 within 5 s', async () => {
    const data = testFolder()
    const one = await startCloud(data)
    try {
      const ben = await register(one.base, 'ben@example.org')
      const projects = await Promise.all(['a', 'b', 'c'].map((name) => newProject(ben, name)))
      const acknowledged = new Map<string, number[]>()
      const codes: Promise<number>[] = []
      for (const [p, uuid] of projects.entries())
        for (let c = 0; c < 4; c += 1) {
          const client = await connect({ base: one.base, secret: ben.token })
          await client.open(uuid)
          codes.push(client.closed)
          const mine = acknowledged.get(uuid) ?? []
          acknowledged.set(uuid, mine)
          let id = 1 + c * 1_000_000 + p * 10_000_000
          void (async () => {
            for (let n = 1; ; n += 1, id += 1) {
              const { steps } = await client.push(n, [[{ ...quirk(id), args: { ...quirk(id).args, author: 'ben' } }]])
              if (steps[0] && 'seq' in steps[0]) mine.push(id)
            }
          })().catch(() => {})
        }
      const least = () => Math.min(...[...acknowledged.values()].map(({ length }) => length))
      await expect.poll(least, { timeout: 20_000 }).toBeGreaterThan(30)
      one.child.kill('SIGTERM')
      expect(await Promise.all(codes)).toEqual(codes.map(() => closeCodes.restart))
      // 1 where it took longer than 5 s.
      expect(await one.ended).toBe(0)
      const ends = one
        .log()
        .split('\n')
        .flatMap((line) => (/"stopp/.test(line) ? [JSON.parse(line)] : []))
      expect(ends).toMatchObject([{ msg: 'stopping', by: 'SIGTERM' }, { msg: 'stopped' }])
      const accounts = new DatabaseSync(join(data, 'accounts.sqlite'), { readOnly: true })
      for (const [uuid, ids] of acknowledged) {
        const { path } = accounts.prepare('SELECT path FROM projects WHERE uuid = ?').get(uuid) as { path: string }
        // Without its log: the file is whole by itself.
        rmSync(`${path}-wal`, { force: true })
        const db = new DatabaseSync(path)
        const there = new Set(
          db
            .prepare('SELECT id FROM quirks')
            .all()
            .map(({ id }) => id),
        )
        db.close()
        expect(ids.filter((id) => !there.has(id))).toEqual([])
      }
      accounts.close()
    } finally {
      await one.kill()
      rmSync(data, { recursive: true, force: true })
    }
  })

  it('a signal to `npm run serve` is one to the server, which has ended when npm has', async () => {
    const data = testFolder()
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const one = await startCloud(data, {}, ['npm', 'run', '--silent', 'serve'])
      one.child.kill(signal)
      expect(await one.ended).toBe(0)
      await expect(fetch(`${one.base}/healthz`)).rejects.toThrow()
    }
    rmSync(data, { recursive: true, force: true })
  }, 60_000)

  it('a second server of the same folder does not start', async () => {
    await expect(startCloud(folder)).rejects.toThrow('another Thicket serves the folder')
  })
})
