// A server that gives and takes the sound of recordings, and a network that ends in the middle of it: what is cut is neither played nor said to be kept.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keyPartsOf } from '../../../src/model/sealing/keys.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { openSound } from './sound.ts'

const sound = new Uint8Array(3_000_000).map((_, at) => at % 251)
/** How the server treats the next call. */
let way: 'whole' | 'cut' | 'refused' = 'whole'
const kept = new Map<string, Uint8Array<ArrayBuffer>>()
let base = ''

/** The bytes of the form's one file; null where the connection has ended before. */
async function fileOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | null> {
  const type = request.headers['content-type'] ?? ''
  const form = new Response(await buffer(request), { headers: { 'content-type': type } })
  const file = (await form.formData()).get('file')
  return file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : null
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hash = request.url?.split('/').at(-1) ?? ''
  if (way === 'refused') {
    response.writeHead(507, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ problem: { kind: 'quotaExceeded' } }))
  } else if (request.method === 'PUT') {
    if (way === 'cut') return void request.once('data', () => request.socket.destroy())
    const file = await fileOf(request)
    if (file) kept.set(hash, file)
    response.end('{}')
  } else {
    const bytes = kept.get(hash) ?? new Uint8Array()
    response.writeHead(200, { 'content-length': bytes.length })
    if (way === 'whole') return void response.end(bytes)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }
}

const server = createServer((request, response) => void answer(request, response))
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  way = 'whole'
  kept.clear()
})

const sealing = { name: 'Study', parts: keyPartsOf(new Uint8Array(32).fill(1)) } as Sealing

for (const isSealed of [false, true])
  test(`what is cut is asked for, and kept, again: of a ${isSealed ? 'protected' : 'plain'} project`, async () => {
    const { keep, hear } = openSound(
      {
        uuid: 'u',
        // As the worker calls it: null where there is no connection.
        call: (path, init) => fetch(base + path, init as RequestInit).catch(() => null),
        turn: async () => {},
      },
      { sealing: isSealed ? sealing : null },
    )
    const given = new Blob([sound])
    way = 'cut'
    expect(await keep(given)).toEqual({ problem: { kind: 'cannotConnect' } })
    way = 'refused'
    expect(await keep(given)).toEqual({ problem: { kind: 'quotaExceeded' } })
    way = 'whole'
    const done = await keep(given)
    if (!('ok' in done)) throw new Error('it is not kept')
    way = 'cut'
    expect(await hear(done.ok)).toEqual({ problem: { kind: 'cannotConnect' } })
    way = 'whole'
    const heard = await hear(done.ok)
    expect('ok' in heard && Buffer.from(heard.ok).equals(Buffer.from(sound))).toBe(true)
    expect([...kept.values()].every((bytes) => Buffer.from(bytes).equals(Buffer.from(sound)))).toBe(!isSealed)
  })
