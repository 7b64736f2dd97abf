/** Clients that take their time: each is put out, and nobody else waits for them. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { ticketOf } from '../testing/socketClient.ts'

let served: ServedCloud
let ann: Someone
beforeAll(async () => {
  served = await serveCloud()
  ann = await served.person('Ann')
})
afterAll(() => served.end())

/** Sends `first`, then a byte of `rest` each quarter of a second. Resolves to the seconds that it took until the server cut it. */
function dripping(first: string, rest: string): { socket: Socket; cut: Promise<number>; heard: () => string } {
  const began = performance.now()
  const socket = connect(served.port, '127.0.0.1', () => socket.write(first))
  let heard = ''
  let at = 0
  const timer = setInterval(() => {
    socket.write(rest[at % rest.length] as string)
    at += 1
  }, 250)
  socket.on('data', (data) => {
    heard += data.toString('latin1')
  })
  socket.on('error', () => {})
  const cut = new Promise<number>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve((performance.now() - began) / 1000)
    }),
  )
  return { socket, cut, heard: () => heard }
}

it('a head, a body and a frame that come a byte at a time: 300 of them keep nobody waiting, heads and frames are cut', async () => {
  const host = `Host: 127.0.0.1:${served.port}\r\nOrigin: ${served.base}\r\n`
  const heads = Array.from({ length: 100 }, () => dripping(`GET /web/ HTTP/1.1\r\n${host}X-Slow: `, 'a'))
  const bodies = Array.from({ length: 100 }, () =>
    dripping(`POST /web/api/v2/auth/login HTTP/1.1\r\n${host}Content-Length: 10000\r\n\r\n{`, ' '),
  )
  const tickets = await Promise.all(Array.from({ length: 50 }, () => ticketOf(ann)))
  // A text frame of 100 bytes, masked by zeros.
  const frame = Buffer.from([0x81, 0x80 | 100, 0, 0, 0, 0]).toString('latin1')
  const frames = tickets.map((ticket) => {
    const slow = dripping(
      `GET /v1/thicket?ticket=${ticket} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      'x',
    )
    slow.socket.once('data', () => slow.socket.write(Buffer.from(frame, 'latin1')))
    return slow
  })
  const projects = Array.from({ length: 50 }, () =>
    dripping(
      `POST /web/api/v2/projects/json HTTP/1.1\r\n${host}Authorization: Bearer ${ann.secret}\r\nContent-Length: 100000\r\n\r\n{`,
      ' ',
    ),
  )
  try {
    for (let n = 0; n < 10; n += 1) {
      const began = performance.now()
      expect((await ann.call('/web/')).status).toBe(200)
      expect((await ann.send('GET', '/web/api/v2/projects')).status).toBe(200)
      expect(performance.now() - began).toBeLessThan(2000)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // Others send files meanwhile; whoever has too many in the works is told so.
    const ben = await served.person('Ben')
    const made = await ben.send('POST', '/web/api/v2/projects/json', { name: 'Ben’s', project_json: {} })
    expect(made.status).toBe(200)
    const times = await Promise.all([...heads, ...frames].map(({ cut }) => cut))
    expect(Math.max(...times)).toBeLessThan(20)
    expect(frames.every(({ heard }) => heard().includes('101 Switching Protocols'))).toBe(true)
    expect(projects.filter(({ heard }) => heard().includes('429')).length).toBeGreaterThan(40)
  } finally {
    for (const { socket } of [...heads, ...bodies, ...frames, ...projects]) socket.destroy()
  }
  await expect
    .poll(
      async () => (await ann.send('POST', '/web/api/v2/projects/json', { name: `Ann’s`, project_json: {} })).status,
      { timeout: 10_000 },
    )
    .toBe(200)
}, 60_000)
