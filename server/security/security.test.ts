import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { closeCodes } from '../../src/model/protocol.ts'
import { type Served, serve } from '../testing/serve.ts'
import { connect, ticketOf } from '../testing/socketClient.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.end())

type Headers = Record<string, string>

/** A request with just these headers, Host included, which fetch does not let a program set. */
const status = (method: string, path: string, headers: Headers): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { port: served.port, host: '127.0.0.1', method, path, headers, setHost: false },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end()
  })

/** A name that cannot stand in an address is no request at all. */
const isRefusal = (code: number) => code === 403 || code === 400

/** The status of a refused upgrade, or 101. */
const upgrade = (path: string, headers: Headers): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${served.port}${path}`, { headers })
    socket.on('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', reject)
  })

const names = (port: number) => ({
  good: [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`],
  bad: [
    'evil.example',
    `evil.example:${port}`,
    '127.0.0.1',
    'localhost',
    `127.0.0.1:${port + 1}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.2:${port}`,
    `127.1:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `localhost.:${port}`,
    `0.0.0.0:${port}`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}.evil.example`,
    `[::]:${port}`,
    `localhost:${port}@evil.example`,
  ],
})

describe('who may speak to the server on loopback', () => {
  it('names: every path, with every Host but the three, is refused', async () => {
    const { good, bad } = names(served.port)
    const auth = { authorization: `Bearer ${served.secret}` }
    for (const path of ['/web/', '/web/api/local/state', '/v1/thicket/ticket', '/web/assets/abc/main.js']) {
      for (const host of good)
        expect([path, host, await status('GET', path, { host, ...auth })]).toEqual([path, host, 200])
      for (const host of bad)
        expect([path, host, isRefusal(await status('GET', path, { host, ...auth }))]).toEqual([path, host, true])
    }
  })

  it('origins: what changes something needs one of ours, whatever the Host says', async () => {
    const { good, bad } = names(served.port)
    const put = (headers: Headers) =>
      status('PUT', '/web/api/local/author', {
        host: `127.0.0.1:${served.port}`,
        authorization: `Bearer ${served.secret}`,
        ...headers,
      })
    for (const name of good) expect(await put({ origin: `http://${name}` })).toBe(400)
    for (const name of bad) expect([name, await put({ origin: `http://${name}` })]).toEqual([name, 403])
    for (const origin of [
      'null',
      '',
      `https://127.0.0.1:${served.port}`,
      'file://',
      `http://127.0.0.1:${served.port}/`,
    ])
      expect([origin, await put({ origin })]).toEqual([origin, 403])
    expect(await put({})).toBe(403)
    expect(await put({ host: 'evil.example', origin: 'http://evil.example' })).toBe(403)
  })

  it('sites: a browser that says the request comes from elsewhere is believed', async () => {
    const get = (site: string) =>
      status('GET', '/web/api/local/state', {
        host: `127.0.0.1:${served.port}`,
        authorization: `Bearer ${served.secret}`,
        'sec-fetch-site': site,
      })
    expect(await get('same-origin')).toBe(200)
    for (const site of ['cross-site', 'same-site', 'other']) expect(await get(site)).toBe(403)
  })

  it('the secret: without it there is the page and nothing else', async () => {
    const host = `127.0.0.1:${served.port}`
    const paths = [
      '/web/api/local/state',
      '/web/api/local/files',
      '/web/api/local/exists?path=/',
      '/web/api/v2/projects',
      '/web/api/v2/projects/x/qrk',
      '/v1/thicket/ticket',
      '/v1/thicket/projects/x/snapshot',
      '/v1/thicket/projects/x/events?since=0',
    ]
    const wrong = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${served.secret}`,
      `Bearer ${served.secret}x`,
      `Bearer ${served.secret.slice(1)}`,
      `bearer ${served.secret}`,
    ]
    for (const path of paths) {
      expect([path, await status('GET', path, { host })]).toEqual([path, 401])
      for (const authorization of wrong)
        expect([path, authorization, await status('GET', path, { host, authorization })]).toEqual([
          path,
          authorization,
          401,
        ])
    }
    expect(await status('GET', '/web/', { host })).toBe(200)
  })

  it('cookies: none is set and none lets in, since any program on a port of this machine would be sent it', async () => {
    const host = `127.0.0.1:${served.port}`
    for (const cookie of [`thicket=${served.secret}`, `thicket:launch=${served.secret}`, `secret=${served.secret}`])
      expect(await status('GET', '/web/api/local/state', { host, cookie })).toBe(401)
    for (const path of ['/web/', '/web/api/local/state', '/v1/thicket/ticket'])
      expect((await served.call(path)).headers.get('set-cookie')).toBeNull()
  })

  it('no CORS: a preflight from elsewhere gets no permission', async () => {
    const response = await served.call('/web/api/local/state', {
      method: 'OPTIONS',
      headers: { origin: 'http://evil.example' },
    })
    expect(response.status).toBe(403)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

describe('the socket', () => {
  it('is refused with a foreign Host or Origin, and without an Origin, though the ticket is good', async () => {
    const ours = { host: `127.0.0.1:${served.port}`, origin: served.base }
    const path = async () => `/v1/thicket?ticket=${await ticketOf(served)}`
    const { bad } = names(served.port)
    for (const host of bad)
      expect([host, isRefusal(await upgrade(await path(), { ...ours, host }))]).toEqual([host, true])
    for (const name of bad)
      expect([name, await upgrade(await path(), { ...ours, origin: `http://${name}` })]).toEqual([name, 403])
    expect(await upgrade(await path(), { host: ours.host })).toBe(403)
    expect(await upgrade(await path(), { ...ours, 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await upgrade(await path(), ours)).toBe(101)
  })

  it('takes a ticket once: of 200 upgrades at the same time with one ticket, one is let in', async () => {
    const path = `/v1/thicket?ticket=${await ticketOf(served)}`
    const ours = { host: `127.0.0.1:${served.port}`, origin: served.base }
    const statuses = await Promise.all(Array.from({ length: 200 }, () => upgrade(path, ours)))
    expect(statuses.filter((code) => code === 101)).toHaveLength(1)
    expect(statuses.filter((code) => code === 401)).toHaveLength(199)
    expect(await upgrade('/v1/thicket?ticket=', ours)).toBe(401)
    expect(await upgrade('/v1/thicket', ours)).toBe(401)
  })

  it('answers 403 and closes where a request bears another token', async () => {
    const client = await connect(served)
    const reply = await client.raw({ query: '{ ping }', auth: 'wrong' })
    expect([reply.status, reply.json_data.errors?.[0]?.problem]).toEqual([403, { kind: 'notSignedIn' }])
    expect(await client.closed).toBe(closeCodes.databaseNotOpen)
  })

  it('is closed after a frame over 1 MiB, one of bytes, and 5 s of silence before the first request', async () => {
    const [large, bytes, silent] = [await connect(served), await connect(served), await connect(served)]
    const known = await connect(served)
    await known.ask('{ ping }')
    large.socket.send('x'.repeat(1024 * 1024 + 1))
    bytes.socket.send(Buffer.from('{}'))
    expect(await large.closed).toBe(1009)
    expect(await bytes.closed).toBe(closeCodes.databaseNotOpen)
    expect(await silent.closed).toBe(closeCodes.databaseNotOpen)
    // Which has been silent as long, after its first.
    expect((await known.ask('{ ping }')).status).toBe(200)
    known.socket.close()
  })

  it('other upgrades do not hang', async () => {
    const code = await status('GET', '/web/', {
      host: `127.0.0.1:${served.port}`,
      origin: served.base,
      connection: 'Upgrade',
      upgrade: 'h2c',
    })
    expect(code).toBe(200)
  })
})

describe('answers', () => {
  it('bear the headers that isolate the page, and nothing is kept but what is named after its content', async () => {
    for (const path of [
      '/web/',
      '/web/assets/abc/main.js',
      '/web/api/local/state',
      '/nothing',
      '/web/api/v2/projects/none/qrk',
    ]) {
      const { headers } = await served.call(path)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('cache-control')).toContain(path.includes('assets') ? 'immutable' : 'no-store')
    }
  })

  it('the document has a nonce of its own each time, which its policy names', async () => {
    const one = await served.call('/web/')
    const nonce = /content="([\w-]{20,})"/.exec(await one.text())?.[1] ?? ''
    const policy = one.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'nonce-${nonce}'`)
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).not.toContain('unsafe-inline')
    expect(await (await served.call('/web/')).text()).not.toContain(nonce)
  })

  it('the root leads to the page', async () => {
    for (const path of ['/', '/web']) {
      const response = await served.call(path)
      const to = new URL(response.headers.get('location') ?? '', served.base + path).href
      expect([response.status, to]).toEqual([302, `${served.base}/web/`])
    }
  })

  it('a path does not leave the folder of the page', async () => {
    const host = `127.0.0.1:${served.port}`
    for (const path of [
      '/web/assets/../../outside.js',
      '/web/assets/..%2f..%2foutside.js',
      '/web/assets/%2e%2e/%2e%2e/outside.js',
      '/web/assets/abc/..%5c..%5coutside.js',
      '/web/assets//../../outside.js',
      '/web/assets/%00',
      '/web/assets/%',
    ])
      expect([path, await status('GET', path, { host })]).toEqual([path, 404])
  })

  it('HEAD has the headers of GET, no body, and leaves no file open', async () => {
    writeFileSync(join(served.folder, 'page/assets/abc/large.js'), 'x'.repeat(5_000_000))
    const open = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
    const before = open()
    for (let n = 0; n < 50; n += 1) {
      const { status, headers } = await served.call('/web/assets/abc/large.js', { method: 'HEAD' })
      expect([status, headers.get('content-length')]).toEqual([200, '5000000'])
    }
    await expect.poll(open, { timeout: 20_000 }).toBeLessThan(before + 20)
  })

  it('errors tell a problem, never a stack', async () => {
    const broken = await served.call('/web/api/v2/projects', { method: 'POST', body: 'no object' })
    expect([broken.status, await broken.json()]).toMatchObject([400, { problem: { kind: 'badRequest' } }])
    const large = await served.call('/web/api/v2/projects', {
      method: 'POST',
      body: { name: 'x'.repeat(2 * 1024 * 1024) },
    })
    expect([large.status, await large.json()]).toMatchObject([413, { problem: { kind: 'fileTooLarge' } }])
  })
})
