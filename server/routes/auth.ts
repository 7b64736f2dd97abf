/** Sign-in, tokens, reset, log out. Anybody may ask for all but the last. */
import { Hono } from 'hono'
import { isProblem, ok, problem } from '../../src/model/problems.ts'
import type { Accounts } from '../host.ts'
import { type AppEnv, personOf } from '../security/security.ts'
import type { CallerOf } from './callers.ts'
import { done, serveCall, withBody } from './serveCall.ts'

export function authRoutes(accounts: Accounts, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  serveCall(routes, 'POST /web/api/v2/auth/login', (asked) =>
    withBody(asked, (signIn) => accounts.signIn(signIn, callerOf(asked.context))),
  )

  serveCall(routes, 'POST /web/api/v2/auth/refresh', (asked) => withBody(asked, (tokens) => accounts.refresh(tokens)))

  // Who comes back after the access token has run out is known by the refresh token.
  serveCall(routes, 'POST /web/api/v2/auth/logout', async ({ context, body }) => {
    const isKnown = personOf(accounts, context) !== null
    const tokens = await body()
    const isEnded = !isProblem(tokens) && accounts.signOut(tokens.ok)
    if (!isKnown && !isEnded) return problem({ kind: 'notSignedIn' })
    return isProblem(tokens) ? tokens : ok({})
  })

  serveCall(routes, 'POST /web/api/v2/auth/reset', (asked) =>
    withBody(asked, async ({ email }) => done(await accounts.askReset(email, callerOf(asked.context)))),
  )

  serveCall(routes, 'POST /web/api/v2/auth/reset/link', (asked) =>
    withBody(asked, ({ link }) => done(accounts.resetLink(link))),
  )

  serveCall(routes, 'POST /web/api/v2/auth/reset/password', (asked) =>
    withBody(asked, async ({ link, password }) => done(await accounts.reset(link, password, callerOf(asked.context)))),
  )

  return routes
}
