/**
 * What keeps other pages and other people of the machine out of a server on loopback: exact names and origins (DNS
 * rebinding, cross-site sockets and requests), the launch secret, and the headers that bound what the page may do.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Problem } from '../../src/model/problems.ts'
import type { Host, Person } from '../host.ts'

export interface AppEnv {
  /** `request`: the id under which it stands in the log. */
  Variables: { person: Person; nonce: string; request: string }
}

/** What another node says of a call that it has passed on; undefined: nobody has. */
export interface PassedCall {
  caller?: string | undefined
  person?: Person | undefined
}
export const passedFrom = (context: Context): PassedCall | undefined =>
  (context.env as { passed?: PassedCall } | undefined)?.passed

/** The origins by which a server on loopback is called; the port is known once it listens. */
export const loopbackOrigins = (port: number): string[] =>
  [`127.0.0.1:${port}`, `[::1]:${port}`, `localhost:${port}`].map((host) => `http://${host}`)

/** As the header Host has it. */
export const hostOf = (origin: string): string => new URL(origin).host

/**
 * Refuses what does not come from the page itself or from a program that is no browser. `ofMany`: the server of many people. There other pages and
 * mails may lead to the document, which knows nobody before a token is read, and programs need not say where they come from.
 */
export function onlyOurPage(origins: () => readonly string[], ofMany = false): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { req } = context
    // The node that has passed it on has looked.
    if (passedFrom(context)) return next()
    const host = req.header('host')
    if (!host || !origins().some((origin) => hostOf(origin) === host)) return refuse(context, 'Host')
    const origin = req.header('origin')
    const needed =
      req.header('upgrade') !== undefined ||
      (isChange(req.method) && !(ofMany && (isProgram(context) || isSigned(context))))
    if (origin === undefined ? needed : !origins().includes(origin)) return refuse(context, 'Origin')
    const site = req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none' && !(ofMany && isVisit(context)))
      return refuse(context, 'Sec-Fetch-Site')
    return next()
  }
}

const isChange = (method: string): boolean => !['GET', 'HEAD'].includes(method)

/**
 * Every browser says `Origin` with what changes something, and `Sec-Fetch-*` with all; no page can leave them out. Nor has it a token of ours by
 * itself: there are no cookies.
 */
const isProgram = ({ req }: Context): boolean =>
  !Object.keys(req.header()).some((name) => name === 'origin' || name.startsWith('sec-fetch-')) &&
  (bearer.test(req.header('authorization') ?? '') || req.path.startsWith('/web/api/v2/auth/'))

/** Events of Stripe, and the word of a provider that somebody has left: they bear a signature, and are of nobody who is signed in. */
const isSigned = ({ req }: Context): boolean => req.path === '/web/api/v2/payment/events' || byProvider.test(req.path)

/** Where a provider of sign-ins tells that somebody has left, and where it sends people back to. */
const byProvider = /^\/web\/api\/v2\/auth\/sso\/[a-z0-9-]+\/logout$/
const fromProvider = /^\/web\/api\/v2\/auth\/sso\/[a-z0-9-]+\/back$/

/** An address of the page as the specification names it, without the `/web/#` of the page: people type it, and it stands in mails of others. */
export const isPageAddress = (path: string): boolean =>
  /^\/(activation|projects(\/.+)?|reset|buy\/(cloud|offline))$/.test(path)

/** Somebody follows a link, or is sent on, in a tab of its own. */
const isVisit = ({ req }: Context): boolean =>
  req.method === 'GET' &&
  (['/', '/web', '/web/'].includes(req.path) || isPageAddress(req.path) || fromProvider.test(req.path)) &&
  req.header('sec-fetch-mode') === 'navigate' &&
  req.header('sec-fetch-dest') === 'document'

/** Of an upgrade Node tells the first of two Hosts alone, and nothing of an empty header. `raw`: names and values in turn. */
export function saysOnce(raw: readonly string[]): boolean {
  const said = new Set<string>()
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]?.toLowerCase() ?? ''
    if (!['host', 'origin', 'sec-fetch-site'].includes(name)) continue
    if (said.has(name) || raw[at + 1] === '') return false
    said.add(name)
  }
  return true
}

const refuse = (context: Context, header: 'Host' | 'Origin' | 'Sec-Fetch-Site') =>
  context.json({ problem: { kind: 'foreignCall', header } satisfies Problem }, 403)

const bearer = /^Bearer (\S+)$/

/** Who bears `Authorization: Bearer`; null: nobody we know. */
export function personOf(host: Pick<Host, 'authenticate'>, context: Context): Person | null {
  const token = bearer.exec(context.req.header('authorization') ?? '')?.[1]
  return token ? host.authenticate(token) : null
}

/** What is open to whoever is to set up a second factor: to see their account, and to set it up. Leaving asks for no more than tokens. */
const withoutFactor: ReadonlySet<string> = new Set([
  'GET /web/api/user/data',
  'POST /web/api/user/factor',
  'PUT /web/api/user/factor',
])

export function onlyKnown(host: Host): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const person = personOf(host, context)
    if (!person) return context.json({ problem: { kind: 'notSignedIn' } }, 401)
    const { method, path } = context.req
    if (host.owesFactor?.(person) && !withoutFactor.has(`${method} ${path}`))
      return context.json({ problem: { kind: 'factorDemanded' } satisfies Problem }, 403)
    context.set('person', person)
    return next()
  }
}

const everywhere: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
}

/** What the document and its workers may do; `nonce` is that of the document's styles. */
export const pagePolicy = (nonce?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The preview of a report: a frame of our page without an origin of its own, which can run the script inside it, show what it is given, and
 * print; it can fetch nothing.
 */
export const reportPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Bars and dots have their sizes and colours by the style sheet's own properties, set by script.
    `style-src 'nonce-${nonce}'`,
    'img-src blob:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-modals',
  ].join('; ')

/** An answer without a body: what would have been sent is let go, a file that was opened for it too. */
export const headsWithoutBodies: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next()
  if (context.req.method === 'HEAD') await context.res.body?.cancel()
}

const noPage = "default-src 'none'; frame-ancestors 'none'"

/** `secure`: browsers come by TLS, and never again without. */
export function securityHeaders(secure: boolean): MiddlewareHandler<AppEnv> {
  const all = {
    ...everywhere,
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'Content-Security-Policy': noPage,
    'Cache-Control': 'no-store',
  }
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(all)) if (!context.res.headers.has(name)) context.header(name, value)
  }
}
