/** 2 §4: while a local server starts it gives out its page, shows that it is ours, and says in its state that it has no port yet: −1. All else waits. */
import type { MiddlewareHandler } from 'hono'
import { trial } from '../../src/model/limits.ts'
import type { AppEnv } from '../security/security.ts'
import { failed } from './answer.ts'

const answered = ['/web/api/local/proof', '/web/api/local/state']

export function whileStarting(isStarting: () => boolean): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    const { path } = context.req
    const waits = isStarting() && /^\/(web\/api|v1)\//.test(path) && !answered.includes(path)
    if (!waits) return next()
    context.header('Retry-After', String(trial.portPollMs / 1000))
    return Promise.resolve(failed(context, { kind: 'serverStarting' }))
  }
}
