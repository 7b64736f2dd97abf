/** What the server writes down: requests by method, path and status, and errors. Never a query string, a body or a secret. */
import type { MiddlewareHandler } from 'hono'
import { pino } from 'pino'
import type { AppEnv } from './security.ts'

export interface Log {
  requests: MiddlewareHandler<AppEnv>
  error(error: unknown): void
  say(message: string): void
}

/** To stderr, so that stdout bears the address alone. Level: THICKET_LOG, else warnings. */
export function openLog(level = process.env.THICKET_LOG ?? 'warn'): Log {
  const logger = pino({ level, base: null }, pino.destination({ dest: 2, sync: true }))
  return {
    requests: async (context, next) => {
      const began = performance.now()
      await next()
      const { status } = context.res
      logger[status >= 500 ? 'error' : 'info']({
        method: context.req.method,
        path: context.req.path,
        status,
        ms: Math.round(performance.now() - began),
      })
    },
    error: (error) =>
      logger.error(
        error instanceof Error ? { err: { message: error.message, stack: error.stack } } : { err: String(error) },
      ),
    say: (message) => logger.info(message),
  }
}
