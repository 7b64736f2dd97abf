/**
 * A road to a server that works on whole messages of sockets and whole HTTP requests, and does wrong by a seed: loses a message and cuts the
 * connection only later, sends one twice, lets one overtake another, is slow, cuts either side, lets a connection stand without a word, says 502, brings
 * a request when whoever asked has given it up.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** How often each was done. */
export type Faults = Record<
  | 'passed'
  | 'lost'
  | 'twice'
  | 'overtaken'
  | 'slow'
  | 'cut'
  | 'cutNear'
  | 'cutFar'
  | 'stands'
  | 'badGateway'
  | 'answerLost'
  | 'unanswered'
  | 'late',
  number
>

export interface FaultyNetwork {
  readonly base: string
  readonly faults: Faults
  /** Until it is spoilt, and from when it is mended, everything passes; but what stands, stands until its ends give it up. */
  spoil(): void
  mend(): void
  close(): Promise<void>
}

/** ms after which a request that nobody answers is cut, as a proxy on the way does. */
const patience = 1500

/** `to`: where the server is (`http://host:port`). */
export async function openFaultyNetwork(to: string, random: () => number): Promise<FaultyNetwork> {
  const faults = Object.fromEntries(
    'passed lost twice overtaken slow cut cutNear cutFar stands badGateway answerLost unanswered late'
      .split(' ')
      .map((name) => [name, 0]),
  ) as Faults
  const sockets = new Set<{ terminate(): void }>()
  let isWhole = true
  const later = (milliseconds: number, run: () => void) => setTimeout(run, milliseconds)
  /** One of these, each with its share of 1; the rest passes. */
  const draw = (shares: Partial<Faults>): keyof Faults => {
    let at = isWhole ? 1 : random()
    for (const [name, share] of Object.entries(shares)) {
      at -= share
      if (at >= 0) continue
      faults[name as keyof Faults] += 1
      return name as keyof Faults
    }
    faults.passed += 1
    return 'passed'
  }

  const forward = (asked: IncomingMessage, body: Buffer): Promise<{ head: IncomingMessage; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const { host } = new URL(to)
      const { 'transfer-encoding': _, ...given } = asked.headers
      const headers = { ...given, host, origin: to, connection: 'close', 'content-length': String(body.length) }
      const onward = request(`${to}${asked.url}`, { method: asked.method, headers, agent: false }, (head) => {
        void wholeOf(head).then((whole) => resolve({ head, body: whole }), reject)
      })
      onward.on('error', reject)
      onward.end(body)
    })

  const answer = async (asked: IncomingMessage, out: ServerResponse): Promise<void> => {
    const body = await wholeOf(asked)
    const again = (milliseconds: number) => later(milliseconds, () => void forward(asked, body).catch(() => {}))
    const what = draw({
      badGateway: 0.05,
      answerLost: 0.05,
      unanswered: 0.03,
      late: 0.02,
      twice: 0.05,
      slow: 0.1,
      cut: 0.04,
    })
    if (what === 'badGateway') return void out.writeHead(502).end()
    if (what === 'late') again(patience + random() * patience)
    if (what === 'late' || what === 'unanswered') return void later(patience, () => out.destroy())
    if (what === 'slow') await new Promise<void>((resolve) => later(random() * 100, resolve))
    const first = await forward(asked, body)
    if (what === 'twice') again(random() * 150)
    if (what === 'answerLost') return void out.destroy()
    out.writeHead(first.head.statusCode ?? 502, first.head.headers)
    if (what !== 'cut') return void out.end(first.body)
    out.write(first.body.subarray(0, Math.floor(first.body.length / 2)), () => out.destroy())
  }

  const server = createServer((asked, out) => {
    void answer(asked, out).catch(() => (out.headersSent ? out.destroy() : out.writeHead(502).end()))
  })
  server.keepAliveTimeout = 1
  const near = new WebSocketServer({ noServer: true, perMessageDeflate: false })

  const join = (client: WebSocket, far: WebSocket) => {
    let stands = false
    const ends = [client, far]
    const cut = () => {
      for (const end of ends) end.terminate()
    }
    const carry = (from: WebSocket, into: WebSocket) => {
      let held: string | null = null
      let tail = Promise.resolve()
      const put = (text: string) => {
        if (!stands && into.readyState === into.OPEN) into.send(text)
      }
      const release = () => {
        const text = held
        held = null
        if (text !== null) put(text)
      }
      const pass = (text: string, what: keyof Faults) => {
        if (what === 'lost') return void later(20 + random() * 300, cut)
        if (what === 'cut') return cut()
        if (what === 'cutNear') return client.terminate()
        if (what === 'cutFar') return far.terminate()
        if (what === 'stands') {
          stands = true
          return
        }
        if (what === 'overtaken' && held === null) {
          held = text
          return void later(60, release)
        }
        put(text)
        if (what === 'twice') later(random() < 0.5 ? 0 : random() * 100, () => put(text))
        release()
      }
      from.on('message', (data: RawData) => {
        const text = String(data)
        tail = tail.then(async () => {
          const what = draw({
            lost: 0.015,
            twice: 0.03,
            overtaken: 0.02,
            slow: 0.1,
            cut: 0.012,
            cutNear: 0.006,
            cutFar: 0.006,
            stands: 0.006,
          })
          if (what === 'slow') await new Promise<void>((resolve) => later(random() * 60, resolve))
          pass(text, what)
        })
      })
    }
    carry(client, far)
    carry(far, client)
    // One that was cut on one side alone is not told to the other.
    for (const [end, other] of [ends, ends.toReversed()] as [WebSocket, WebSocket][])
      end.on('close', (code) => {
        sockets.delete(end)
        if (stands || code === 1006) return
        if (code === 1005) other.close()
        else other.close(code)
      })
  }

  server.on('upgrade', (asked: IncomingMessage, socket: Duplex, head: Buffer) => {
    const raw = { terminate: () => socket.destroy() }
    sockets.add(raw)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(raw))
    const what = draw({ badGateway: 0.05, unanswered: 0.03 })
    if (what === 'unanswered') return
    if (what === 'badGateway') return void socket.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n')
    const far = new WebSocket(`${to.replace('http', 'ws')}${asked.url}`, { origin: to, perMessageDeflate: false })
    sockets.add(far)
    far.on('error', () => socket.destroy())
    far.on('open', () =>
      near.handleUpgrade(asked, socket, head, (client) => {
        sockets.add(client)
        client.on('error', () => {})
        join(client, far)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    spoil: () => {
      isWhole = false
    },
    mend: () => {
      isWhole = true
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.terminate()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A socket as a browser gives one; closed before it is open, it is cut. */
export function plainSocket(
  address: string,
  events: { opened(): void; message(text: string): void; closed(code: number): void },
): { send(text: string): void; close(code?: number): void } {
  const socket = new WebSocket(address)
  socket.on('open', events.opened)
  socket.on('message', (data) => events.message(String(data)))
  socket.on('error', () => {})
  socket.on('close', events.closed)
  return {
    send: (text) => {
      if (socket.readyState === socket.OPEN) socket.send(text)
    },
    close: (code) => {
      if (socket.readyState === socket.OPEN) socket.close(code)
      else socket.terminate()
    },
  }
}

async function wholeOf(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
