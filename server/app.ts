/** All that the server answers by HTTP, composed; testable without a port. */
import { Hono } from 'hono'
import { facts, sourcePath } from './facts.ts'
import type { Host } from './host.ts'
import type { Log } from './log.ts'
import type { Rooms } from './rooms.ts'
import { localRoutes } from './routes/local.ts'
import { pageRoutes } from './routes/page.ts'
import { projectRoutes } from './routes/projects.ts'
import { realtimeRoutes } from './routes/realtime.ts'
import { localReportRoutes, reportRoutes } from './routes/report.ts'
import { sourceRoutes } from './routes/source.ts'
import { type AppEnv, loopbackHosts, onlyKnown, onlyOurPage, securityHeaders } from './security.ts'
import type { Tickets } from './tickets.ts'
import type { Sockets } from './wire/ws.ts'

export interface AppParts {
  host: Host
  rooms: Rooms
  tickets: Tickets
  sockets: Sockets
  log: Log
  /** Where the server listens. */
  port: () => number
  /** The folder of the built page. */
  page: string
  /** In development: answers the page's wish to hear of rebuilds. */
  reloads?: (signal: AbortSignal) => Response
}

export function createApp({ host, rooms, tickets, sockets, log, port, page, reloads }: AppParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(log.requests)
  app.use(securityHeaders)
  app.use(onlyOurPage(() => loopbackHosts(port())))
  app.onError((error, context) => {
    log.error(error)
    return context.json({ problem: { kind: 'storageFailed', detail: 'see the server’s log' } }, 500)
  })
  app.notFound((context) => context.json({ problem: { kind: 'badRequest', detail: 'there is nothing here' } }, 404))

  // A fragment is not sent: the browser carries it over to where it is sent on.
  app.get('/', (context) => context.redirect('/web/'))
  app.get('/web', (context) => context.redirect('/web/'))
  const told = facts(host)
  app.route('/', pageRoutes(page, told))
  if (told.source === sourcePath) app.route('/', sourceRoutes())
  if (reloads) app.get('/web/reloads', (context) => reloads(context.req.raw.signal))

  app.use('/web/api/*', onlyKnown(host))
  app.route('/web/api/v2/projects', projectRoutes(host, rooms))
  app.route('/web/api/v2', reportRoutes({ host, rooms, page }))
  if (host.can('localFiles')) {
    app.route('/web/api/local', localRoutes(host, rooms, port))
    app.route('/web/api/local', localReportRoutes({ host, rooms, page }))
  }

  app.route('/v1/thicket', realtimeRoutes(host, rooms, tickets, sockets))
  return app
}
