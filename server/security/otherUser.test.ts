// A Thicket as its person starts it, browser and all, and what others of the machine see of it: 2 §1, issue of the desktop, "safety on loopback".
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { proofOf } from '../base/proof.ts'
import { isOurs } from '../running/secondStart.ts'
import type { Found } from '../testing/otherUser.ts'
import { serve, testFolder } from '../testing/serve.ts'

const linux = process.platform === 'linux'
const folder = testFolder()
const config = join(folder, 'config')
let thicket: ChildProcess
let browser = 0
let port = 0
let secret = ''

const pidsOf = (words: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && textOf(`/proc/${name}/cmdline`).includes(words))
    .map(Number)

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A process that has ended meanwhile.
    return ''
  }
}

beforeAll(async () => {
  if (!linux) return
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const tool = (name: string, line: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  tool('xdg-settings', 'echo chromium.desktop')
  // It stays, as a browser does.
  tool('chromium', 'sleep 600 & wait')
  const env = {
    THICKET_CONFIG: config,
    THICKET_NO_BUILD: '1',
    HOME: folder,
    DISPLAY: ':0',
    PATH: `${bin}:/usr/bin:/bin`,
  }
  // The loosest there is: whatever is made is for everybody unless it says otherwise.
  const line = 'umask 000; exec "$@"'
  const started = [
    'sh',
    '-c',
    line,
    'sh',
    process.execPath,
    join(import.meta.dirname, '../main.ts'),
    '--new',
    join(folder, 'p.qrk'),
  ]
  thicket = spawn(started[0] as string, started.slice(1), { env, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  const [printed] = (await once(thicket.stdout as NonNullable<typeof thicket.stdout>, 'data')) as [Buffer]
  const [, at, told] = /:(\d+)\/web\/#launch=([\w-]{43})/.exec(String(printed)) ?? []
  port = Number(at)
  secret = told ?? ''
  browser = await vi.waitFor(
    () => {
      const [pid] = pidsOf(`${join(bin, 'chromium')}\0`)
      if (pid === undefined) throw new Error('no browser was started')
      return pid
    },
    { timeout: 50_000 },
  )
})

afterAll(async () => {
  if (browser > 0) process.kill(-browser, 'SIGKILL')
  if (thicket?.exitCode === null) {
    thicket.kill('SIGTERM')
    await once(thicket, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

it.runIf(linux)(
  'the folder of the configuration is its owner’s alone, and so is each file in it, whatever the umask',
  () => {
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(mode(config)).toBe('700')
    const files = readdirSync(config, { recursive: true, withFileTypes: true })
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['secret', 'installation.json', 'projects.json']),
    )
    for (const file of files) {
      const path = join(file.parentPath, file.name)
      expect([path, mode(path)]).toEqual([path, file.isDirectory() ? '700' : '600'])
    }
  },
)

it.runIf(linux)(
  'the secret stands in no command line and no environment: not the program’s own, nor the browser’s',
  () => {
    expect(textOf(`/proc/${browser}/cmdline`)).toMatch(/--app=http:\/\/127\.0\.0\.1:\d+\/web\/launch\/[\w-]{32}\0/)
    for (const pid of [browser, thicket.pid])
      for (const name of ['cmdline', 'environ']) {
        const text = textOf(`/proc/${pid}/${name}`)
        expect(text).not.toBe('')
        expect(text).not.toContain(secret)
      }
  },
)

it.runIf(linux && process.getuid?.() === 0)(
  'another user’s process, which sees the port and all command lines, finds no secret and is let in nowhere (as root alone: it becomes nobody)',
  async () => {
    // The browser is first at its address.
    const [path] = /\/web\/launch\/[\w-]+/.exec(textOf(`/proc/${browser}/cmdline`)) ?? []
    const used = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
    expect(used.headers.get('location')).toContain(secret)
    const other = spawnSync(process.execPath, [join(import.meta.dirname, '../testing/otherUser.ts')], {
      input: JSON.stringify({ port, folder: config }),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    expect(other.stderr).toBe('')
    const found = JSON.parse(other.stdout) as Found
    expect(found.uid).toBe(65534)
    expect(found.read).toContain(path)
    expect(found.read).not.toContain(secret)
    expect(found.refused).toEqual(
      expect.arrayContaining([
        config,
        join(config, 'secret'),
        `/proc/${thicket.pid}/environ`,
        `/proc/${browser}/environ`,
      ]),
    )
    const letIn = { state: 401, quit: 401, ticket: 401, socket: 401 }
    expect(found.calls).toMatchObject({ [`launch ${path}`]: 404, proof: 200, ...letIn })
  },
)

it('a proof that was heard, or is asked of the one that knows the secret, proves nothing for another port', async () => {
  const served = await serve()
  const heard: string[] = []
  let answers = (_: URL): string | Promise<string> => ''
  const impostor = createServer(async (asked, response) => {
    heard.push(`${asked.url} ${JSON.stringify(asked.headers)}`)
    const proof = await answers(new URL(asked.url ?? '', 'http://impostor'))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ proof }))
  })
  await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve))
  const { port: its } = impostor.address() as { port: number }
  const ask = async (nonce: string) =>
    ((await (await fetch(`${served.base}/web/api/local/proof?nonce=${nonce}`)).json()) as { proof: string }).proof
  expect(await isOurs(served.port, served.secret)).toBe(true)
  // One for another number, though for its own port.
  answers = () => proofOf(served.secret, its, 'b'.repeat(24))
  expect(await isOurs(its, served.secret)).toBe(false)
  // The question passed on.
  answers = (url) => ask(url.searchParams.get('nonce') ?? '')
  expect(await isOurs(its, served.secret)).toBe(false)
  // Each time another number is asked for, and nothing else is told.
  expect(new Set(heard).size).toBe(2)
  expect(heard.join('\n')).not.toContain(served.secret)
  impostor.close()
  await served.end()
})
