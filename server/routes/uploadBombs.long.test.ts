/** Uploads that are made to cost much: each is refused or taken within bounds, leaves nothing, and keeps nobody else waiting. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { generateProject } from '../../fixtures/testing/generateProject.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'

const quota = 10
let served: ServedCloud
let ann: Someone
let folder = ''
let whole: Buffer
beforeAll(async () => {
  served = await serveCloud(undefined, { settings: { quota } })
  ann = await served.person('Ann')
  folder = mkdtempSync(join(tmpdir(), 'thicket-bombs-'))
  generateProject(join(folder, 'tiny.qrk'), 'tiny')
  whole = readFileSync(join(folder, 'tiny.qrk'))
})
afterAll(async () => {
  await served.end()
  rmSync(folder, { recursive: true, force: true })
})

const api = '/web/api/v2/projects'
const sendFile = async (bytes: Uint8Array, name: string) => {
  const form = new FormData()
  form.append('qrkFile', new Blob([new Uint8Array(bytes)]), name)
  const response = await ann.call(`${api}/file`, { method: 'POST', body: form })
  await response.arrayBuffer()
  return response.status
}
const leftovers = () => [
  ...readdirSync(join(served.settings.data, 'projects')).filter((name) => name.includes('.new')),
  ...readdirSync(dirname(served.rooms.temporary.path(''))),
]
/** The file with some bytes of its own; the format of SQLite says what stands where. */
const patched = (...patches: [at: number, bytes: number[]][]): Buffer => {
  const bytes = Buffer.from(whole)
  for (const [at, values] of patches) Buffer.from(values).copy(bytes, at)
  return bytes
}
const ff = (n: number) => Array.from({ length: n }, () => 0xff)

it('a .qrk that says it has four billion pages, pages of 64 KB, a free list without end, or rows of gigabytes', async () => {
  const pageSize = whole.readUInt16BE(16)
  const bombs = {
    'pages beyond the file': patched([28, [0xff, 0xff, 0xff, 0xfe]]),
    'all pages free': patched([32, [0, 0, 0, 2]], [36, [0x7f, 0xff, 0xff, 0xff]]),
    'larger pages': patched([16, [0, 1]]),
    'the smallest pages': patched([16, [2, 0]]),
    'a log that is not there': patched([18, [2, 2]]),
    'a page of pointers to itself': patched([pageSize, [5, 0, 0, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 2]]),
    'cells without end': patched([pageSize, [13, 0, 0, 0xff, 0xff]]),
    'rows of gigabytes': Buffer.concat([whole.subarray(0, whole.length - 512), Buffer.from(ff(512))]),
    'another text encoding': patched([56, [0, 0, 0, 2]]),
    zeros: Buffer.alloc(5 * 1024 * 1024),
  }
  for (const [name, bytes] of Object.entries(bombs)) {
    // A server that took them at their word would not come to an end within the time of a test.
    const status = await sendFile(bytes, `${name}.qrk`)
    // What SQLite itself makes sense of is copied row by row, as any other.
    expect([name, [200, 400, 413].includes(status)]).toEqual([name, true])
  }
  expect(leftovers()).toEqual([])
}, 90_000)

/** Sends until the server has had enough; resolves to the bytes that it took and what it said. */
function pour(head: string, piece: Buffer, most: number): Promise<{ sent: number; heard: string }> {
  return new Promise((resolve) => {
    const socket = connect(served.port, '127.0.0.1')
    let heard = ''
    const sent = () => socket.bytesWritten
    const more = () => {
      while (sent() < most && !socket.destroyed) if (!socket.write(piece)) return
      if (sent() >= most) socket.destroy()
    }
    socket.on('drain', more)
    socket.on('data', (data) => {
      heard += data
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ sent: sent(), heard }))
    socket.write(
      `POST ${api}/file HTTP/1.1\r\nHost: 127.0.0.1:${served.port}\r\nOrigin: ${served.base}\r\nAuthorization: Bearer ${ann.secret}\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 99999999999\r\n\r\n${head}`,
    )
    more()
  })
}

it('a form without end: before its first part, in the head of a part, in a field, in parts, in its file', async () => {
  const field = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n'
  const file = '--b\r\nContent-Disposition: form-data; name="qrkFile"; filename="a.qrk"\r\n\r\n'
  const filler = Buffer.alloc(256 * 1024, 'x')
  const most = 200 * 1024 * 1024
  for (const [what, head, piece] of [
    ['before', '', filler],
    ['a head', '--b\r\nContent-Disposition: form-data; name="', filler],
    ['a field', field, filler],
    ['parts', '', Buffer.from(`${field}x\r\n`.repeat(2000))],
    ['its file', file, filler],
  ] as const) {
    const { sent } = await pour(head, piece, most)
    expect([what, sent < 128 * 1024 * 1024]).toEqual([what, true])
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([])
  }
}, 120_000)

it('a project JSON that is deep, wide, or large: read in a thread, while others are answered at once', async () => {
  const send = async (text: string) => {
    const response = await fetch(`${served.base}${api}/json`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.secret}`, origin: served.base },
      body: text,
    })
    await response.arrayBuffer()
    return response.status
  }
  expect(await send('['.repeat(5_000_000))).toBe(400)
  expect(await send(`{"name":"Deep","project_json":${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}}`)).toBe(400)
  expect(await send(`{"name":"Many","project_json":{${'"sources":[],'.repeat(200_000)}"sources":[]}}`)).toBe(200)
  expect(await send(`{"__proto__":{"name":"x"},"project_json":{}}`)).toBe(400)
  expect(await send('x'.repeat((quota + 1) * 1024 * 1024))).toBe(413)
  const quirks = Array.from({ length: 20_000 }, (_, i) => ({
    id: i + 1,
    title: `quirk ${i}`,
    description: 'd'.repeat(200),
    color: '#112233',
    x: 0,
    y: 0,
    parentQuirkId: -1,
    author: 'Ann',
    timestamp: 1,
  }))
  let reading = 'not yet' as 'not yet' | 'now' | 'done'
  const { readJson } = served.rooms
  const spy = vi.spyOn(served.rooms, 'readJson').mockImplementation(async (...asked) => {
    reading = 'now'
    const read = await readJson(...asked)
    reading = 'done'
    return read
  })
  const sent = send(JSON.stringify({ name: 'Wide', project_json: { quirks } }))
  await expect.poll(() => reading, { timeout: 20_000, interval: 1 }).toBe('now')
  let answered = 0
  while (reading === 'now') {
    expect((await ann.send('GET', '/web/api/user/data')).status).toBe(200)
    answered += 1
  }
  // Mostly hundreds; one that waited for the reading is none.
  expect(answered).toBeGreaterThan(10)
  expect([200, 413]).toContain(await sent)
  spy.mockRestore()
  expect(leftovers()).toEqual([])
}, 90_000)
