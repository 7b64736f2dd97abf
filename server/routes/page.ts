/** /web/: the page. The document is made for each request, with its own nonce; what it loads is named after its content. */
import { randomBytes } from 'node:crypto'
import { extname, join, normalize, sep } from 'node:path'
import { type Context, Hono } from 'hono'
import { everyCall } from '../../src/model/contract/calls.ts'
import { problem } from '../../src/model/problems.ts'
import type { Facts } from '../../src/model/serverFacts.ts'
import { escapeHtml } from '../../src/model/text/toHtml.ts'
import { heldInside, isOwnFile, readOwnText } from '../base/ownFiles.ts'
import { type AppEnv, isPageAddress, pagePolicy, reportPolicy } from '../security/security.ts'
import { packed } from './packed.ts'
import { sendFile } from './sendFile.ts'
import { serveCall } from './serveCall.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.zip': 'application/zip',
  '.gz': 'application/gzip',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
}

/**
 * What leads to the page. A fragment is not sent: where the browser has one, it carries it over to where it is sent on. `url`: where browsers find
 * the server by a proxy, which may have it under a path of its own; without it the way is said from where the browser is.
 */
export function toPageRoutes(url?: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'GET /', ({ context }) => context.redirect(url ? `${url}/web/` : 'web/'))
  serveCall(routes, 'GET /web', ({ context }) => context.redirect('web/'))
  for (const { name } of everyCall.filter(({ path }) => isPageAddress(path)))
    serveCall(routes, name, ({ context }) => {
      const { pathname, search } = new URL(context.req.url)
      const up = '../'.repeat(pathname.split('/').length - 2)
      return context.redirect(`${url ? `${url}/` : up}web/#${pathname}${search}`)
    })
  return routes
}

/** `folder`: the built page, with index.html. */
export function pageRoutes(folder: string, facts: Facts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  serveCall(routes, 'GET /web/', ({ context }) => document(context, folder, facts))
  serveCall(routes, 'GET /web/report', ({ context }) =>
    ownDocument(context, join(folder, 'report.html'), reportPolicy, { 'X-Frame-Options': 'SAMEORIGIN' }),
  )
  serveCall(routes, 'GET /web/help', ({ context }) => ownDocument(context, join(folder, 'help.html'), pagePolicy))
  serveCall(routes, 'GET /web/offline.js', ({ context }) => {
    const path = fileIn(folder, '/offline.js')
    if (!path) return problem({ kind: 'fileNotFound', name: 'offline.js' })
    const headers = { 'Cache-Control': 'no-cache', 'Content-Security-Policy': pagePolicy() }
    return sendOwn(context, path, types['.js'] as string, headers)
  })

  serveCall(routes, 'GET /web/assets/{path}', ({ context }) => {
    const path = fileIn(folder, context.req.path.slice(context.req.path.indexOf('/assets/')))
    const type = path && types[extname(path)]
    if (!path || !type) return problem({ kind: 'fileNotFound', name: 'asset' })
    // Workers are documents of their own for the policy.
    const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Security-Policy': pagePolicy() }
    const sent = packed(context, path)
    return sendOwn(context, sent.path, type, { ...headers, ...sent.headers })
  })

  return routes
}

function sendOwn(context: Context<AppEnv>, path: string, type: string, headers: Record<string, string>): Response {
  const held = heldInside(path)
  return held
    ? context.body(held, 200, { 'Content-Type': type, ...headers })
    : sendFile(context, path, { type, headers })
}

function document(context: Context<AppEnv>, folder: string, facts: Facts): Response {
  const path = join(folder, 'index.html')
  if (!isOwnFile(path)) return context.text('The page has not been built: run `npm run build`.', 503)
  const nonce = randomBytes(18).toString('base64url')
  const html = readOwnText(path)
    .replaceAll('__NONCE__', nonce)
    .replace('__FACTS__', () => escapeHtml(JSON.stringify(facts)))
  return context.html(html, 200, { 'Content-Security-Policy': pagePolicy(nonce), 'Cache-Control': 'no-store' })
}

/** A document beside the page: the viewer of a report, empty, since the page around it gives it what it shows; the help. */
function ownDocument(
  context: Context<AppEnv>,
  path: string,
  policy: (nonce: string) => string,
  more: Record<string, string> = {},
): Response {
  if (!isOwnFile(path)) return context.text('The page has not been built: run `npm run build`.', 503)
  const nonce = randomBytes(18).toString('base64url')
  const html = readOwnText(path).replaceAll('__NONCE__', nonce)
  const headers = { 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-store' }
  return context.html(html, 200, { ...headers, ...more })
}

/** The file that a path names within the folder; null where it leaves it, or is none. */
function fileIn(folder: string, path: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return null
  }
  if (decoded.includes('\0') || decoded.includes('\\')) return null
  const file = normalize(join(folder, decoded))
  if (!file.startsWith(folder + sep)) return null
  return isOwnFile(file) ? file : null
}
