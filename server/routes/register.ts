/** /web/api/v2/register: new accounts, open or by invitation. Anybody may ask. The shapes are in `src/model/bridge.ts`. */
import { Hono } from 'hono'
import { z } from 'zod'
import { isProblem } from '../../src/model/problems.ts'
import type { Accounts } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { type CallerOf, email, linkOf, mostOfAnybody, password } from './accountShapes.ts'
import { answer, bodyOf, failed } from './answer.ts'

const registration = z.object({ name: z.string().max(5000), email, password, link: z.string().max(200).optional() })

export function registerRoutes(accounts: Accounts, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/checkout', async (context) => {
    const body = await bodyOf(context, registration, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    const { link, ...rest } = body.ok
    const given = { ...rest, ...(link && { link }) }
    return answer(context, await accounts.register(given, callerOf(context)), (signedIn) => signedIn)
  })

  routes.post('/invitation', async (context) => {
    const body = await bodyOf(context, linkOf, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, accounts.invitation(body.ok.link), (found) => found)
  })

  return routes
}
