/** The socket `/v1/thicket?ticket=`: admits those with a ticket, bounds what they send, and gives each a conversation. */
import { upgradeWebSocket } from '@hono/node-server'
import type { Context } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { frameBytes } from '../../src/model/limits.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Pipe, PipeEnd } from '../cluster/pipe.ts'
import type { Host, Person } from '../host.ts'
import type { Outlet } from '../rooms/feed.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { passedFrom } from '../security/security.ts'
import { type Allowance, openAllowance } from './allowance.ts'
import { type Conversation, openConversation } from './conversation.ts'
import type { LargeInTurn } from './largeInTurn.ts'
import { type ProcessorLimits, processorLimits, type Reader } from './reader.ts'

/** A first request of a known person must come within this time, and any request within the next. */
const patience = { first: 5000, silence: 60_000 } as const
/** A request in the works counts one more for every so many bytes of it. */
const sizeInWorks = 16 * 1024

/** Where many people share a server: sockets of one person, their requests in the works, their time of a processor and the bytes that they send, on all sockets together; messages of one socket. */
export interface SocketLimits {
  ofPerson: number
  /** Above, none is read from any socket of theirs. Where the server is one person's, too. */
  inWorks: number
  processor: ProcessorLimits
  bytes: Allowance
  messages: Allowance
}
export const socketLimits: SocketLimits = {
  ofPerson: 100,
  inWorks: 64,
  processor: processorLimits,
  bytes: { perSecond: 2 * 1024 * 1024, atOnce: 16 * 1024 * 1024 },
  messages: { perSecond: 100, atOnce: 500 },
}

export const newSocketServer = (): WebSocketServer =>
  new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: frameBytes, clientTracking: false })

export interface Sockets {
  /** Answers the upgrade of a request whose ticket was `person`'s; `isPassed`: at another node. */
  admit(context: Context, person: Person, isPassed?: boolean): Promise<Response>
  readonly size: number
  /** Reads no more, answers what has come, closes: what is sent from then on is sent again to the next server. */
  endAll(code: number): Promise<void>
}

/** Where a project is that somebody wants to open: here, where it is open by then, or at the end of a pipe; 'nowhere': they are to come again. */
export type Find = (uuid: string, person: Person, end: PipeEnd, isPassed: boolean) => Promise<Pipe | 'here' | 'nowhere'>

export interface SocketsParts {
  host: Host
  rooms: Rooms
  reader: Reader
  inTurn: LargeInTurn
  broken: (error: unknown) => void
  /** Of several nodes: finds the one that has a project. */
  find?: Find | undefined
  /** Whether this server may say anything; left out: always. */
  serves?: (() => boolean) | undefined
  /** Null: none, as where the server is one person's. */
  limits: SocketLimits | null
}

/** What one person has open here. */
interface Theirs {
  inWorks: number
  /** How long they are to wait after so many bytes, in ms; null: not at all. */
  bytes: ((size: number) => number) | null
  /** Reads on from each socket, where nothing keeps it from that. */
  resume: Map<WebSocket, () => void>
}

const nothing: Readonly<Theirs> = { inWorks: 0, bytes: null, resume: new Map() }

export function openSockets({ host, rooms, reader, inTurn, broken, find, serves, limits }: SocketsParts): Sockets {
  const { inWorks: mostInWorks } = limits ?? socketLimits
  const open = new Map<WebSocket, Conversation>()
  const people = new Map<string, Theirs>()
  const lists = fewForEach({ atOnce: 1, mostWaiting: Number.POSITIVE_INFINITY })
  const theirsOf = ({ id }: Person): Theirs => {
    const theirs = people.get(id) ?? { inWorks: 0, bytes: limits && openAllowance(limits.bytes), resume: new Map() }
    people.set(id, theirs)
    return theirs
  }
  const isGone = ({ inWorks, resume }: Theirs) => inWorks === 0 && resume.size === 0
  /** What closed sockets have left in the works counts until it is done, and what they have sent until it might be sent again. */
  const forgetIfGone = ({ id }: Person) => {
    const theirs = people.get(id)
    if (!theirs || !isGone(theirs)) return
    const forget = () => {
      if (people.get(id) === theirs && isGone(theirs)) people.delete(id)
    }
    if (limits) setTimeout(forget, (1000 * limits.bytes.atOnce) / limits.bytes.perSecond).unref()
    else forget()
  }
  const conversations = { host, rooms, reader, lists, inTurn, broken }
  host.onChange((change) => {
    for (const conversation of open.values()) conversation.review(change)
  })
  const works = new Set<Promise<void>>()
  let ending = false

  const begin = (socket: WebSocket, person: Person, isPassed: boolean) => {
    const outlet = outletOf(socket)
    const found = find && ((uuid: string, end: PipeEnd) => find(uuid, person, end, isPassed))
    const conversation = openConversation({ ...conversations, ...(found && { find: found }) }, person, outlet)
    const theirs = theirsOf(person)
    open.set(socket, conversation)
    // The session may have ended while the upgrade was answered.
    conversation.review({ people: new Set([person.id]) })
    const messages = limits && openAllowance(limits.messages)
    let tooFast: NodeJS.Timeout | undefined
    const resume = () => {
      if (socket.isPaused && theirs.inWorks <= mostInWorks / 2 && !tooFast && !ending) socket.resume()
    }
    theirs.resume.set(socket, resume)
    let inWorks = 0
    const work = (more: number) => {
      inWorks += more
      theirs.inWorks += more
      if (theirs.inWorks >= mostInWorks) socket.pause()
      if (more < 0) for (const each of theirs.resume.values()) each()
      forgetIfGone(person)
    }
    const slowDown = (size: number) => {
      const wait = Math.max(messages?.(1) ?? 0, theirs.bytes?.(size) ?? 0)
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
      if (serves && !serves()) return outlet.close(closeCodes.restart, 'this node has lost its place')
      // The socket's default: frames come as one Buffer, and what is text has been found to be UTF-8.
      const text = data as Buffer<ArrayBuffer>
      slowDown(text.byteLength)
      const size = 1 + Math.floor(text.byteLength / sizeInWorks)
      work(size)
      const answered = conversation.receive(text).finally(() => {
        works.delete(answered)
        work(-size)
        if (conversation.known && open.has(socket)) expectFrame(patience.silence)
      })
      works.add(answered)
    })
    socket.on('close', () => {
      open.delete(socket)
      theirs.resume.delete(socket)
      forgetIfGone(person)
      clearTimeout(silence)
      clearTimeout(tooFast)
      conversation.end()
    })
    socket.on('error', () => socket.terminate())
  }

  const upgrade = upgradeWebSocket((context) => ({
    onOpen: (_, { raw }) => {
      const person = context.get('person') as Person
      begin(raw as WebSocket, person, passedFrom(context) !== undefined)
      dropLater(raw as WebSocket)
    },
  }))

  return {
    admit: async (context, person, isPassed = false) => {
      const { resume, inWorks } = people.get(person.id) ?? nothing
      // The node where it came in has counted it.
      if (limits && !isPassed && (resume.size >= limits.ofPerson || inWorks >= mostInWorks))
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
