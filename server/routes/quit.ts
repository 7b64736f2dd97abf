/** The person ends the program of this machine from its page. */
import { Hono } from 'hono'
import { ok } from '../../src/model/problems.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { serveCall } from './serveCall.ts'

/** `quit`: the server stops as by a signal, after this answer. */
export function quitRoutes(rooms: Pick<Rooms, 'inUse'>, quit: () => void): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /web/api/local/quit', () => ok({ inUse: rooms.inUse }))
  serveCall(routes, 'POST /web/api/local/quit', () => {
    quit()
    return ok({})
  })
  return routes
}
