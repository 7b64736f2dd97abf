/** The binary as a process: its address, its port, its signals, its refusals. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from './testing/serve.ts'
import { connect } from './testing/socketClient.ts'

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

function thicket(...args: string[]): Started {
  // The page is built by another test; here its builder is left out.
  const env = {
    ...process.env,
    THICKET_CONFIG: join(folder, 'config'),
    THICKET_NO_OPEN: '1',
    THICKET_NO_BUILD: '1',
    INIT_CWD: folder,
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

async function address(started: Started): Promise<{ base: string; secret: string; route: string; port: number }> {
  for (let tries = 0; !started.out().includes('\n'); tries += 1) {
    if (tries > 1000 || started.child.exitCode !== null) throw new Error(`no address: ${started.err()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const [, base, port, secret, route] =
    /^(http:\/\/127\.0\.0\.1:(\d+))\/web\/#launch=([\w-]{43})(\S*)$/m.exec(started.out()) ?? []
  if (!base || !secret) throw new Error(`not an address: ${started.out()}`)
  return { base, secret, route: route ?? '', port: Number(port) }
}

const state = async (base: string, secret: string) =>
  (await fetch(`${base}/web/api/local/state`, { headers: { authorization: `Bearer ${secret}` } })).json() as Promise<{
    recentFiles: string[]
    port: number
  }>

describe('thicket [file.qrk]', () => {
  it('makes the file in the caller’s folder, prints the address of its page, and ends at SIGTERM with a whole file', async () => {
    const started = thicket('./Interviews')
    const { base, secret, route } = await address(started)
    expect(route).toMatch(/^\/projects\/[0-9a-f-]{36}$/)
    expect((await state(base, secret)).recentFiles).toEqual([join(folder, 'Interviews.qrk')])
    const began = Date.now()
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
    expect(Date.now() - began).toBeLessThan(5000)
    expect(existsSync(join(folder, 'Interviews.qrk'))).toBe(true)
    expect(existsSync(join(folder, 'Interviews.qrk-wal'))).toBe(false)
    expect(readFileSync(join(folder, 'Interviews.qrk'), 'latin1').startsWith('SQLite format 3\0')).toBe(true)
    expect(started.out().trim().split('\n')).toHaveLength(1)
  })

  it('keeps port, secret and project through a restart; a second one at the same time says so and takes another port', async () => {
    const one = thicket('./p.qrk')
    const first = await address(one)
    const two = thicket()
    const second = await address(two)
    expect(second.port).not.toBe(first.port)
    expect(second.secret).toBe(first.secret)
    expect(two.err()).toContain(`already running on port ${first.port}`)
    // A page has it open: nobody else gets the file.
    const page = await connect(first)
    await page.open(first.route.slice('/projects/'.length))
    const locked = thicket('./p.qrk')
    expect(await locked.ended).toBe(1)
    expect(locked.err()).toContain('another Thicket has it open')
    for (const started of [one, two]) {
      started.child.kill('SIGINT')
      expect(await started.ended).toBe(0)
    }
    expect(await address(thicket('p.qrk'))).toEqual(first)
  })

  it('says when another program has its port', async () => {
    const one = thicket()
    const { port } = await address(one)
    one.child.kill('SIGTERM')
    await one.ended
    const other = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const two = thicket()
    expect((await address(two)).port).not.toBe(port)
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
    const listening = readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    const port = Number(new URL(base).port).toString(16).toUpperCase().padStart(4, '0')
    const addresses = listening
      .filter((fields) => fields[1]?.endsWith(`:${port}`) && fields[3] === '0A')
      .map((fields) => fields[1])
    expect(addresses).toEqual([`0100007F:${port}`])
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
  it.each([
    [['serve', '--fast'], 2, 'unknown option --fast'],
    [['sevre'], 2, 'unknown command sevre'],
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
})
