/** The socket `/v1/thicket?ticket=`: admits those with a ticket, bounds what they send, and gives each a conversation. */
import { upgradeWebSocket } from '@hono/node-server'
import type { Context } from 'hono'
import { type WebSocket, WebSocketServer } from 'ws'
import { frameBytes } from '../../src/model/limits.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import type { Host, Person } from '../host.ts'
import type { Rooms } from '../rooms.ts'
import { openConversation } from './conversation.ts'
import type { Outlet } from './feed.ts'

/** A first request of a known person must come within this time, and any request within the next. */
const patience = { first: 5000, silence: 60_000 } as const
/** Requests of one socket in the works; above, it is not read from. */
const mostInWorks = 64

export const newSocketServer = (): WebSocketServer =>
  new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: frameBytes, clientTracking: false })

export interface Sockets {
  /** Answers the upgrade of a request whose ticket was `person`'s. */
  admit(context: Context, person: Person): Promise<Response>
  readonly size: number
  endAll(): void
}

export function openSockets(host: Host, rooms: Rooms, broken: (error: unknown) => void): Sockets {
  const open = new Set<WebSocket>()

  const begin = (socket: WebSocket, person: Person) => {
    open.add(socket)
    const outlet = outletOf(socket)
    const conversation = openConversation(host, rooms, person, outlet, broken)
    let inWorks = 0
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
      inWorks += 1
      if (inWorks === mostInWorks) socket.pause()
      void conversation.receive(data.toString()).finally(() => {
        inWorks -= 1
        if (socket.isPaused && inWorks <= mostInWorks / 2) socket.resume()
      })
      if (conversation.known) expectFrame(patience.silence)
    })
    socket.on('close', () => {
      open.delete(socket)
      clearTimeout(silence)
      conversation.end()
    })
    socket.on('error', () => socket.terminate())
  }

  const upgrade = upgradeWebSocket((context) => ({
    onOpen: (_, { raw }) => begin(raw as WebSocket, context.get('person') as Person),
  }))

  return {
    admit: async (context, person) => {
      context.set('person', person)
      return (await upgrade(context, async () => {})) ?? context.body(null, 426)
    },
    get size() {
      return open.size
    },
    endAll: () => {
      for (const socket of open) socket.close(closeCodes.restart, 'the server is stopping')
    },
  }
}

/** How long the other side has to answer a close before the connection is cut. */
const closeWithin = 2000

function outletOf(socket: WebSocket): Outlet {
  return {
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
