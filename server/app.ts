/** All that the server answers by HTTP, composed; testable without a port. */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { isDiskFull } from './base/failures.ts'
import type { Log } from './base/log.ts'
import { facts, sourcePath } from './base/settings/serverFacts.ts'
import type { Host } from './host.ts'
import type { Rooms } from './rooms/rooms.ts'
import { activationRoutes, localActivationRoutes } from './routes/activation.ts'
import { failed } from './routes/answer.ts'
import { auditRoutes } from './routes/audit.ts'
import { authRoutes } from './routes/auth.ts'
import { callers } from './routes/callers.ts'
import { desktopRoutes } from './routes/desktop.ts'
import { type Operations, operationRoutes } from './routes/health.ts'
import { type HistoryParts, historyRoutes } from './routes/history.ts'
import { openLaunches } from './routes/launch.ts'
import { localRoutes } from './routes/local.ts'
import { mediaRoutes } from './routes/media.ts'
import { operatorRoutes, type Standing } from './routes/operator.ts'
import { packedPaths, packedText } from './routes/packedText.ts'
import { pageRoutes, toPageRoutes } from './routes/page.ts'
import { noPaymentRoutes, priceRoutes, subscriptionRoutes } from './routes/payment.ts'
import { projectRoutes } from './routes/projects.ts'
import { quitRoutes } from './routes/quit.ts'
import { realtimeRoutes } from './routes/realtime.ts'
import { registerRoutes } from './routes/register.ts'
import { localReportRoutes, reportRoutes } from './routes/report.ts'
import { proofRoutes, secondStartRoutes } from './routes/secondStart.ts'
import { shareRoutes } from './routes/shares.ts'
import { sourceRoutes } from './routes/source.ts'
import { ssoRoutes } from './routes/sso.ts'
import { whileStarting } from './routes/starting.ts'
import { takeOutRoutes } from './routes/takeOut.ts'
import { transcriptionRoutes } from './routes/transcription.ts'
import { userRoutes } from './routes/user.ts'
import { type AppEnv, headsWithoutBodies, onlyKnown, onlyOurPage, securityHeaders } from './security/security.ts'
import type { Tickets } from './security/tickets.ts'
import type { LargeInTurn } from './wire/largeInTurn.ts'
import type { Reader } from './wire/reader.ts'
import type { Sockets } from './wire/ws.ts'

export interface AppParts {
  host: Host
  rooms: Rooms
  tickets: Tickets
  sockets: Sockets
  reader: Reader
  inTurn: LargeInTurn
  pasts: HistoryParts['pasts']
  /** Left out: none are made. */
  backups?: NonNullable<HistoryParts['backups']>
  log: Log
  /** Where the server listens. */
  port: () => number
  /** By which browsers may call it: `https://host:port`. */
  origins: () => readonly string[]
  /** The folder of the built page. */
  page: string
  /** Where browsers find it by a proxy: `https://host/path`. */
  url?: string
  operations?: Operations
  /** What the parts of a server of many people say of themselves. */
  standing?: Standing
  /** How many reverse proxies of ours stand before it. */
  proxies?: number
  /** Of a local server: whether it is starting yet. */
  isStarting?: () => boolean
  /** Of a local server: told of each call of somebody who is let in. */
  heard?: () => void
  /** Of a local server: the person has asked it to end. */
  quit?: () => void
  /** Of several nodes: answers here, or passes on. */
  calls?: MiddlewareHandler<AppEnv>
  /** In development: answers the page's wish to hear of rebuilds. */
  reloads?: (signal: AbortSignal) => Response
}

export function createApp({
  host,
  rooms,
  tickets,
  sockets,
  reader,
  inTurn,
  log,
  port,
  origins,
  page,
  url,
  operations,
  standing,
  proxies = 0,
  pasts,
  backups,
  isStarting = () => false,
  heard = () => {},
  quit = () => {},
  calls,
  reloads,
}: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(log.requests)
  app.use(headsWithoutBodies)
  if (operations) app.use(operations.metrics.requests)
  app.use(securityHeaders(url?.startsWith('https:') ?? false))
  if (operations) app.route('/', operationRoutes(rooms.healthy, operations))
  app.use(onlyOurPage(origins, host.can('accounts')))
  if (calls) app.use(calls)
  app.onError((error, context) => {
    log.error(error, context.get('request'))
    if (isDiskFull(error)) return failed(context, { kind: 'diskFull' })
    return context.json({ problem: { kind: 'storageFailed', detail: 'see the server’s log' } }, 500)
  })
  app.notFound((context) => notHere(context, app))

  app.route('/', toPageRoutes(url))
  const told = facts(host)
  app.route('/', pageRoutes(page, told))
  if (told.source === sourcePath) app.route('/', sourceRoutes())
  if (reloads) app.get('/web/reloads', (context) => reloads(context.req.raw.signal))

  if (host.accounts) {
    const callerOf = callers(proxies)
    app.route('/', authRoutes(host.accounts, callerOf))
    app.route('/', ssoRoutes(host.accounts.sso, callerOf))
    app.route('/', registerRoutes(host.accounts, callerOf, host.payment))
    app.route('/', host.payment ? priceRoutes(host.payment, callerOf) : noPaymentRoutes())
  }
  if (host.licences) app.route('/', activationRoutes(host.licences, callers(proxies), log.security))
  if (host.local) app.use(whileStarting(isStarting))
  const launches = host.local && openLaunches()
  if (launches) app.route('/', launches.taken)
  if (host.local) app.route('/', proofRoutes(host.local, port))
  app.use('/web/api/*', onlyKnown(host), (_, next) => {
    heard()
    return next()
  })
  if (host.accounts) app.route('/', userRoutes(host.accounts, rooms, host.payment))
  if (host.accounts) app.route('/', takeOutRoutes(host, host.accounts, rooms, log))
  if (host.overview && standing) app.route('/', operatorRoutes(host.overview, standing, host.everywhere?.bytes))
  if (host.accounts && host.payment) app.route('/', subscriptionRoutes(host.accounts, host.payment))
  // On one's own machine it would cost more than it gains.
  if (!host.local) for (const path of packedPaths) app.use(path, packedText)
  app.route('/', projectRoutes(host, rooms, log, backups))
  if (host.sharing) app.route('/', shareRoutes(host, host.sharing, log))
  app.route('/', reportRoutes({ host, rooms, page }))
  if (host.transcriptions) app.route('/', transcriptionRoutes(host, host.transcriptions, rooms))
  if (launches) app.route('/', launches.asked)
  if (host.local) {
    app.route(
      '/',
      localRoutes(host, host.local, rooms, () => (isStarting() ? -1 : port())),
    )
    app.route('/', desktopRoutes({ host, local: host.local, rooms, ...(backups && { backups }) }))
    app.route('/', quitRoutes(rooms, quit))
    app.route('/', localActivationRoutes(host.local.activation))
    app.route('/', secondStartRoutes(host.local, rooms))
    app.route('/', localReportRoutes({ host, rooms, page }, host.local))
  }

  app.route('/', realtimeRoutes({ host, rooms, tickets, sockets, reader, inTurn }))
  if (host.audit) app.route('/', auditRoutes(host, host.audit))
  app.route('/', mediaRoutes(host, rooms))
  app.route('/', historyRoutes({ host, rooms, pasts, ...(backups && { backups }), broken: log.error }))
  return app
}

/** 405 where the path has another method. */
function notHere(context: Context<AppEnv>, app: Hono<AppEnv>): Response {
  const { method, path } = context.req
  const allowed = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => other !== method && isRoute(app, other, path),
  )
  if (allowed.length === 0)
    return context.json({ problem: { kind: 'badRequest', detail: 'there is nothing here' } }, 404)
  context.header('Allow', allowed.join(', '))
  return context.json({ problem: { kind: 'badRequest', detail: `${method} is not allowed here` } }, 405)
}

/** What stands for all methods keeps people out, and is no route. */
const isRoute = (app: Hono<AppEnv>, method: string, path: string): boolean =>
  app.router.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL')
