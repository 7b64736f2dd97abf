/**
 * What a browser is started with: an address that holds good once and for a minute, since other people of the machine may see the arguments of
 * programs. It leads on to the page with the secret in the fragment, which a browser keeps to itself.
 */
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { ok } from '../../src/model/problems.ts'
import type { AppEnv } from '../security/security.ts'
import { serveCall, withBody } from './serveCall.ts'

/** ms */
const holdsFor = 60_000

export interface Launches {
  /** For whoever has the secret. */
  asked: Hono<AppEnv>
  /** For whoever comes with such an address. */
  taken: Hono<AppEnv>
}

export function openLaunches(now: () => number = Date.now): Launches {
  const addresses = new Map<string, { to: string; until: number }>()

  const asked = new Hono<AppEnv>()
  serveCall(asked, 'POST /web/api/local/launch', (given) =>
    withBody(given, ({ route }) => {
      for (const [code, { until }] of addresses) if (until < now()) addresses.delete(code)
      const code = randomBytes(24).toString('base64url')
      const secret = given.context.req.header('authorization')?.replace('Bearer ', '')
      addresses.set(code, { to: `../#launch=${secret}${route}`, until: now() + holdsFor })
      return ok({ path: `/web/launch/${code}` })
    }),
  )

  const taken = new Hono<AppEnv>()
  serveCall(taken, 'GET /web/launch/{code}', ({ context, path: { code } }) => {
    const found = addresses.get(code)
    addresses.delete(code)
    return found && found.until >= now()
      ? context.redirect(found.to)
      : context.text(
          'This address has been used, or is too old. Start Thicket again, or open the address that it printed.',
          404,
        )
  })
  return { asked, taken }
}
