/** New accounts, open or by invitation. Anybody may ask. Where nothing is paid, it does not matter for which licence. */
import { Hono } from 'hono'
import { isProblem, ok, problem } from '../../src/model/problems.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Accounts, Payment } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import type { CallerOf } from './callers.ts'
import { readRegistration } from './readRegistration.ts'
import { serveCall, withBody } from './serveCall.ts'

export function registerRoutes(accounts: Accounts, callerOf: CallerOf, payment?: Payment): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  // A form may have a file with it, which is in memory until it is read.
  const reading = fewForEach({ atOnce: 2, mostWaiting: 20 })

  serveCall(routes, 'POST /web/api/v2/register/checkout', async ({ context }) => {
    const caller = callerOf(context)
    const leave = await reading.take(caller.address, context.req.raw.signal)
    if (!leave) return problem(busy)
    const read = await readRegistration(context).finally(leave)
    if (isProblem(read)) return read
    const { registration, config, file } = read.ok
    const { link, ...rest } = registration
    // Nothing is made for a licence that there is not.
    const ordered = payment && config ? await payment.mayOrder(config, file) : ok(undefined)
    if (isProblem(ordered)) return ordered
    const made = await accounts.register({ ...rest, ...(link && { link }) }, caller)
    if (isProblem(made) || !payment || !config) return made
    // The account is there: what keeps it from being paid now is no reason to refuse it, and it can be paid later.
    const begun = await payment.checkout(made.ok.account.id, config, file)
    if (isProblem(begun)) return ok({ ...made.ok, notBegun: begun.problem })
    const { url } = begun.ok
    return ok({ ...made.ok, ...(url && { url }) })
  })

  serveCall(routes, 'POST /web/api/v2/register/invitation', (asked) =>
    withBody(asked, ({ link }) => accounts.invitation(link)),
  )

  return routes
}
