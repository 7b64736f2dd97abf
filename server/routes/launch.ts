/**
 * What a browser is started with: an address that holds good once and for a minute, since other people of the machine may see the arguments of
 * programs. It leads on to the page with the secret in the fragment, which a browser keeps to itself.
 */
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { isProblem } from '../../src/model/problems.ts'
import type { AppEnv } from '../security/security.ts'
import { bodyOf, failed } from './answer.ts'

/** ms */
const holdsFor = 60_000
const wanted = z.object({ route: z.string().max(8192) })

export interface Launches {
  /** Below /web/api/local, for whoever has the secret. */
  asked: Hono<AppEnv>
  /** Below /web, for whoever comes with such an address. */
  taken: Hono<AppEnv>
}

export function openLaunches(now: () => number = Date.now): Launches {
  const waiting = new Map<string, { to: string; until: number }>()

  const asked = new Hono<AppEnv>()
  asked.post('/launch', async (context) => {
    const body = await bodyOf(context, wanted)
    if (isProblem(body)) return failed(context, body.problem)
    for (const [code, { until }] of waiting) if (until < now()) waiting.delete(code)
    const code = randomBytes(24).toString('base64url')
    const secret = context.req.header('authorization')?.replace('Bearer ', '')
    waiting.set(code, { to: `../#launch=${secret}${body.ok.route}`, until: now() + holdsFor })
    return context.json({ path: `/web/launch/${code}` })
  })

  const taken = new Hono<AppEnv>()
  taken.get('/launch/:code', (context) => {
    const code = context.req.param('code')
    const found = waiting.get(code)
    waiting.delete(code)
    return found && found.until >= now()
      ? context.redirect(found.to)
      : context.text(
          'This address has been used, or is too old. Start Thicket again, or open the address that it printed.',
          404,
        )
  })
  return { asked, taken }
}
