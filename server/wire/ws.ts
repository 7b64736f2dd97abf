/** The socket `/v1/thicket?ticket=`: admits those with a ticket, bounds what they send, and gives each a conversation. */
import { upgradeWebSocket } from '@hono/node-server'
import type { Context } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { frameBytes } from '../../src/model/limits.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import type { Host, Person } from '../host.ts'
import type { Rooms } from '../room/rooms.ts'
import { type Allowance, openAllowance } from './allowance.ts'
import { type Conversation, openConversation } from './conversation.ts'
import type { Outlet } from './feed.ts'

/** A first request of a known person must come within this time, and any request within the next. */
const patience = { first: 5000, silence: 60_000 } as const
/** Requests of one socket in the works; above, it is not read from. */
const mostInWorks = 64

/** Where many people share a server: sockets of one person, messages and bytes of one socket. */
export interface SocketLimits {
  ofPerson: number
  messages: Allowance
  bytes: Allowance
}
export const socketLimits: SocketLimits = {
  ofPerson: 100,
  messages: { perSecond: 100, atOnce: 500 },
  bytes: { perSecond: 2 * 1024 * 1024, atOnce: 16 * 1024 * 1024 },
}

export const newSocketServer = (): WebSocketServer =>
  new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: frameBytes, clientTracking: false })

export interface Sockets {
  /** Answers the upgrade of a request whose ticket was `person`'s. */
  admit(context: Context, person: Person): Promise<Response>
  readonly size: number
  /** Reads no more, answers what has come, closes: what is sent from then on is sent again to the next server. */
  endAll(code: number): Promise<void>
}

/** `limits`: none where the server is one person's. */
export function openSockets(
  host: Host,
  rooms: Rooms,
  broken: (error: unknown) => void,
  limits: SocketLimits | null = host.local ? null : socketLimits,
): Sockets {
  const open = new Map<WebSocket, Conversation>()
  /** Sockets by person. */
  const numbers = new Map<string, number>()
  const count = ({ id }: Person, more: 1 | -1) => {
    const number = (numbers.get(id) ?? 0) + more
    if (number > 0) numbers.set(id, number)
    else numbers.delete(id)
  }
  host.onChange((change) => {
    for (const conversation of open.values()) conversation.review(change)
  })
  const works = new Set<Promise<void>>()
  let ending = false

  const begin = (socket: WebSocket, person: Person) => {
    const outlet = outletOf(socket)
    const conversation = openConversation(host, rooms, person, outlet, broken)
    open.set(socket, conversation)
    // The session may have ended while the upgrade was answered.
    conversation.review({ people: new Set([person.id]) })
    const messages = limits && openAllowance(limits.messages)
    const bytes = limits && openAllowance(limits.bytes)
    let tooFast: NodeJS.Timeout | undefined
    let inWorks = 0
    const resume = () => {
      if (socket.isPaused && inWorks <= mostInWorks / 2 && !tooFast && !ending) socket.resume()
    }
    const slowDown = (size: number) => {
      const wait = Math.max(messages?.(1) ?? 0, bytes?.(size) ?? 0)
      if (wait === 0) return
      socket.pause()
      clearTimeout(tooFast)
      tooFast = setTimeout(() => {
        tooFast = undefined
        resume()
      }, wait)
    }
    let silence: NodeJS.Timeout | undefined
    const expectFrame = (within: number) => {
      clearTimeout(silence)
      // Whoever waits for an answer need not speak.
      silence = setTimeout(
        () => (inWorks > 0 ? expectFrame(within) : outlet.close(closeCodes.databaseNotOpen, 'silent')),
        within,
      )
    }
    expectFrame(patience.first)
    socket.on('message', (data, isBinary) => {
      if (isBinary) return outlet.close(closeCodes.databaseNotOpen, 'expected text')
      if (ending) return
      const text = data.toString()
      slowDown(text.length)
      inWorks += 1
      if (inWorks >= mostInWorks) socket.pause()
      const work = conversation.receive(text).finally(() => {
        works.delete(work)
        inWorks -= 1
        resume()
      })
      works.add(work)
      if (conversation.known) expectFrame(patience.silence)
    })
    socket.on('close', () => {
      open.delete(socket)
      count(person, -1)
      clearTimeout(silence)
      clearTimeout(tooFast)
      conversation.end()
    })
    socket.on('error', () => socket.terminate())
  }

  const upgrade = upgradeWebSocket((context) => ({
    onOpen: (_, { raw }) => {
      const person = context.get('person') as Person
      count(person, 1)
      begin(raw as WebSocket, person)
      dropLater(raw as WebSocket)
    },
  }))

  return {
    admit: async (context, person) => {
      if (limits && (numbers.get(person.id) ?? 0) >= limits.ofPerson)
        return context.json({ problem: { kind: 'tooManyTries', wait: 10 } }, 429)
      context.set('person', person)
      return (await upgrade(context, async () => {})) ?? context.body(null, 426)
    },
    get size() {
      return open.size
    },
    endAll: async (code) => {
      ending = true
      for (const socket of open.keys()) socket.pause()
      await Promise.race([
        Promise.allSettled(works),
        new Promise((resolve) => setTimeout(resolve, drainWithin).unref()),
      ])
      for (const socket of open.keys()) {
        socket.close(code, 'the server is stopping')
        // Whoever answers the close is heard.
        socket.resume()
      }
    },
  }
}

/** Takes off the listeners that Hono adds after ours: they hear nothing that we want, and would hold the whole request for as long as the socket lives. */
function dropLater(socket: WebSocket): void {
  const names = ['message', 'close', 'error'] as const
  const own = new Set(names.flatMap((name) => socket.listeners(name)))
  queueMicrotask(() => {
    for (const name of names)
      for (const listener of socket.listeners(name))
        if (!own.has(listener)) socket.off(name, listener as (...args: unknown[]) => void)
  })
}

/** How long the server takes to answer what it has read when it stops, in ms. */
const drainWithin = 2000
/** How long the other side has to answer a close before the connection is cut. */
const closeWithin = 2000

let sockets = 0
function outletOf(socket: WebSocket): Outlet {
  sockets += 1
  return {
    number: sockets,
    // A string goes as it is; a Buffer of JSON is text too.
    send: (frame, written) => {
      if (socket.readyState === socket.OPEN) socket.send(frame, { binary: false }, () => written())
    },
    buffered: () => socket.bufferedAmount,
    close: (code, reason) => {
      if (socket.readyState !== socket.OPEN) return
      socket.close(code, reason)
      setTimeout(() => socket.terminate(), closeWithin).unref()
    },
  }
}
