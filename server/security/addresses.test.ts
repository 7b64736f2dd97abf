/**
 * By which names, from which pages and with which words of a browser the server is called: all by raw sockets, the tokens and tickets always good,
 * so that nothing but the headers keeps a request out. For one person's server and for that of many.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from '../testing/rawRequest.ts'
import { serve } from '../testing/serve.ts'
import { serveCloud } from '../testing/serveCloud.ts'
import { type Address, ticketOf } from '../testing/socketClient.ts'

type Line = readonly [name: string, value: string]

/** A name that no request can bear is answered 400 by Node; everything else that is wrong 403. */
const isRefusal = ({ status }: RawAnswer) => status === 403 || status === 400

/** What is no name of a server on loopback. `P`: its port. */
const names = [
  'evil.example',
  'evil.example:P',
  '127.0.0.1',
  'localhost',
  '[::1]',
  '127.0.0.1:',
  'localhost:',
  '127.0.0.1:80',
  '127.0.0.1:0P',
  '127.0.0.1:P0',
  '127.0.0.1:-P',
  '127.0.0.1: P',
  '127.0.0.1.evil.example',
  '127.0.0.1.evil.example:P',
  '127.0.0.1:P.evil.example',
  'evil.example:P#127.0.0.1:P',
  'localhost.evil.example:P',
  'evil-localhost:P',
  'notlocalhost:P',
  'localhost.:P',
  '127.0.0.1.:P',
  'localhost.localdomain:P',
  'LOCALHOST:P',
  'LocalHost:P',
  '127.0.0.2:P',
  '127.1:P',
  '127.0.1:P',
  '2130706433:P',
  '0x7f000001:P',
  '0x7f.0.0.1:P',
  '0177.0.0.1:P',
  '127.0.0.01:P',
  '0.0.0.0:P',
  '0:P',
  '[::]:P',
  '[0:0:0:0:0:0:0:1]:P',
  '[::0001]:P',
  '[::ffff:127.0.0.1]:P',
  '[::ffff:7f00:1]:P',
  '[::1%25lo]:P',
  '::1:P',
  '[::1]P',
  'user@127.0.0.1:P',
  'user:word@127.0.0.1:P',
  '127.0.0.1:P@evil.example',
  '127.0.0.1:P/',
  '127.0.0.1:P?x',
  'http://127.0.0.1:P',
  '127.0.0.1:P,evil.example',
  '127.0.0.1:P evil.example',
  '127.0.0.1%3AP',
  '127。0。0。1:P',
  'ⓛocalhost:P',
  '10.0.0.1:P',
  '169.254.169.254',
  '*',
  '',
] as const

/** What is no origin of its page. */
const origins = [
  'null',
  '',
  'http://evil.example',
  'http://evil.example:P',
  'https://127.0.0.1:P',
  'ws://127.0.0.1:P',
  'HTTP://127.0.0.1:P',
  'http://127.0.0.1',
  'http://127.0.0.1:80',
  'http://127.0.0.1:P/',
  'http://127.0.0.1:P/web/',
  'http://127.0.0.1:P.evil.example',
  'http://127.0.0.1.evil.example:P',
  'http://localhost.:P',
  'http://LOCALHOST:P',
  'http://[::]:P',
  'http://[::ffff:127.0.0.1]:P',
  'http://127.0.0.2:P',
  'http://user@127.0.0.1:P',
  'http://evil.example#http://127.0.0.1:P',
  'http://127.0.0.1:P http://evil.example',
  'http://127.0.0.1:P, http://evil.example',
  'file://',
  'chrome-extension://abcdefgh',
  '//127.0.0.1:P',
  '127.0.0.1:P',
] as const

const sites = ['cross-site', 'same-site', 'Same-Origin', 'SAME-ORIGIN', 'same-origin, cross-site', 'other', ''] as const

const modes = [
  [
    'one person’s',
    async () => {
      const served = await serve()
      const change = { method: 'POST', path: '/web/api/v2/projects', body: { name: `${served.folder}/Stolen` } }
      return { ...served, served, read: '/web/api/local/state', change }
    },
  ],
  [
    'many people’s',
    async () => {
      const served = await serveCloud()
      const ann = await served.person('Ann')
      const change = { method: 'POST', path: '/web/api/v2/projects', body: { name: 'Stolen' } }
      return { served, port: served.port, base: served.base, secret: ann.secret, read: '/web/api/user/data', change }
    },
  ],
] as const

describe.each(modes)('%s server', (_, start) => {
  let at: Address & {
    port: number
    served: { end(): Promise<void> }
    read: string
    change: { method: string; path: string; body: object }
  }
  beforeAll(async () => {
    at = await start()
  })
  afterAll(() => at.served.end())

  const withPort = (text: string) => text.replaceAll('P', String(at.port))
  const ask = (method: string, path: string, lines: readonly Line[], body = ''): Promise<RawAnswer> => {
    const all: Line[] = [...lines, ['Authorization', `Bearer ${at.secret}`], ['Connection', 'close']]
    if (body) all.push(['Content-Type', 'application/json'], ['Content-Length', String(Buffer.byteLength(body))])
    const head = all.map(([name, value]) => `${name}: ${Buffer.from(value).toString('latin1')}\r\n`).join('')
    return rawRequest(at.port, `${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
  }
  const host = (): Line => ['Host', `127.0.0.1:${at.port}`]
  const origin = (): Line => ['Origin', at.base]
  const read = (...lines: Line[]) => ask('GET', at.read, lines)
  const change = (...lines: Line[]) => ask(at.change.method, at.change.path, lines, JSON.stringify(at.change.body))
  const upgrade = async (...lines: Line[]) => {
    const head = [
      ...lines.map(([name, value]) => `${name}: ${Buffer.from(value).toString('latin1')}`),
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    return rawRequest(at.port, `GET /v1/thicket?ticket=${await ticketOf(at)} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`)
  }

  it('is called by its three names, by its page and by programs', async () => {
    for (const name of ['127.0.0.1:P', 'localhost:P', '[::1]:P']) {
      const own: Line = ['Host', withPort(name)]
      expect((await read(own)).status, name).toBe(200)
      expect((await read(own, ['Sec-Fetch-Site', 'none'])).status, name).toBe(200)
      expect((await upgrade(own, ['Origin', `http://${withPort(name)}`])).status, name).toBe(101)
    }
    expect((await read(host(), origin(), ['Sec-Fetch-Site', 'same-origin'])).status).toBe(200)
  })

  it(`${names.length} other names of it are refused: the page, a call that reads, one that changes, the socket`, async () => {
    for (const name of names) {
      const own: Line = ['Host', withPort(name)]
      const same: Line = ['Origin', `http://${withPort(name)}`]
      const answers = [
        await ask('GET', '/web/', [own]),
        await read(own),
        await read(own, same, ['Sec-Fetch-Site', 'same-origin']),
        await change(own, origin()),
        await change(own, same, ['Sec-Fetch-Site', 'same-origin']),
        await upgrade(own, origin()),
        await upgrade(own, same),
      ]
      expect(answers.map(isRefusal), `${name}: ${answers.map(({ status }) => status)}`).toEqual(answers.map(() => true))
    }
  }, 60_000)

  it(`${origins.length} other origins are refused: a call that reads, one that changes, the socket`, async () => {
    for (const name of origins) {
      const other: Line = ['Origin', withPort(name)]
      const answers = [await read(host(), other), await change(host(), other), await upgrade(host(), other)]
      expect(
        answers.map(({ status }) => status),
        name,
      ).toEqual([403, 403, 403])
    }
    // A browser that says nothing of an origin says that it is one.
    expect((await change(host(), ['Sec-Fetch-Mode', 'cors'])).status, 'none').toBe(403)
    expect((await upgrade(host())).status, 'none').toBe(403)
  }, 60_000)

  it(`a browser that says the call comes from elsewhere is believed, in ${sites.length} ways`, async () => {
    for (const site of sites) {
      const said: Line = ['Sec-Fetch-Site', site]
      const answers = [
        await read(host(), said),
        await change(host(), origin(), said),
        await upgrade(host(), origin(), said),
      ]
      expect(
        answers.map(({ status }) => status),
        site,
      ).toEqual([403, 403, 403])
    }
  })

  it('no Host, two of them, two origins, one in the line of the request, an old HTTP: refused', async () => {
    const other: Line = ['Host', `evil.example:${at.port}`]
    const foreign: Line = ['Origin', 'http://evil.example']
    const answers = {
      'no Host': await read(),
      'ours first': await read(host(), other),
      'ours last': await read(other, host()),
      'ours twice': await change(host(), host(), foreign),
      'the origin first': await change(host(), origin(), foreign),
      'the origin last': await change(host(), foreign, origin()),
      'two at the socket': await upgrade(host(), origin(), foreign),
      'a name at the socket': await upgrade(host(), other, origin()),
      'two sites': await change(host(), origin(), ['Sec-Fetch-Site', 'same-origin'], ['Sec-Fetch-Site', 'cross-site']),
      'the whole address': await ask('GET', `http://evil.example:${at.port}${at.read}`, [other]),
      'HTTP/1.0': await rawRequest(at.port, `GET ${at.read} HTTP/1.0\r\nAuthorization: Bearer ${at.secret}\r\n\r\n`),
      'a forwarded name': await read(
        other,
        ['X-Forwarded-Host', `127.0.0.1:${at.port}`],
        ['Forwarded', `host=127.0.0.1:${at.port}`],
      ),
    }
    for (const [what, answer] of Object.entries(answers))
      expect(isRefusal(answer), `${what}: ${answer.status}`).toBe(true)
  })

  it('a form of another page changes nothing, whatever it says that it sends', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain']) {
      for (const [path, body] of [
        ['/web/api/v2/projects', '{"name":"Stolen"}'],
        ['/web/api/v2/projects/json', '{"name":"Stolen","project_json":{}}'],
        ['/web/api/v2/auth/login', '{"email":"a@example.org","password":"x"}'],
        ['/web/api/v2/auth/reset', '{"email":"a@example.org"}'],
        ['/web/api/v2/register/checkout', '{"name":"A","email":"a@example.org","password":"a long one"}'],
      ]) {
        const text = body as string
        const { status } = await rawRequest(
          at.port,
          `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${at.port}\r\nOrigin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\nContent-Type: ${type}\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
        )
        expect([type, path, status]).toEqual([type, path, 403])
      }
    }
  })

  it('nothing of all this was done', async () => {
    const { heard } = await ask('GET', '/web/api/v2/projects', [host()])
    expect(heard).toContain('200 OK')
    const projects = await fetch(`${at.base}/web/api/v2/projects`, {
      headers: { authorization: `Bearer ${at.secret}` },
    })
    expect(await projects.json()).toEqual({ projects: [] })
  })
})

describe('a program that says neither Origin nor Sec-Fetch-*', () => {
  const asks = (base: string, token: string | undefined, headers: Record<string, string> = {}) =>
    fetch(`${base}/web/api/v2/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
      body: '{"name":"Study"}',
    })
  const rawLogin = (port: number, more: string) => {
    const body = JSON.stringify({ email: 'ann@example.org', password: 'the long password of Ann' })
    const head = `POST /web/api/v2/auth/login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${more}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close`
    return rawRequest(port, `${head}\r\n\r\n${body}`)
  }
  const rawChange = (port: number, token: string, more = '') =>
    rawRequest(
      port,
      `POST /web/api/v2/projects HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n${more}Content-Type: application/json\r\nContent-Length: 16\r\nConnection: close\r\n\r\n{"name":"Study"}`,
    )

  it('is served by a server of many people, at sign-in too; one that says another place is told which header it is', async () => {
    const served = await serveCloud()
    const { secret } = await served.person('Ann')
    expect((await rawLogin(served.port, '')).status).toBe(200)
    expect((await rawChange(served.port, secret)).status).toBe(200)
    for (const said of ['Origin: null', 'Origin: https://evil.example', 'Origin: '])
      expect([said, (await rawChange(served.port, secret, `${said}\r\n`)).status]).toEqual([said, 403])
    expect((await rawLogin(served.port, 'Sec-Fetch-Dest: empty\r\n')).status).toBe(403)
    const foreign = await asks(served.base, secret, { origin: 'https://evil.example' })
    expect([foreign.status, await foreign.json()]).toEqual([
      403,
      { problem: { kind: 'foreignCall', header: 'Origin' } },
    ])
    // Without a token nothing is known of who asks.
    expect((await rawChange(served.port, '')).status).toBe(403)
    await served.end()
  })

  it('says its origin to one person’s server, where another program’s page may be on the same machine', async () => {
    const served = await serve()
    expect((await rawChange(served.port, served.secret)).status).toBe(403)
    await served.end()
  })
})
