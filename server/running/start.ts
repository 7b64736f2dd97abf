/** A server that listens: the parts put together, and taken apart in the right order. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type WebSocketServerLike } from '@hono/node-server'
import manifest from '../../package.json' with { type: 'json' }
import { closeCodes } from '../../src/model/protocol.ts'
import { createApp } from '../app.ts'
import type { Log } from '../base/log.ts'
import type { Nodes } from '../cluster/nodes.ts'
import type { SharedBackups } from '../files/backupFiles.ts'
import type { Host } from '../host.ts'
import { openBackups } from '../rooms/backups.ts'
import { bytesLeft } from '../rooms/bytesLeft.ts'
import { openPasts } from '../rooms/pastStates.ts'
import { openRooms, type Rooms } from '../rooms/rooms.ts'
import type { Operations } from '../routes/health.ts'
import type { Standing } from '../routes/operator.ts'
import { hostOf, loopbackOrigins, saysOnce } from '../security/security.ts'
import { openTickets, type Tickets } from '../security/tickets.ts'
import { largeInTurn } from '../wire/largeInTurn.ts'
import { openReader } from '../wire/reader.ts'
import { newSocketServer, openSockets, type SocketLimits, socketLimits } from '../wire/ws.ts'

export interface Running {
  readonly port: number
  readonly rooms: Rooms
  /** Resolves when the person of a local server has asked in its page that it ends. */
  readonly quit: Promise<void>
  /** Whether anybody has called since this was last asked, or has a project open. */
  wasUsed(): boolean
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
  /** Where to listen; left out: on loopback, by IPv4 and IPv6. */
  address?: string
  /** Where browsers find it by a proxy, with the path there: its origin is taken besides those of loopback. */
  url?: string
  /** What only a server of many people tells whoever runs it. */
  operations?: Operations
  /** How many reverse proxies of ours stand before it. */
  proxies?: number
  threads?: number
  linger?: number
  /** How long a socket may take nothing of what is sent to it, ms; others than the usual in tests. */
  stuckAfter?: number
  /** Of a local server: what is to be done before projects are opened. Until then it listens, and says that it is starting. */
  starts?: () => Promise<unknown>
  /** The folder of automatic backups, of several nodes of those on their way; left out: none are made. */
  backups?: string
  /** This node among others; left out: it is alone. */
  nodes?: { nodes: Nodes; tickets: Tickets; backups: SharedBackups; host: string; port: number }
  /** Others than the usual, where many people share the server. */
  limits?: Partial<SocketLimits>
  reloads?: (signal: AbortSignal) => Response
}

export async function startServer({
  host,
  log,
  page,
  port: wanted,
  address,
  url,
  operations,
  proxies,
  threads = 1,
  linger,
  stuckAfter,
  starts,
  backups: backupFolder,
  nodes: among,
  limits,
  reloads,
}: StartOptions): Promise<Running> {
  let port = 0
  const origins = () => [...loopbackOrigins(port), ...(url ? [new URL(url).origin] : [])]
  const metrics = operations?.metrics
  const backups =
    backupFolder === undefined
      ? undefined
      : openBackups({ folder: backupFolder, shared: among?.backups, room: host.backupSpace, warn: log.error })
  const rooms = openRooms({
    backups,
    host,
    threads,
    stuckAfter,
    broken: log.error,
    truth: among?.nodes.truth,
    askFor: among?.nodes.askFor,
    ...(linger !== undefined && { linger }),
    ...(metrics && { pushed: metrics.pushed }),
  })
  const pasts = openPasts(rooms, log.error, (uuid) => bytesLeft(host, uuid))
  const bounds = host.local ? null : { ...socketLimits, ...limits }
  const reader = openReader(bounds?.processor ?? null)
  const inTurn = largeInTurn()
  const sockets = openSockets({
    ...{ host, rooms, reader, inTurn, broken: log.error, limits: bounds },
    ...(among && {
      find: (uuid, person, end, isPassed) => among.nodes.find(rooms, uuid, person, end, isPassed),
      serves: among.nodes.keepsSockets,
    }),
  })
  const quit = Promise.withResolvers<void>()
  let isStarting = host.local !== undefined
  let isHeard = true
  const since = Date.now()
  const standing: Standing = async () => {
    const free = operations?.free?.() ?? Number.NaN
    return {
      version: manifest.version,
      since,
      storage: await rooms.healthy().catch(() => false),
      free: Number.isFinite(free) ? free : null,
      sockets: sockets.size,
      projects: rooms.size,
      waiting: rooms.callsWaiting,
      errors: log.lines.get('error') ?? 0,
      backups: operations?.backups?.() ?? null,
    }
  }
  const app = createApp({
    host,
    rooms,
    tickets: among?.tickets ?? openTickets(),
    ...(among && { calls: among.nodes.calls(host, rooms, proxies ?? 0) }),
    sockets,
    reader,
    inTurn,
    pasts,
    ...(backups && { backups }),
    log,
    port: () => port,
    origins,
    page,
    ...(url && { url }),
    ...(operations && { operations }),
    ...(host.overview && { standing }),
    ...(proxies !== undefined && { proxies }),
    ...(reloads && { reloads }),
    isStarting: () => isStarting,
    heard: () => {
      isHeard = true
    },
    quit: quit.resolve,
  })
  metrics?.on({
    sockets: () => sockets.size,
    projects: () => rooms.size,
    queue: () => rooms.callsWaiting,
    lines: () => log.lines,
    temporary: () => rooms.temporary.used,
    free: operations?.free ?? (() => Number.NaN),
    backups: operations?.backups ?? (() => ({})),
  })
  let stopping = false
  const isStopping = () => Response.json({ status: 'stopping' }, { status: 503 })
  const create = (isOfNodes = false) =>
    createAdaptorServer({
      fetch: (request, env) => {
        if (stopping) return isStopping()
        return isOfNodes && among ? fetchOfNode(app, among.nodes, rooms, request, env) : app.fetch(request, env)
      },
      // The library's types and ours differ in the overloads of `on` alone.
      websocket: { server: newSocketServer() as unknown as WebSocketServerLike },
      overrideGlobalObjects: false,
      serverOptions: {
        headersTimeout: 10_000,
        requestTimeout: 300_000,
        // How often the two are looked at.
        connectionsCheckingInterval: 2000,
        // Other upgrades are answered as plain requests, hence refused.
        shouldUpgradeCallback: ({ headers, rawHeaders }) =>
          !stopping &&
          saysOnce(rawHeaders) &&
          headers.upgrade?.toLowerCase() === 'websocket' &&
          (isOfNodes || origins().some((each) => hostOf(each) === headers.host)),
      },
    }) as Server
  let servers: Server[] = []
  const close = async () => {
    stopping = true
    const closed = Promise.all(servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
    await sockets.endAll(host.local ? closeCodes.ended : closeCodes.restart)
    await reader.end()
    await rooms.end()
    // What has just been answered leaves before the connections are cut.
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, answersLeaveWithin))])
    for (const server of servers) server.closeAllConnections()
    await closed
  }
  try {
    // Whose node has ended are many at once: they are not to wait for this one’s threads.
    if (among) await rooms.begin()
    servers = address === undefined ? await listenOnLoopback(create, wanted) : [await listen(create(), wanted, address)]
    port = portOf(servers[0] as Server)
    if (among) servers.push(await listen(create(true), among.port, among.host))
    if (isStarting) await Promise.all([starts?.(), rooms.healthy()])
    isStarting = false
  } catch (error) {
    await close()
    throw error
  }
  // What a server that was killed owes to files: opening such a project is enough.
  for (const path of host.working?.owed() ?? []) void rooms.openPath(path).catch(log.error)
  return {
    port,
    rooms,
    quit: quit.promise,
    wasUsed: () => {
      const used = isHeard || sockets.size > 0
      isHeard = false
      return used
    },
    close,
  }
}

/** A call of another node: its own, or one that it passes on. */
function fetchOfNode(app: ReturnType<typeof createApp>, nodes: Nodes, rooms: Rooms, request: Request, env: object) {
  const { pathname, search } = new URL(request.url)
  const of = nodes.signing.check(
    request.method,
    pathname + search,
    request.headers.get(nodes.signing.header) ?? undefined,
  )
  if (!of) return new Response(null, { status: 403 })
  // The library knows an upgrade by this very object.
  return nodes.own(request, rooms) ?? app.fetch(request, Object.assign(env, { passed: of }))
}

/** ms */
const answersLeaveWithin = 200

/** By another program, or, of Windows, for none. Any other failure: a machine without IPv6, which is served on IPv4 alone. */
export const portTaken: readonly string[] = ['EADDRINUSE', 'EACCES']
/** How often any port is tried that is free on 127.0.0.1 and then not on ::1. */
const mostTries = 5

/**
 * On 127.0.0.1 and on ::1. A port that another program has on one of them is taken: browsers that ask for `localhost` would come to it, and
 * bring it what they keep for that name.
 */
async function listenOnLoopback(create: () => Server, wanted: number): Promise<Server[]> {
  for (let tries = 1; ; tries += 1) {
    const first = await listen(create(), wanted, '127.0.0.1')
    try {
      return [first, await listen(create(), portOf(first), '::1')]
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (!portTaken.includes(code)) return [first]
      first.close()
      if (wanted !== 0 || tries === mostTries) throw error
    }
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

function listen(server: Server, port: number, hostname: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: hostname, exclusive: true }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}
