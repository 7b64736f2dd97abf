/** The way to a provider of sign-ins and back. Anybody may ask; the browser that begins is known again by a cookie, which lets nobody in. */
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { fromAnybody } from '../../src/model/contract/calls/call.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { SingleSignOn } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import type { CallerOf } from './callers.ts'
import { readBody } from './readBody.ts'
import { done, serveCall, withBody } from './serveCall.ts'

const cookie = 'thicket-sso'
/** Seconds: as long as somebody may take at the provider. */
const cookieLife = 600

/** `__Host-`: no other name of the domain can give it to a browser. */
const browserOf = (context: Context): string | undefined => getCookie(context, cookie, 'host')
const know = (context: Context, browser: string): void =>
  setCookie(context, cookie, browser, {
    prefix: 'host',
    secure: true,
    path: '/',
    httpOnly: true,
    // The way back begins elsewhere.
    sameSite: 'Lax',
    maxAge: cookieLife,
  })

export function ssoRoutes(sso: SingleSignOn, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  serveCall(routes, 'GET /web/api/v2/auth/sso/{id}/begin', async ({ context, path }) => {
    const { address, browser } = await sso.begin(path.id, browserOf(context), callerOf(context))
    know(context, browser)
    return context.redirect(address)
  })

  serveCall(routes, 'GET /web/api/v2/auth/sso/{id}/back', async ({ context, path }) =>
    context.redirect(await sso.back(path.id, new URL(context.req.url).search, browserOf(context))),
  )

  serveCall(routes, 'POST /web/api/v2/auth/sso/finish', (asked) =>
    withBody(asked, (given) => sso.finish(given, browserOf(asked.context), callerOf(asked.context))),
  )

  serveCall(routes, 'POST /web/api/v2/auth/sso/{id}/logout', async ({ context, path }) => {
    const bytes = await readBody(context, fromAnybody)
    if (isProblem(bytes)) return bytes
    const token = new URLSearchParams(new TextDecoder().decode(bytes.ok)).get('logout_token') ?? ''
    return done(await sso.logout(path.id, token, callerOf(context)))
  })

  return routes
}
