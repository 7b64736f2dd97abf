/** The binary as a process: its address, its port, its signals, its refusals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { thicket as thicketHere } from '../fixtures/testing/commandLine.ts'
import manifest from '../package.json' with { type: 'json' }
import { openInstallation } from './hosts/installation.ts'
import { testFolder } from './testing/serve.ts'
import { connect, quirk } from './testing/socketClient.ts'

// Each starts several programs, and waits for them as long as it takes.
vi.setConfig({ testTimeout: 120_000 })

let folder = ''
let running: ChildProcess[] = []
beforeEach(() => {
  folder = testFolder()
  running = []
})
afterEach(async () => {
  for (const child of running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

interface Started {
  child: ChildProcess
  ended: Promise<number | null>
  out: () => string
  err: () => string
}

const thicket = (...args: string[]): Started => thicketOf('config', {}, ...args)

/** `config`: which installation. */
function thicketOf(config: string, more: NodeJS.ProcessEnv, ...args: string[]): Started {
  // The page is built by another test; here its builder is left out.
  const env = {
    ...process.env,
    THICKET_CONFIG: join(folder, config),
    THICKET_NO_OPEN: '1',
    THICKET_NO_BUILD: '1',
    INIT_CWD: folder,
    ...more,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env,
    cwd: import.meta.dirname,
  })
  running.push(child)
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  return { child, ended: once(child, 'close').then(() => child.exitCode), out: () => out, err: () => err }
}

/**
 * The same within the process of the test, which is less work: of what ends at once, since a Thicket of this installation runs already.
 */
const thicketBeside = (...args: string[]) =>
  thicketHere(folder, args, '', { THICKET_NO_OPEN: '1', THICKET_NO_BUILD: '1' })

/** A port that nobody has, kept as this installation's own, as after a first start. */
async function keepAPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  mkdirSync(join(folder, 'config'))
  openInstallation(join(folder, 'config')).keepPort(port)
  return port
}

async function address(started: Started): Promise<{ base: string; secret: string; route: string; port: number }> {
  for (let tries = 0; !started.out().includes('\n'); tries += 1) {
    if (tries > 4000 || started.child.exitCode !== null) throw new Error(`no address: ${started.err()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const [, base, port, secret, route] =
    /^(http:\/\/127\.0\.0\.1:(\d+))\/web\/#launch=([\w-]{43})(\S*)$/m.exec(started.out()) ?? []
  if (!base || !secret) throw new Error(`not an address: ${started.out()}`)
  return { base, secret, route: route ?? '', port: Number(port) }
}

/** What a start finds on the machine, and the address that it opens. */
function fakeBrowser(): { shown: NodeJS.ProcessEnv; opened: () => Promise<string> } {
  const bin = join(folder, 'bin')
  const seen = join(folder, 'seen')
  mkdirSync(bin)
  const tool = (name: string, line: string) => writeFileSync(join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  tool('xdg-settings', 'echo chromium.desktop')
  tool('chromium', `echo "$@" > '${seen}.new' && mv '${seen}.new' '${seen}'`)
  return {
    shown: { DISPLAY: ':0', CI: '', THICKET_NO_OPEN: '', PATH: `${bin}:/usr/bin:/bin` },
    opened: async () => {
      await expect.poll(() => existsSync(seen), { timeout: 60_000 }).toBe(true)
      const [, address = ''] = /^--app=(.+)$/m.exec(readFileSync(seen, 'utf8')) ?? []
      rmSync(seen)
      return address
    },
  }
}

const state = async (base: string, secret: string) =>
  (await fetch(`${base}/web/api/local/state`, { headers: { authorization: `Bearer ${secret}` } })).json() as Promise<{
    recentFiles: string[]
    port: number
  }>

describe('thicket [file.qrk]', () => {
  it('makes the file in the caller’s folder, prints the address of its page, and ends at SIGTERM with a whole file', async () => {
    const started = thicket('--new', './Interviews')
    const { base, secret, route } = await address(started)
    expect(route).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
    expect((await state(base, secret)).recentFiles).toEqual([join(folder, 'Interviews.qrk')])
    started.child.kill('SIGTERM')
    // 1 where it took longer than 5 s.
    expect(await started.ended).toBe(0)
    expect(existsSync(join(folder, 'Interviews.qrk'))).toBe(true)
    expect(existsSync(join(folder, 'Interviews.qrk-wal'))).toBe(false)
    expect(readFileSync(join(folder, 'Interviews.qrk'), 'latin1').startsWith('SQLite format 3\0')).toBe(true)
    expect(started.out().trim().split('\n')).toHaveLength(1)
    expect(started.err()).toContain(`Made ${join(folder, 'Interviews.qrk')}.`)
  })

  it('keeps port, secret and project through a restart; nobody else gets a file that a page has open', async () => {
    const one = thicket('--new', './p.qrk')
    const first = await address(one)
    const page = await connect(first)
    await page.open(first.route.slice('/projects/'.length))
    const locked = thicketOf('another', {}, './p.qrk')
    expect(await locked.ended).toBe(1)
    expect(locked.err()).toContain('another Thicket has it open')
    one.child.kill('SIGINT')
    expect(await one.ended).toBe(0)
    expect(await address(thicket('p.qrk'))).toEqual(first)
  })

  it('hands what a second one is given to the first, and that ends', async () => {
    const { base, secret, port } = await address(thicket())
    const empty = thicket()
    expect(await empty.ended).toBe(0)
    expect(await address(empty)).toEqual({ base, secret, port, route: '' })
    expect(empty.err()).toContain(`already running on port ${port}`)

    const made = thicket('--new', './Letters')
    expect(await made.ended).toBe(0)
    const { route } = await address(made)
    expect(route).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
    expect((await state(base, secret)).recentFiles).toEqual([join(folder, 'Letters.qrk')])
    const again = await thicketBeside('./Letters.qrk')
    expect([again.code, again.stdout.trim().endsWith(route)]).toEqual([0, true])
    const refused = async (says: string, ...args: string[]) =>
      expect(await thicketBeside(...args)).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
    await refused('there is such a file already', '--new', './Letters')
    // A name mistyped makes nothing.
    await refused('there is no such file; --new makes a project', './Leters.qrk')
    expect(existsSync(join(folder, 'Leters.qrk'))).toBe(false)
    writeFileSync(join(folder, 'letter.qrk'), 'Dear Ann')
    await refused('it is not a Thicket project', './letter.qrk')
  })

  it('starts a browser with an address that holds good once, and without the secret in it', async () => {
    const { shown, opened: open } = fakeBrowser()
    const started = thicketOf('config', shown, '--new', './p.qrk')
    const { base, secret, route } = await address(started)
    const opened = await open()
    expect(opened).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/web\/launch\/[\w-]{32}$/)
    const first = await fetch(opened, { redirect: 'manual' })
    expect(new URL(first.headers.get('location') ?? '', opened).href).toBe(`${base}/web/#launch=${secret}${route}`)
    expect((await fetch(opened, { redirect: 'manual' })).status).toBe(404)
  })

  it('started from a menu it prints no secret, and its page says why a file does not open', async () => {
    writeFileSync(join(folder, 'letter.qrk'), 'Dear Ann')
    const { shown, opened } = fakeBrowser()
    const started = thicketOf('config', shown, '--desktop', './letter.qrk')
    const led = async () => (await fetch(await opened(), { redirect: 'manual' })).headers.get('location') ?? ''
    const [, secret = '', refused = ''] = /#launch=([\w-]{43})\/projects\?refused=(.+)$/.exec(await led()) ?? []
    const found = { kind: 'notAProject', name: join(folder, 'letter.qrk') }
    expect(JSON.parse(new URLSearchParams(`refused=${refused}`).get('refused') ?? '')).toEqual(found)
    expect(started.out()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/web\/#\/projects\?/)
    expect(secret).not.toBe('')
    expect(started.out() + started.err()).not.toContain(secret)
    // Another double click, while it runs.
    const second = thicketOf('config', shown, '--desktop', '--new', './Study.qrk')
    expect(await second.ended).toBe(0)
    expect(await led()).toMatch(/#launch=[\w-]{43}\/projects\/[0-9a-f-]{36}$/)
    expect(second.out() + second.err()).not.toContain(secret)
  })

  it('ends when its person says so in the page, after the last step, with a whole file', async () => {
    const started = thicket('--new', './p.qrk')
    const { base, secret, route } = await address(started)
    const page = await connect({ base, secret })
    await page.open(route.slice('/projects/'.length))
    const headers = { authorization: `Bearer ${secret}`, origin: base }
    const inUse = await (await fetch(`${base}/web/api/local/quit`, { headers })).json()
    expect(inUse).toEqual({ inUse: [join(folder, 'p.qrk')] })
    await page.push(1, [[quirk(1_000_000)]])
    expect((await fetch(`${base}/web/api/local/quit`, { method: 'POST', headers })).status).toBe(200)
    expect(await started.ended).toBe(0)
    expect(existsSync(join(folder, 'p.qrk-wal'))).toBe(false)
    const database = new DatabaseSync(join(folder, 'p.qrk'), { readOnly: true })
    expect(database.prepare('SELECT COUNT(*) AS n FROM quirks').get()).toEqual({ n: 1 })
    database.close()
  })

  it('of two starts at the same moment one is there, and has the files of both', async () => {
    await keepAPort()
    const both = [thicket('--new', './A.qrk'), thicket('--new', './B.qrk')]
    const [a, b] = await Promise.all(both.map(address))
    expect(a?.port).toBe(b?.port)
    await expect.poll(() => both.filter(({ child }) => child.exitCode === 0).length, { timeout: 60_000 }).toBe(1)
    const { recentFiles } = await state(a?.base ?? '', a?.secret ?? '')
    expect(recentFiles.sort()).toEqual([join(folder, 'A.qrk'), join(folder, 'B.qrk')])
  })

  it('keeps the project of another program for the page to import; its file is on no list', async () => {
    writeFileSync(join(folder, 'Other study.qdpx'), 'an archive')
    const started = thicket('./Other study.qdpx')
    const { base, secret, route } = await address(started)
    const asked = new URL(route, base).searchParams
    expect(route.split('?')[0]).toBe('/projects')
    expect(asked.get('path')).toBe(join(folder, 'Other study.qdpx'))
    const fetched = (key: string | null, token = secret) =>
      fetch(`${base}/web/api/local/given/${key}`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await fetched(asked.get('given'))).text()).toBe('an archive')
    expect((await fetched('another')).status).toBe(404)
    expect((await fetched(asked.get('given'), 'nobody')).status).toBe(401)
    expect((await state(base, secret)).recentFiles).toEqual([])
    expect(await thicketBeside('./None.qdpx')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('there is no such file'),
    })
  })

  it('says when another program has its port', async () => {
    const port = await keepAPort()
    // It answers as we would, but does not know the secret: that is not told to it.
    let heard = ''
    const other = createServer((request, response) => {
      heard += `${request.url} ${JSON.stringify(request.headers)}\n`
      response.setHeader('content-type', 'application/json').end('{"proof":"x","localServer":true}')
    })
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const two = thicket()
    expect((await address(two)).port).not.toBe(port)
    expect(heard).toContain('/web/api/local/proof?nonce=')
    expect(heard).not.toContain((await address(two)).secret)
    expect(two.err()).toContain(`Port ${port}, which Thicket uses on this machine, is taken`)
    const instead = (await address(two)).port
    two.child.kill('SIGTERM')
    await two.ended
    // A browser that was let in there is let in again.
    const three = thicket()
    expect((await address(three)).port).toBe(instead)
    expect(three.err()).toContain(`This one uses port ${instead}`)
    three.child.kill('SIGTERM')
    await three.ended
    other.close()
    expect((await address(thicket())).port).toBe(port)
  })

  it('listens on loopback alone', async () => {
    const { base, secret } = await address(thicket())
    expect((await state(base, secret)).port).toBe(Number(new URL(base).port))
    const port = Number(new URL(base).port).toString(16).toUpperCase().padStart(4, '0')
    const listening = (kind: string) =>
      readFileSync(`/proc/net/${kind}`, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => fields[1]?.endsWith(`:${port}`) && fields[3] === '0A')
        .map((fields) => fields[1])
    expect(listening('tcp')).toEqual([`0100007F:${port}`])
    const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
    expect(listening('tcp6')).toEqual(hasIPv6 ? [`00000000000000000000000001000000:${port}`] : [])
  })

  it('says in one line why a file cannot be opened', async () => {
    writeFileSync(join(folder, 'letter.qrk'), 'Dear Ann')
    const started = thicket('./letter.qrk')
    expect(await started.ended).toBe(1)
    expect(started.err()).toContain(`cannot open ${join(folder, 'letter.qrk')}: it is not a Thicket project`)
    expect(started.out()).toBe('')
    expect(readFileSync(join(folder, 'letter.qrk'), 'utf8')).toBe('Dear Ann')
  })
})

describe('other words', () => {
  it.each([[['--help']], [['help']], [['serve', '--help']]])('thicket %j says what there is', async (args) => {
    const started = thicket(...args)
    expect(await started.ended).toBe(0)
    expect(started.out()).toContain('thicket serve ')
    expect(started.err()).toBe('')
  })

  it.each([
    [['serve', '--fast'], 2, 'unknown option --fast'],
    [['sevre'], 2, 'unknown command sevre'],
    [['--new'], 2, 'which file.qrk?'],
    [['--fast'], 2, 'unknown option --fast'],
    [['a.qrk', 'b.qrk'], 2, 'unknown command'],
  ])('thicket %j ends with %i and one line', async (args, code, line) => {
    mkdirSync(join(folder, 'empty'))
    const started = thicket(...args)
    expect(await started.ended).toBe(code)
    expect(started.err()).toContain(line)
    expect(started.err().trim().split('\n')).toHaveLength(1)
    expect(started.out()).toBe('')
  })

  it('thicket --version says which it is', async () => {
    const started = thicket('--version')
    expect(await started.ended).toBe(0)
    expect(started.out()).toBe(`${manifest.version}\n`)
  })
})
