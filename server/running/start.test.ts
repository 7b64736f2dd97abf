// A local server from its first moment to its last: 1 §2, 2 §4.
import { createServer, type Server } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { LocalState } from '../../src/model/contract/shapes.ts'
import { openLog } from '../base/log.ts'
import { localHost } from '../hosts/local.ts'
import { caller, makePage, serve, testFolder } from '../testing/serve.ts'
import { unused } from './endUnused.ts'
import { startServer } from './start.ts'

const ended: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end()
})

/** Another program on a port of this machine; null where the machine has no such address. */
function taking(address: string, port = 0): Promise<{ server: Server; port: number } | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(null))
    server.listen({ port, host: address, exclusive: true }, () => {
      ended.push(() => server.close())
      resolve({ server, port: (server.address() as { port: number }).port })
    })
  })
}

async function freePort(): Promise<number> {
  const found = await taking('127.0.0.1')
  await new Promise((resolve) => found?.server.close(resolve))
  return found?.port ?? 0
}

const options = () => {
  const folder = testFolder()
  return { host: localHost(folder, 'a-secret'), log: openLog('error'), page: makePage(folder) }
}

it('while the local server starts its port is −1, and all but the page and its proof is to be asked for again in 3 s', async () => {
  const port = await freePort()
  const first = Promise.withResolvers<void>()
  const starting = startServer({ ...options(), port, starts: () => first.promise })
  const call = caller(`http://127.0.0.1:${port}`, () => 'a-secret')
  const state = async () => (await (await call('/web/api/local/state')).json()) as LocalState
  const shown = () =>
    call('/web/').then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(shown).toBe(200)
  expect((await state()).port).toBe(-1)
  for (const path of ['/web/api/v2/projects', '/web/api/local/files', '/v1/thicket/ticket', '/v1/thicket?ticket=x']) {
    const answer = await call(path)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '3'])
    expect(await answer.json()).toEqual({ problem: { kind: 'serverStarting' } })
  }
  expect((await call(`/web/api/local/proof?nonce=${'n'.repeat(22)}`)).status).toBe(200)
  // To whom it is not known it says nothing.
  expect((await call('/web/api/local/state', { headers: { authorization: 'Bearer x' } })).status).toBe(401)
  first.resolve()
  ended.push((await starting).close)
  expect((await state()).port).toBe(port)
  expect((await call('/web/api/v2/projects')).status).toBe(200)
})

it('a start that fails leaves nothing behind', async () => {
  const port = await freePort()
  const starts = () => Promise.reject(new Error('no room'))
  await expect(startServer({ ...options(), port, starts })).rejects.toThrow('no room')
  expect(await taking('127.0.0.1', port)).not.toBeNull()
})

it('a port that another program has on ::1 is taken, since `localhost` leads there', async ({ skip }) => {
  const other = await taking('::1')
  if (!other) return skip('this machine has no ::1')
  await expect(startServer({ ...options(), port: other.port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  // It has not kept the other half of it.
  expect(await taking('127.0.0.1', other.port)).not.toBeNull()
})

it('ends when its person asks, once it has answered; nobody else is heard', async () => {
  const served = await serve()
  ended.push(served.end)
  let isAsked = false
  void served.quit.then(() => {
    isAsked = true
  })
  const quit = (headers = {}) => served.call('/web/api/local/quit', { method: 'POST', headers })
  expect((await quit({ authorization: 'Bearer x' })).status).toBe(401)
  expect((await quit({ origin: 'http://evil.example' })).status).toBe(403)
  expect((await served.call('/web/api/local/quit')).status).toBe(200)
  expect(isAsked).toBe(false)
  expect((await quit()).status).toBe(200)
  expect(isAsked).toBe(true)
})

it('started from a menu it ends when nobody has used it for a quarter of an hour', async () => {
  vi.useFakeTimers()
  ended.push(() => vi.useRealTimers())
  const used = [true]
  let isUnused = false
  void unused({ wasUsed: () => used.shift() ?? false }).then(() => {
    isUnused = true
  })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  used.push(true)
  await vi.advanceTimersByTimeAsync(15 * 60_000)
  expect(isUnused).toBe(false)
  await vi.advanceTimersByTimeAsync(2 * 60_000)
  expect(isUnused).toBe(true)
})

it('is used by whoever calls with the secret, and by nobody else', async () => {
  const served = await serve()
  ended.push(served.end)
  served.wasUsed()
  await served.call('/web/')
  await served.call('/web/api/local/state', { headers: { authorization: 'Bearer x' } })
  expect(served.wasUsed()).toBe(false)
  await served.call('/web/api/local/state')
  expect([served.wasUsed(), served.wasUsed()]).toEqual([true, false])
})
