/** The server under a path of a reverse proxy that ends TLS: every call of the page, the socket, redirects, who may call, headers. */
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type CloudProcess, startCloud } from '../testing/cloudProcess.ts'
import { openReverseProxy, type ReverseProxy } from '../testing/reverseProxy.ts'
import { testFolder } from '../testing/serve.ts'

const origin = 'https://thicket.example'
const folder = testFolder()
let proxy: ReverseProxy
let cloud: CloudProcess
let authorization = ''
beforeAll(async () => {
  proxy = await openReverseProxy('/desk')
  cloud = await startCloud(folder, {
    THICKET_URL: `${origin}/desk/`,
    THICKET_REGISTRATION: 'open',
    THICKET_PROXIES: '1',
  })
  proxy.to(Number(new URL(cloud.base).port))
})
afterAll(async () => {
  await proxy.close()
  await cloud.kill()
  rmSync(folder, { recursive: true, force: true })
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** As a browser calls `https://thicket.example/desk…`, which the name leads to the proxy. */
const call = (path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      port: proxy.port,
      path,
      method,
      headers: { host: 'thicket.example', ...headers },
    })
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (piece) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })

const json = { 'content-type': 'application/json' }

describe('https://thicket.example/desk', () => {
  it('prints the address by which browsers come, and leads there from every shorter one', async () => {
    expect(cloud.printed).toBe(`${origin}/desk/web/`)
    for (const path of ['/desk/', '/desk/web']) {
      const { status, headers } = await call(path)
      expect([path, status]).toEqual([path, 302])
      expect(new URL(String(headers.location), origin + path).href).toBe(`${origin}/desk/web/`)
    }
  })

  it.each(['/buy/cloud', '/projects/3f0c/sources/5', '/reset?link=a%2Fb'])(
    'leads from the address of a page without its /web/#: %s',
    async (path) => {
      const { status, headers } = await call(`/desk${path}`)
      expect([status, headers.location]).toEqual([302, `${origin}/desk/web/#${path}`])
    },
  )

  it('document, calls and socket work by that name and path, and nothing of the document names a path from the root', async () => {
    const page = await call('/desk/web/', { headers: { 'sec-fetch-site': 'none' } })
    expect(page.status).toBe(200)
    expect(page.body).not.toMatch(/(src|href)="\//)
    const registration = { name: 'Ana', email: 'ana@example.org', password: 'the password of ana' }
    const made = await call('/desk/web/api/v2/register/checkout', {
      method: 'POST',
      headers: { ...json, origin },
      body: JSON.stringify(registration),
    })
    expect(made.status).toBe(200)
    const { access_token } = (JSON.parse(made.body) as { account: { access_token: string } }).account
    authorization = `Bearer ${access_token}`
    const headers = { authorization, 'sec-fetch-site': 'same-origin' }
    const { ticket } = JSON.parse((await call('/desk/v1/thicket/ticket', { headers })).body) as { ticket: string }
    const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}/desk/v1/thicket?ticket=${ticket}`, {
      headers: { host: 'thicket.example' },
      origin,
    })
    const answer = await new Promise((resolve, reject) => {
      socket.on('open', () => socket.send(JSON.stringify({ msg_id: 'i_1', auth: access_token, query: '{ ping }' })))
      socket.on('message', (data) => resolve(JSON.parse(String(data))))
      socket.on('error', reject)
    })
    expect(answer).toMatchObject({ msg_id: 'i_1', status: 200 })
    socket.close()
  })

  it('browsers come by TLS from then on', async () => {
    expect((await call('/desk/web/')).headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it('a mail or another page may lead to the document, and to nothing else', async () => {
    const visit = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await call('/desk/web/', { headers: visit })).status).toBe(200)
    expect((await call('/desk/buy/cloud', { headers: visit })).status).toBe(302)
    for (const headers of [
      { ...visit, 'sec-fetch-dest': 'iframe' },
      { ...visit, 'sec-fetch-mode': 'no-cors' },
      { 'sec-fetch-site': 'same-site' },
    ])
      expect((await call('/desk/web/', { headers })).status).toBe(403)
    for (const path of ['/desk/web/api/v2/projects', '/desk/v1/thicket/ticket', '/desk/web/source.zip'])
      expect((await call(path, { headers: visit })).status).toBe(403)
  })

  it('other names and origins are refused, whatever the proxy passes on', async () => {
    for (const host of ['evil.example', 'thicket.example.evil.example', 'thicket.example:8443'])
      expect((await call('/desk/web/', { headers: { host } })).status).toBe(403)
    const post = (from: string) =>
      call('/desk/web/api/v2/auth/reset', { method: 'POST', headers: { ...json, origin: from }, body: '{}' })
    for (const from of ['http://thicket.example', 'https://evil.example', 'null', `${origin}:444`])
      expect((await post(from)).status).toBe(403)
    expect((await post(origin)).status).toBe(400)
  })

  it('without the server the proxy answers, and with it all is well again', async () => {
    proxy.to(null)
    expect((await call('/desk/web/')).status).toBe(502)
    proxy.to(Number(new URL(cloud.base).port))
    expect((await call('/desk/web/')).status).toBe(200)
  })
})

describe('what there is not', () => {
  it('is said in JSON, without a stack: 404, and 405 with what is allowed', async () => {
    const { status, body, headers } = await call('/desk/web/api/v2/auth/login', { headers: { authorization } })
    expect([status, headers.allow, JSON.parse(body)]).toEqual([
      405,
      'POST',
      { problem: { kind: 'badRequest', detail: 'GET is not allowed here' } },
    ])
    for (const path of [
      '/desk/web/api',
      '/desk/v1',
      '/desk/.well-known/security.txt',
      '/desk/web/nothing',
      '/desk/%ff',
    ]) {
      const answer = await call(path, { headers: { authorization } })
      expect([path, [400, 404].includes(answer.status), Object.keys(JSON.parse(answer.body))]).toEqual([
        path,
        true,
        ['problem'],
      ])
      expect(answer.body).not.toMatch(/ at |node:|\.ts/)
    }
  })
})
