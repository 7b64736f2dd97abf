/** 2 §7, offline activation: what a desktop asks of its server, which asks the endpoint; and that endpoint, of a server of many people. */
import { Hono } from 'hono'
import { isProblem, ok } from '../../src/model/problems.ts'
import type { Activation } from '../hosts/activation.ts'
import type { Licences } from '../hosts/cloud/licences/licences.ts'
import type { AppEnv } from '../security/security.ts'
import type { CallerOf } from './callers.ts'
import { serveCall, withBody } from './serveCall.ts'

export function localActivationRoutes(activation: Activation): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'POST /web/api/local/activation', (asked) => withBody(asked, (request) => activation.ask(request)))
  serveCall(routes, 'POST /web/api/local/activation/skip', () => ok(activation.skip()))
  return routes
}

/** In plain words besides the problem: `error` is what 2 §7 has in a body that refuses. */
const words = { unknown: 'This key is not known.', spent: 'This key has been used as often as it may be.' } as const

/** `told`: for the security log. */
export function activationRoutes(
  licences: Licences,
  callerOf: CallerOf,
  told: (event: string, of: { type: string; address: string }) => void,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  serveCall(routes, 'POST /web/api/v2/activation', async ({ context, ...asked }) => {
    const body = await asked.body()
    if (isProblem(body)) {
      const status = body.problem.kind === 'fileTooLarge' ? 413 : 400
      return context.json({ error: 'Expected { key, type }.', ...body }, status)
    }
    const { type } = body.ok
    const caller = callerOf(context)
    const granted = licences.answer(body.ok, caller)
    told(isProblem(granted) ? 'activationRefused' : 'activationGranted', { type, address: caller.address })
    if (!isProblem(granted)) return context.json(granted.ok)
    if (granted.problem.kind === 'tooManyTries') {
      context.header('Retry-After', String(granted.problem.wait))
      return context.json({ error: 'Too many keys were tried. Try again later.', ...granted }, 429)
    }
    const { reason } = granted.problem as { reason?: keyof typeof words }
    return context.json({ error: words[reason ?? 'unknown'], ...granted }, 400)
  })
  return routes
}
