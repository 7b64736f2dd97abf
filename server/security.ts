/**
 * What keeps other pages and other people of the machine out of a server on loopback: exact names and origins (DNS
 * rebinding, cross-site sockets and requests), the launch secret, and the headers that bound what the page may do.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Host, Person } from './host.ts'

export interface AppEnv {
  Variables: { person: Person; nonce: string }
}

/** The hosts by which a server on loopback is called; the port is known once it listens. */
export const loopbackHosts = (port: number): string[] => [`127.0.0.1:${port}`, `[::1]:${port}`, `localhost:${port}`]

/** Refuses what does not come from the page itself or from a program that is no browser. */
export function onlyOurPage(hosts: () => readonly string[]): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const host = context.req.header('host')
    if (!host || !hosts().includes(host)) return refuse(context, 'host')
    const origin = context.req.header('origin')
    const needed = !['GET', 'HEAD'].includes(context.req.method) || context.req.header('upgrade') !== undefined
    if (origin === undefined ? needed : !hosts().some((name) => origin === `http://${name}`))
      return refuse(context, 'origin')
    const site = context.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return refuse(context, 'site')
    return next()
  }
}

const refuse = (context: Context, what: string) =>
  context.json({ problem: { kind: 'badRequest', detail: `this ${what} is not taken` } }, 403)

/** Knows the person by `Authorization: Bearer`. */
export function onlyKnown(host: Host): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const token = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1]
    const person = token ? host.authenticate(token) : null
    if (!person) return context.json({ problem: { kind: 'notSignedIn' } }, 401)
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

const noPage = "default-src 'none'; frame-ancestors 'none'"

export const securityHeaders: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(everywhere))
    if (!context.res.headers.has(name)) context.header(name, value)
  if (!context.res.headers.has('Content-Security-Policy')) context.header('Content-Security-Policy', noPage)
  if (!context.res.headers.has('Cache-Control')) context.header('Cache-Control', 'no-store')
}
