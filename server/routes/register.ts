/** New accounts, open or by invitation. Anybody may ask. */
import { Hono } from 'hono'
import type { Accounts } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import type { CallerOf } from './callers.ts'
import { serveCall, withBody } from './serveCall.ts'

export function registerRoutes(accounts: Accounts, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  serveCall(routes, 'POST /web/api/v2/register/checkout', (asked) =>
    withBody(asked, ({ link, ...rest }) =>
      accounts.register({ ...rest, ...(link && { link }) }, callerOf(asked.context)),
    ),
  )

  serveCall(routes, 'POST /web/api/v2/register/invitation', (asked) =>
    withBody(asked, ({ link }) => accounts.invitation(link)),
  )

  return routes
}
