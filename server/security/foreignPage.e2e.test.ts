/**
 * What a page of somebody else's can do in a real browser to a server on loopback, under a name of its own that leads there (DNS rebinding) and
 * from another port: with the token and a ticket in its hands, which it never has, it reads nothing and changes nothing.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromium } from '../../fixtures/testing/chromium.ts'
import { type Served, serve } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { ticketOf } from '../testing/socketClient.ts'

let browser: Browser
let foreign: Server
let elsewhere = 0
let local: Served
let cloud: ServedCloud
let ann: Someone
beforeAll(async () => {
  const { executablePath, args, env } = await findChromium()
  browser = await chromium.launch({
    executablePath,
    // Newer browsers keep pages from elsewhere off this machine by themselves: what the server does is tried without that.
    args: [
      ...args,
      '--host-resolver-rules=MAP evil.example 127.0.0.1',
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests,PrivateNetworkAccessSendPreflights',
    ],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  foreign = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Elsewhere</title><body>')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  elsewhere = (foreign.address() as AddressInfo).port
  local = await serve()
  cloud = await serveCloud()
  ann = await cloud.person('Ann')
})
afterAll(async () => {
  await browser?.close()
  foreign?.close()
  await local?.end()
  await cloud?.end()
})

interface Attack {
  /** Addresses by which the page tries it. */
  bases: string[]
  secret: string
  tickets: string[]
  read: string
  project: string
}

/** Runs in the page. What came through, by what was tried: empty where all was kept out. */
async function attack({
  bases,
  secret,
  tickets,
  read,
  project,
}: Attack): Promise<{ tried: number; through: string[] }> {
  const through: string[] = []
  let tried = 0
  const late = <T>(work: Promise<T>) =>
    Promise.race([work, new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 3000))])
  const attempt = async (what: string, work: () => Promise<boolean>) => {
    tried += 1
    if (await late(work()).catch(() => false)) through.push(what)
  }
  const loads = (element: HTMLElement & { src?: string; href?: string; data?: string }) =>
    new Promise<boolean>((resolve) => {
      element.onload = () => resolve(true)
      element.onerror = () => resolve(false)
      document.body.append(element)
    })
  for (const base of bases) {
    const authorization = `Bearer ${secret}`
    const body = JSON.stringify({ name: project })
    const answers = async (path: string, init: RequestInit) => (await fetch(base + path, init)).ok
    await attempt(`${base} read`, () => answers(read, {}))
    await attempt(`${base} the page`, () => answers('/web/', {}))
    await attempt(`${base} read with the token`, () => answers(read, { headers: { authorization } }))
    await attempt(`${base} a ticket`, () => answers('/v1/thicket/ticket', { headers: { authorization } }))
    await attempt(`${base} with credentials`, () =>
      answers(read, { credentials: 'include', headers: { authorization } }),
    )
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      await attempt(`${base} ${method}`, () =>
        answers('/web/api/v2/projects', {
          method,
          body,
          headers: { authorization, 'content-type': 'application/json' },
        }),
      )
    await attempt(`${base} POST as text`, () =>
      answers('/web/api/v2/projects', { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
    )
    await attempt(`${base} POST without an origin`, () =>
      answers('/web/api/v2/projects', {
        method: 'POST',
        body,
        referrerPolicy: 'no-referrer',
        headers: { authorization },
      }),
    )
    // An opaque answer tells nothing: what it has done is looked for in the end.
    await fetch(`${base}/web/api/v2/projects`, { method: 'POST', mode: 'no-cors', body }).catch(() => {})
    navigator.sendBeacon(`${base}/web/api/v2/projects`, body)
    await attempt(`${base} socket`, () => {
      const socket = new WebSocket(`${base.replace('http', 'ws')}/v1/thicket?ticket=${tickets.pop()}`)
      return new Promise((resolve) => {
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      })
    })
    await attempt(`${base} script`, () =>
      loads(Object.assign(document.createElement('script'), { src: `${base}/web/assets/abc/main.js` })),
    )
    await attempt(`${base} module`, () =>
      loads(Object.assign(document.createElement('script'), { type: 'module', src: `${base}/web/assets/abc/main.js` })),
    )
    await attempt(`${base} events`, () => {
      const source = new EventSource(`${base}${read}`)
      return new Promise((resolve) => {
        source.onopen = () => resolve(true)
        source.onerror = () => resolve(false)
      })
    })
    for (const tag of ['iframe', 'object', 'embed'] as const) {
      const element = document.createElement(tag)
      Object.assign(element, tag === 'object' ? { data: `${base}/web/` } : { src: `${base}/web/` })
      // A frame tells that it has loaded whatever is in it: what is in it can be read, or not.
      await attempt(`${base} ${tag}`, async () => {
        await loads(element)
        const inner = (element as HTMLIFrameElement).contentDocument
        return inner?.querySelector('meta[name="thicket-facts"]') !== null && inner !== null && inner !== undefined
      })
    }
    for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])
      for (const path of ['/web/api/v2/projects', '/web/api/v2/projects/json', '/web/api/v2/auth/logout']) {
        const frame = document.createElement('iframe')
        frame.name = `f${tried}`
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          enctype,
          action: base + path,
          target: frame.name,
        })
        // As text/plain this is JSON.
        form.append(Object.assign(document.createElement('input'), { name: `{"name":"${project}","x":"`, value: '"}' }))
        document.body.append(frame, form)
        tried += 1
        const loaded = new Promise((resolve) => {
          frame.onload = resolve
        })
        form.submit()
        await late(loaded).catch(() => {})
      }
  }
  return { tried, through }
}

/** The statuses of all that came back to a page from a server. */
const heard = (page: Page, port: number): { url: string; status: number }[] => {
  const all: { url: string; status: number }[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).port === String(port))
      all.push({ url: `${response.request().method()} ${response.url()}`, status: response.status() })
  })
  return all
}

test.each(['one person’s', 'many people’s'] as const)(
  '%s server: a page of another origin, under its own name and by rebinding, gets nothing and changes nothing',
  async (which) => {
    const isLocal = which === 'one person’s'
    const at = isLocal ? local : { ...ann, port: cloud.port }
    const project = isLocal ? `${local.folder}/Stolen` : 'Stolen'
    const { port } = at
    // By a name of its own that leads to the server; the page itself comes from the attacker, as it would before the name was turned round.
    for (const address of [
      `http://evil.example:${elsewhere}/`,
      `http://evil.example:${port}/attack`,
      `http://127.0.0.1:${elsewhere}/`,
    ]) {
      const context = await browser.newContext()
      await context.route('**/attack', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Rebound</title><body>' }),
      )
      const page = await context.newPage()
      const answers = heard(page, port)
      await page.goto(address)
      const bases = [`http://127.0.0.1:${port}`, `http://localhost:${port}`, `http://evil.example:${port}`]
      const tickets = await Promise.all(bases.map(() => ticketOf(at)))
      const read = isLocal ? '/web/api/local/state' : '/web/api/user/data'
      const { tried, through } = await page.evaluate(attack, { bases, secret: at.secret, tickets, read, project })
      expect([address, through]).toEqual([address, []])
      expect(tried).toBeGreaterThan(70)
      const passed = answers.filter(({ url, status }) => status < 400 && !url.endsWith('/attack'))
      expect([address, passed]).toEqual([address, []])
      expect([address, answers.length > 30]).toEqual([address, true])
      // Forms are sent, whatever CORS says.
      expect(answers.some(({ url }) => url.startsWith('POST') && url.endsWith('/logout'))).toBe(true)
      await context.close()
    }
    const { projects } = (await (await at.call('/web/api/v2/projects')).json()) as { projects: unknown[] }
    expect(projects).toEqual([])
  },
)

test('a page that opens ours in a window has no hold on it', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`http://evil.example:${elsewhere}/`)
  const opened = context.waitForEvent('page')
  await page.evaluate((url) => {
    ;(window as { theirs?: unknown }).theirs = window.open(url)
  }, `http://127.0.0.1:${cloud.port}/web/`)
  const theirs = await opened
  await theirs.waitForLoadState()
  expect(await theirs.evaluate(() => window.opener)).toBeNull()
  const closed = await page.evaluate(() => (window as { theirs?: Window }).theirs?.closed)
  expect(closed).toBe(true)
  await context.close()
})
