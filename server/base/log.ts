/**
 * What the server writes down, as lines of JSON: requests by method, path and status, errors, and who came in or was let in where (the security
 * log). Never a query string, a body, an email or a secret; people are named by their accounts' ids.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { pino } from 'pino'

/** Ids, counts, words of ours. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>

export interface Log {
  requests: MiddlewareHandler<{ Variables: { request: string } }>
  /** `request`: the id under which the request was answered. */
  error(error: unknown, request?: string): void
  say(message: string, fields?: Fields): void
  /** Sign-ins and failures, shares, deletions: written at every level but `silent`. `event`: as `signIn`, `shareRemoved`. */
  security(event: string, fields?: Fields): void
  /** Tells `listener` of each event of the security log too, whatever the level is; returns the function that stops it. */
  hear(listener: (event: string, fields: Fields) => void): () => void
  /** The id of the request that is being answered, where what calls this comes of one. */
  asked(): string | undefined
  /** How many lines were written, by level; the security log is one. */
  readonly lines: ReadonlyMap<string, number>
}

const longestPath = 300
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** To stderr, so that stdout bears the address alone. Level: THICKET_LOG, else `usual`. Throws Error for a level that is none. */
export function openLog(usual = 'warn', write?: (line: string) => void): Log {
  const level = process.env.THICKET_LOG || usual
  if (!levels.includes(level)) throw new Error(`THICKET_LOG: expected one of ${levels.join(', ')}`)
  const out = write ? { write } : pino.destination({ dest: 2, sync: true })
  const logger = pino({ level, base: null, formatters: { level: (label) => ({ level: label }) } }, out)
  const guard = logger.child({}, { level: level === 'silent' ? 'silent' : 'info' })
  const lines = new Map<string, number>()
  const listeners = new Set<(event: string, fields: Fields) => void>()
  const current = new AsyncLocalStorage<string>()
  const put = (to: pino.Logger, at: 'info' | 'error', fields: object, name: string = at) => {
    if (!to.isLevelEnabled(at)) return
    lines.set(name, (lines.get(name) ?? 0) + 1)
    to[at](fields)
  }
  return {
    requests: async (context, next) => {
      const began = performance.now()
      const request = randomBytes(9).toString('base64url')
      context.set('request', request)
      await current.run(request, next)
      const { status } = context.res
      context.header('Request-Id', request)
      // Who is to ask again has met no failure.
      const isFailure = status >= 500 && !context.res.headers.has('Retry-After')
      put(logger, isFailure ? 'error' : 'info', {
        request,
        method: context.req.method,
        path: context.req.path.slice(0, longestPath),
        status,
        ms: Math.round(performance.now() - began),
      })
    },
    error: (error, request) => {
      const err =
        error instanceof Error ? { message: bare(error.message), stack: bare(error.stack ?? '') } : bare(String(error))
      put(logger, 'error', { ...(request && { request }), err })
    },
    say: (message, fields = {}) => put(logger, 'info', { ...fields, msg: message }),
    security: (event, fields = {}) => {
      const request = current.getStore()
      put(guard, 'info', { ...(request && { request }), ...fields, security: event }, 'security')
      for (const listener of listeners) listener(event, fields)
    },
    hear: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    asked: () => current.getStore(),
    lines,
  }
}

/** Other programs' words (a mail server's) may name whom they are about. */
const bare = (text: string): string => text.replaceAll(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
