/**
 * A client's socket as cheap as it can be, so that thousands of them fit on one core: it reads frames (RFC 6455) and looks for events in
 * them without parsing what thousands of sockets get alike more than once.
 */
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { protocolVersion } from '../../src/model/protocol.ts'

/** What a frame carries: numbers of events, when their writers sent them, and answers. */
export interface Heard {
  seqs: number[]
  /** `performance.now()` of the writer, for each of them that says so. */
  sentAt: number[]
  /** The answer to a push: the numbers of its steps; the msg_id it answers. */
  answer: string | null
  own: number[]
  opened: { client: number; epoch: string; head: number } | null
}

export interface LoadSocket {
  client: number
  epoch: string
  /** The last event that came or was answered. */
  head: number
  /** An event came that does not follow the one before it. */
  gaps: number
  send(text: string): void
  cut(): void
  readonly closed: boolean
}

export interface Ear {
  heard(socket: LoadSocket, heard: Heard): void
  closed?(socket: LoadSocket): void
}

let last = Buffer.alloc(0)
let lastHeard: Heard | undefined

function read(payload: Buffer): Heard {
  if (lastHeard && payload.equals(last)) return lastHeard
  const text = payload.toString('latin1')
  const seqs = [...text.matchAll(/\{"seq":(\d+),"client"/g)].map(([, seq]) => Number(seq))
  const sentAt = [...text.matchAll(/"title":"at ([\d.]+)/g)].map(([, at]) => Number(at))
  const answer = /"msg_id":"([^"]+)"/.exec(text)?.[1] ?? null
  const own = text.includes('"push":') ? [...text.matchAll(/\{"seq":(\d+)[,}]/g)].map(([, seq]) => Number(seq)) : []
  const opened = text.includes('"dbOpen"')
    ? ((JSON.parse(payload.toString('utf8')) as { json_data: { data?: { dbOpen: Heard['opened'] } } }).json_data.data
        ?.dbOpen ?? null)
    : null
  const heard = { seqs, sentAt, answer, own, opened }
  if (seqs.length > 0) {
    last = Buffer.from(payload)
    lastHeard = heard
  }
  return heard
}

const openQuery = `query ($uuid: String!, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) { dbOpen(uuid: $uuid, client: $client, epoch: $epoch, since: $since, protocol: $protocol) }`

/** Opens a socket and the project on it. Throws where the server refuses. */
export async function openLoadSocket(
  base: string,
  token: string,
  uuid: string,
  ear: Ear,
  before: { client: number; epoch: string; head: number } = { client: 0, epoch: '', head: 0 },
): Promise<LoadSocket> {
  const response = await fetch(`${base}/v1/thicket/ticket`, { headers: { authorization: `Bearer ${token}` } })
  const { ticket } = (await response.json()) as { ticket?: string }
  if (!ticket) throw new Error(`no ticket: ${response.status}`)
  const { hostname, port, host } = new URL(base)
  const raw = connect(Number(port), hostname)
  raw.setNoDelay(true)
  let waiting: Buffer = Buffer.alloc(0)
  let isUpgraded = false
  let settle = () => {}
  let fail: (error: Error) => void = () => {}
  const opening = new Promise<void>((resolve, reject) => {
    settle = resolve
    fail = reject
  })
  const socket: LoadSocket & { closed: boolean } = {
    ...before,
    gaps: 0,
    closed: false,
    send: (text) => void raw.write(masked(text)),
    cut: () => raw.destroy(),
  }
  const take = (payload: Buffer) => {
    const heard = read(payload)
    if (heard.opened) {
      const { client, epoch, head } = heard.opened
      // At once: events may follow in the same bytes.
      Object.assign(socket, { client, epoch, head: before.head > 0 ? before.head : head })
      return settle()
    }
    // The answer to an own push stands where its events would.
    for (const seq of heard.own.length > 0 ? heard.own : heard.seqs) {
      if (seq !== socket.head + 1) socket.gaps += 1
      socket.head = seq
    }
    ear.heard(socket, heard)
  }
  raw.on('data', (data) => {
    waiting = waiting.length === 0 ? (data as Buffer) : Buffer.concat([waiting, data as Buffer])
    if (!isUpgraded) {
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      if (!waiting.subarray(0, 12).equals(Buffer.from('HTTP/1.1 101')))
        return fail(new Error(waiting.toString('latin1', 0, 200)))
      isUpgraded = true
      waiting = waiting.subarray(end + 4)
      const args = { uuid, client: before.client, epoch: before.epoch, since: before.head, protocol: protocolVersion }
      socket.send(JSON.stringify({ msg_id: 'open', auth: token, query: openQuery, variables: args }))
    }
    waiting = frames(waiting, take, raw)
  })
  raw.on('error', () => {})
  raw.on('close', () => {
    socket.closed = true
    fail(new Error('closed'))
    ear.closed?.(socket)
  })
  const key = randomBytes(16).toString('base64')
  raw.write(
    `GET /v1/thicket?ticket=${ticket} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${base}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  await opening
  return socket
}

/** Hands over the whole frames; returns what is left. */
function frames(bytes: Buffer, take: (payload: Buffer) => void, raw: Socket): Buffer {
  let at = 0
  for (;;) {
    if (bytes.length - at < 2) break
    const short = (bytes[at + 1] as number) & 127
    const head = short === 126 ? 4 : short === 127 ? 10 : 2
    if (bytes.length - at < head) break
    const length =
      short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short
    if (bytes.length - at < head + length) break
    const kind = (bytes[at] as number) & 15
    const payload = bytes.subarray(at + head, at + head + length)
    at += head + length
    if (kind === 1) take(payload)
    else if (kind === 8) raw.end()
  }
  return at === 0 ? bytes : bytes.subarray(at)
}

/** A text frame as a client sends it: with a mask, here of zeros. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.alloc(head + 4 + length)
  frame[0] = 0x81
  if (head === 2) frame[1] = 0x80 | length
  else if (head === 4) {
    frame[1] = 0x80 | 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 0x80 | 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  payload.copy(frame, head + 4)
  return frame
}
