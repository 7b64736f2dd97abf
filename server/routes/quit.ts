/** /web/api/local/quit: the person ends the program of this machine from its page. */
import { Hono } from 'hono'
import type { InUse } from '../../src/model/bridge.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'

/** `quit`: the server stops as by a signal, after this answer. */
export function quitRoutes(rooms: Pick<Rooms, 'inUse'>, quit: () => void): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/quit', (context) => {
    const inUse: InUse = { inUse: rooms.inUse }
    return context.json(inUse)
  })
  routes.post('/quit', (context) => {
    quit()
    return context.json({})
  })
  return routes
}
