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

interface Dripping {
  socket: Socket
  /** The server has closed it. */
  cut: Promise<void>
  heard(): string
}

/** Sends `first`, and `onceHeard` after the first answer where there is one, then `rest` each quarter of a second, without an end. */
function dripping(first: string, rest: string, onceHeard?: Buffer): Dripping {
  let heard = ''
  let timer: NodeJS.Timeout | undefined
  const drip = () => {
    timer = setInterval(() => socket.write(rest), 250)
  }
  const socket = connect(served.port, '127.0.0.1', () => {
    socket.write(first)
    if (!onceHeard) drip()
  })
  if (onceHeard)
    socket.once('data', () => {
      socket.write(onceHeard)
      drip()
    })
  socket.on('data', (data) => {
    heard += data.toString('latin1')
  })
  socket.on('error', () => {})
  const cut = new Promise<void>((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
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
  // A text frame of 65,535 bytes, which would take hours, masked by zeros.
  const frame = Buffer.from([0x81, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0])
  const frames = tickets.map((ticket) =>
    dripping(
      `GET /v1/thicket?ticket=${ticket} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      'x',
      frame,
    ),
  )
  const projects = Array.from({ length: 50 }, () =>
    dripping(
      `POST /web/api/v2/projects/json HTTP/1.1\r\n${host}Authorization: Bearer ${ann.secret}\r\nContent-Length: 100000\r\n\r\n{`,
      ' ',
    ),
  )
  try {
    for (let n = 0; n < 10; n += 1) {
      expect((await ann.call('/web/')).status).toBe(200)
      expect((await ann.send('GET', '/web/api/v2/projects')).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    // Others send files meanwhile; whoever has too many in the works is told so.
    const ben = await served.person('Ben')
    const made = await ben.send('POST', '/web/api/v2/projects/json', { name: 'Ben’s', project_json: {} })
    expect(made.status).toBe(200)
    // All that came while the bodies, for which the server waits for minutes, were still on their way.
    expect(bodies.filter(({ socket }) => socket.destroyed).map(({ heard }) => heard())).toEqual([])
    await Promise.all([...heads, ...frames].map(({ cut }) => cut))
    expect(heads.filter(({ heard }) => !heard().includes('408 Request Timeout'))).toEqual([])
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
