/** /web/api/v2/auth: sign-in, tokens, reset, log out. Anybody may ask for all but the last. The shapes are in `src/model/bridge.ts`. */
import { Hono } from 'hono'
import { z } from 'zod'
import type { SignIn, Tokens } from '../../src/model/bridge.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { Accounts } from '../host.ts'
import { type AppEnv, personOf } from '../security/security.ts'
import { type CallerOf, email, linkOf, mostOfAnybody, password } from './accountShapes.ts'
import { answer, bodyOf, failed } from './answer.ts'

const token = z.string().max(200)
const signIn = z.object({
  email,
  password,
  regional_service_map: z.literal(true).optional(),
  code: z.string().max(60).optional(),
})
const tokens = z.object({ access_token: token, refresh_token: token })
const ask = z.object({ email })
const reset = z.object({ link: token, password })

export function authRoutes(accounts: Accounts, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.post('/login', async (context) => {
    const body = await bodyOf(context, signIn, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    const { code, ...rest } = body.ok
    const given: SignIn = { ...rest, regional_service_map: true, ...(code !== undefined && { code }) }
    return answer(context, await accounts.signIn(given, callerOf(context)), (signedIn) => signedIn)
  })

  routes.post('/refresh', async (context) => {
    const body = await bodyOf(context, tokens, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, accounts.refresh(body.ok satisfies Tokens), (renewed) => renewed)
  })

  // Who comes back after the access token has run out is known by the refresh token.
  routes.post('/logout', async (context) => {
    const isKnown = personOf(accounts, context) !== null
    const body = await bodyOf(context, tokens, mostOfAnybody)
    const isEnded = !isProblem(body) && accounts.signOut(body.ok)
    if (!isKnown && !isEnded) return failed(context, { kind: 'notSignedIn' })
    return isProblem(body) ? failed(context, body.problem) : context.json({})
  })

  routes.post('/reset', async (context) => {
    const body = await bodyOf(context, ask, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, await accounts.askReset(body.ok.email, callerOf(context)), () => ({}))
  })

  routes.post('/reset/link', async (context) => {
    const body = await bodyOf(context, linkOf, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, accounts.resetLink(body.ok.link), () => ({}))
  })

  routes.post('/reset/password', async (context) => {
    const body = await bodyOf(context, reset, mostOfAnybody)
    if (isProblem(body)) return failed(context, body.problem)
    const { link, password } = body.ok
    return answer(context, await accounts.reset(link, password, callerOf(context)), () => ({}))
  })

  return routes
}
