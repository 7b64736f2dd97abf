/** Copies of projects on their way to somebody: where they lie, how many there are, and that nobody waits for whoever has left, or asks for many. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { quirk } from '../testing/socketClient.ts'
import { openMetrics } from './metrics.ts'

const folder = testFolder()
const temporary = join(folder, 'data/temporary')
let served: ServedCloud
let ann: Someone
let ben: Someone
let uuid: string

beforeAll(async () => {
  mkdirSync(join(temporary, 'of-before'), { recursive: true })
  writeFileSync(join(temporary, 'of-before/copy.qrk'), 'what a server that was killed has left')
  served = await serveCloud(folder, {
    operations: { metrics: openMetrics(), metricsToken: null, proxied: false },
  })
  writeFileSync(join(folder, 'page/report.zip'), zipSync({ 'index.html': strToU8('<!doctype html>') }))
  ann = await served.person('Ann')
  ben = await served.person('Ben')
  // More than the buffers of a connection hold.
  const description = 'the words of a description '.repeat(3500)
  const quirks = Array.from({ length: 120 }, (_, i) => ({ ...quirk(i + 1).args, create: undefined, description }))
  const project_json = { quirks }
  const made = await ann.send('POST', '/web/api/v2/projects/json', { name: 'Large', project_json })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  uuid = made.body.project_uuid as string
  await ann.share(uuid, ben, 'read')
})
afterAll(() => served.end())

const used = () => served.rooms.temporary.used.files
const download = () => `/web/api/v2/projects/${uuid}/qrk`

it('lie in the folder of the server, where a start sweeps up what was left', () => {
  expect(readdirSync(temporary)).not.toContain('of-before')
  expect(served.rooms.temporary.folder.startsWith(temporary)).toBe(true)
})

it('of one person few are made, whoever reads them or not; they are counted, keep nobody waiting, and go with their callers', async () => {
  const unread = Array.from({ length: 12 }, () => unreadDownload(ben))
  // Two are made, four wait.
  await expect.poll(() => unread.filter(({ heard }) => heard().startsWith('HTTP/1.1 429')).length).toBe(6)
  await expect.poll(() => unread.filter(({ heard }) => heard().startsWith('HTTP/1.1 200')).length).toBe(2)
  expect(used()).toBe(2)
  const numbers = await (await served.call('/metrics')).text()
  expect(numbers).toContain('thicket_temporary_files 2\n')
  expect(Number(/^thicket_temporary_bytes (\d+)/m.exec(numbers)?.[1])).toBeGreaterThan(15_000_000)
  const other = await ann.call(download())
  expect((await other.arrayBuffer()).byteLength).toBeGreaterThan(8_000_000)
  for (const { socket } of unread) socket.destroy()
  await expect.poll(used).toBe(0)
  expect((await (await ben.call(download())).arrayBuffer()).byteLength).toBeGreaterThan(8_000_000)
})

it('reports and past states are made for each person in turn, and not for whoever has left', async () => {
  const small = await ann.project('Small')
  await ann.share(small, ben, 'read')
  const report = `/web/api/v2/home/projects/${small}/report`
  const preview = `/v1/thicket/projects/${small}/history/0/preview`
  const leaver = new AbortController()
  const headers = { authorization: `Bearer ${ben.secret}`, origin: served.base }
  const left = Array.from({ length: 30 }, (_, i) =>
    fetch(`${served.base}${i % 2 ? report : preview}`, { headers, signal: leaver.signal }),
  )
  const ended = Promise.allSettled(left)
  // What may be in the works is, the rest is refused at once.
  expect((await Promise.race(left)).status).toBe(429)
  leaver.abort()
  await ended
  expect((await ann.call(preview)).status).toBe(200)
  let done = 0
  const asked = Array.from({ length: 8 }, async () => {
    const answer = await ben.call(report)
    await answer.arrayBuffer()
    done += answer.status === 200 ? 1 : 0
    return answer.status
  })
  await expect.poll(used).toBeGreaterThan(0)
  expect((await ann.call(report)).status).toBe(200)
  expect(done).toBeLessThanOrEqual(3)
  expect((await Promise.all(asked)).sort()).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  const { folder: own } = served.rooms.temporary
  // The state that was looked at last stays for a while.
  await expect.poll(() => readdirSync(own).filter((name) => !name.endsWith('.json'))).toEqual([])
})

/** A call whose answer is not read on after its first piece. */
function unreadDownload({ secret }: Someone): { socket: Socket; heard: () => string } {
  let heard = ''
  const socket = connect(served.port, '127.0.0.1', () => {
    const heads = `Host: 127.0.0.1:${served.port}\r\nOrigin: ${served.base}\r\nAuthorization: Bearer ${secret}\r\n`
    socket.write(`GET ${download()} HTTP/1.1\r\n${heads}\r\n`)
  })
  socket.once('data', (data) => {
    heard = data.toString('latin1')
    socket.pause()
  })
  socket.on('error', () => {})
  return { socket, heard: () => heard }
}
