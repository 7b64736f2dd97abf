/** A server that listens on loopback: the parts put together, and taken apart in the right order. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Host } from './host.ts'
import type { Log } from './log.ts'
import { openRooms, type Rooms } from './rooms.ts'
import { loopbackHosts } from './security.ts'
import { openTickets } from './tickets.ts'
import { newSocketServer, openSockets } from './wire/ws.ts'

export interface Running {
  readonly port: number
  readonly rooms: Rooms
  /** Takes nothing more, does what waits, closes every file. */
  close(): Promise<void>
}

export interface StartOptions {
  host: Host
  log: Log
  /** The folder of the built page. */
  page: string
  /** 0: any. Throws EADDRINUSE when it is taken. */
  port: number
  threads?: number
  linger?: number
  reloads?: (signal: AbortSignal) => Response
}

export async function startServer({
  host,
  log,
  page,
  port: wanted,
  threads = 1,
  linger,
  reloads,
}: StartOptions): Promise<Running> {
  let port = 0
  const rooms = openRooms({ host, threads, broken: log.error, ...(linger !== undefined && { linger }) })
  const sockets = openSockets(host, rooms, log.error)
  const app = createApp({
    host,
    rooms,
    tickets: openTickets(),
    sockets,
    log,
    port: () => port,
    page,
    ...(reloads && { reloads }),
  })
  const create = () =>
    createAdaptorServer({
      fetch: app.fetch,
      // The library's types and ours differ in the overloads of `on` alone.
      websocket: { server: newSocketServer() as unknown as WebSocketServerLike },
      overrideGlobalObjects: false,
      serverOptions: {
        headersTimeout: 5000,
        requestTimeout: 300_000,
        // Other upgrades are answered as plain requests, hence refused.
        shouldUpgradeCallback: ({ headers }) =>
          headers.upgrade?.toLowerCase() === 'websocket' && loopbackHosts(port).includes(headers.host ?? ''),
      },
    }) as Server
  const servers = [create()]
  try {
    port = await listen(servers[0]!, wanted, '127.0.0.1')
  } catch (error) {
    await rooms.end()
    throw error
  }
  const second = create()
  // A machine without IPv6, or with the port taken there, is served on IPv4 alone.
  await listen(second, port, '::1').then(
    () => servers.push(second),
    () => {},
  )
  return {
    port,
    rooms,
    close: async () => {
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
      sockets.endAll()
      await rooms.end()
      for (const server of servers) server.closeAllConnections()
      await Promise.all(closed)
    },
  }
}

function listen(server: Server, port: number, hostname: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: hostname, exclusive: true }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
