/** /web/api/user: a person's own account. The shapes are in `src/model/bridge.ts`. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { Accounts } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { email, linkOf, password } from './accountShapes.ts'
import { answer, bodyOf, failed } from './answer.ts'

const change = z.object({
  name: z.string().max(5000).optional(),
  email: email.optional(),
  password: password.optional(),
})
const passwords = z.object({ oldPwd: password, newPwd: password })
const confirmation = z.object({ password })
const twice = confirmation.extend({ code: z.string().max(40).default('') })
const code = z.object({ code: z.string().max(20) })

export function userRoutes(accounts: Accounts, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/data', (context) => context.json(accounts.data(context.get('person'))))

  routes.put('/account', async (context) => {
    const body = await bodyOf(context, change)
    if (isProblem(body)) return failed(context, body.problem)
    const { name, email, password } = body.ok
    const given = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) }
    const wish = { ...given, ...(password !== undefined && { password }) }
    return answer(context, await accounts.update(context.get('person'), wish), (data) => data)
  })

  routes.post('/email', async (context) => {
    const body = await bodyOf(context, linkOf)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, accounts.confirmEmail(context.get('person'), body.ok.link), (data) => data)
  })

  routes.post('/email/send', async (context) =>
    answer(context, await accounts.sendEmailLink(context.get('person')), (data) => data),
  )

  routes.delete('/email', (context) => answer(context, accounts.cancelEmail(context.get('person')), (data) => data))

  routes.post('/change', async (context) => {
    const body = await bodyOf(context, passwords)
    if (isProblem(body)) return failed(context, body.problem)
    const { oldPwd, newPwd } = body.ok
    return answer(context, await accounts.changePassword(context.get('person'), oldPwd, newPwd), () => ({}))
  })

  routes.delete('/delete', async (context) => {
    const body = await bodyOf(context, confirmation)
    if (isProblem(body)) return failed(context, body.problem)
    const person = context.get('person')
    const confirmed = await accounts.confirm(person, body.ok.password)
    if (isProblem(confirmed)) return failed(context, confirmed.problem)
    const gone = accounts.remove(person.id)
    if (isProblem(gone)) return failed(context, gone.problem)
    for (const project of gone.ok) await rooms.removed(project)
    return context.json({})
  })

  routes.get('/sessions', (context) => context.json({ sessions: accounts.sessions(context.get('person')) }))

  routes.delete('/sessions/:id', (context) =>
    answer(context, accounts.endSession(context.get('person'), context.req.param('id')), () => ({})),
  )

  routes.post('/invitation', async (context) => {
    const body = await bodyOf(context, linkOf)
    if (isProblem(body)) return failed(context, body.problem)
    return answer(context, accounts.acceptInvitation(context.get('person'), body.ok.link), () => ({}))
  })

  routes.post('/factor', async (context) => {
    const body = await bodyOf(context, twice)
    if (isProblem(body)) return failed(context, body.problem)
    return known(context, await accounts.beginFactor(context.get('person'), body.ok.password, body.ok.code))
  })

  routes.put('/factor', async (context) => {
    const body = await bodyOf(context, code)
    if (isProblem(body)) return failed(context, body.problem)
    return known(context, await accounts.confirmFactor(context.get('person'), body.ok.code))
  })

  routes.post('/factor/codes', async (context) => {
    const body = await bodyOf(context, twice)
    if (isProblem(body)) return failed(context, body.problem)
    return known(context, await accounts.newRecoveryCodes(context.get('person'), body.ok.password, body.ok.code))
  })

  routes.delete('/factor', async (context) => {
    const body = await bodyOf(context, twice)
    if (isProblem(body)) return failed(context, body.problem)
    const removed = await accounts.removeFactor(context.get('person'), body.ok.password, body.ok.code)
    return known(context, isProblem(removed) ? removed : { ok: {} })
  })

  return routes
}

/** A code that is wrong or missing is no reason to sign in anew, which 401 would be. */
const known = <T extends object>(context: Context, result: Result<T>) =>
  isProblem(result) && (result.problem.kind === 'wrongCode' || result.problem.kind === 'codeNeeded')
    ? context.json({ problem: result.problem }, 403)
    : answer(context, result, (made) => made)
