import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '../testing/rawRequest.ts'
import { type Served, serve } from '../testing/serve.ts'

const script = 'export const words = "the same words again, "\n'.repeat(100)
let served: Served
beforeAll(async () => {
  served = await serve()
  const folder = join(served.folder, 'page/assets/abc')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'packed.js'), script)
  writeFileSync(join(folder, 'packed.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'packed.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'plain.js'), script)
})
afterAll(() => served.end())

const asked = async (name: string, accepts?: string) => {
  const { heard } = await rawRequest(
    served.port,
    `GET /web/assets/abc/${name} HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\n${accepts === undefined ? '' : `Accept-Encoding: ${accepts}\r\n`}Connection: close\r\n\r\n`,
  )
  const head = heard.split('\r\n\r\n')[0] ?? ''
  const said = (header: string) => new RegExp(`^${header}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? null
  return {
    encoding: said('content-encoding'),
    vary: said('vary'),
    type: said('content-type'),
    status: head.slice(9, 12),
  }
}

it('a file of the page is sent packed to who takes it so, and plain to who does not', async () => {
  for (const [accepts, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity', null],
    ['br;q=0, gzip;q=0', null],
    [undefined, null],
  ] as const)
    expect([accepts, await asked('packed.js', accepts)]).toEqual([
      accepts,
      { encoding, vary: 'Accept-Encoding', type: 'text/javascript; charset=utf-8', status: '200' },
    ])
  expect(await asked('plain.js', 'br')).toMatchObject({ encoding: null, status: '200' })
  const whole = await fetch(`${served.base}/web/assets/abc/packed.js`)
  expect([whole.headers.get('content-encoding'), await whole.text()]).toEqual(['gzip', script])
})

it('the packed files are none by themselves', async () => {
  expect((await asked('packed.js.br')).status).toBe('404')
})
