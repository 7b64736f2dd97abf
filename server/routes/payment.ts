/** Prices of licences, and what accounts pay for, with Stripe. A server that takes no payments says so to everybody, also to who is not signed in. */
import { type Context, Hono } from 'hono'
import { everyCall } from '../../src/model/contract/calls.ts'
import { shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem } from '../../src/model/problems.ts'
import { readShape } from '../base/readShape.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Accounts, Payment } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import type { CallerOf } from './callers.ts'
import { readBody } from './readBody.ts'
import { readLicence } from './readRegistration.ts'
import { serveCall } from './serveCall.ts'

const mostEvent = 256 * 1024

const isOfPayment = ({ path }: { path: string }): boolean =>
  path.includes('/user/subscription/') || path.includes('/payment/') || path.endsWith('/register/price')

export function noPaymentRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  for (const { name } of everyCall.filter(isOfPayment)) serveCall(routes, name, () => problem({ kind: 'noPayments' }))
  return routes
}

/** What anybody may ask. */
export function priceRoutes(payment: Payment, callerOf: CallerOf): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  // Each costs questions to Stripe, and codes may be guessed.
  const asking = fewForEach({ atOnce: 2, mostWaiting: 8 })

  serveCall(routes, 'GET /web/api/v2/register/price', async ({ context, query }) => {
    const { sector = '', licence = '', country = '', frequency, coupon } = query
    const config = readShape(
      shapes.LicenceConfig,
      { sector, licence, country, ...(frequency && { frequency }), ...(coupon && { coupon }) },
      'query',
    )
    if (isProblem(config)) return config
    const leave = await asking.take(callerOf(context).address, context.req.raw.signal)
    if (!leave) return problem(busy)
    return payment.price(config.ok).finally(leave)
  })

  serveCall(routes, 'POST /web/api/v2/payment/events', async ({ context }) => {
    const body = await readBody(context, mostEvent)
    if (isProblem(body)) return body
    return payment.event(new TextDecoder().decode(body.ok), context.req.header('stripe-signature') ?? '')
  })

  return routes
}

export function subscriptionRoutes(accounts: Accounts, payment: Payment): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const asking = fewForEach({ atOnce: 1, mostWaiting: 3 })
  const turnOf = (person: { id: string }, context: Context) => asking.take(person.id, context.req.raw.signal)

  serveCall(routes, 'POST /web/api/user/subscription/cloud', async ({ context, person }) => {
    const leave = await turnOf(person, context)
    if (!leave) return problem(busy)
    try {
      const read = await readLicence(context)
      if (isProblem(read)) return read
      const { config, file } = read.ok
      return await (config ? payment.checkout(person.id, config, file) : payment.finish(person.id))
    } finally {
      leave()
    }
  })

  serveCall(routes, 'POST /web/api/user/subscription/check', async ({ person }) => {
    const checked = await payment.check(person.id)
    return isProblem(checked) ? checked : ok(accounts.data(person))
  })

  serveCall(routes, 'GET /web/api/user/subscription/transcription/price', async ({ context, person, query }) => {
    const leave = await turnOf(person, context)
    return leave ? payment.transcriptionPrice(person.id, query.coupon).finally(leave) : problem(busy)
  })

  serveCall(routes, 'POST /web/api/user/subscription/transcription', async ({ context, person, query }) => {
    const leave = await turnOf(person, context)
    return leave ? payment.transcription(person.id, query.coupon).finally(leave) : problem(busy)
  })

  serveCall(routes, 'POST /web/api/user/subscription/portal', ({ person }) => payment.portal(person.id))

  return routes
}
