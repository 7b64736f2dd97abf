import type { PaymentSettings } from '../../../base/settings/settings.ts'
import { openStripe } from './stripe.ts'
import { withoutPeople } from './stripeErrors.ts'

/** Begins a checkout of the first price, and ends it; says each step. False: one has failed. */
export async function tryPayment(settings: PaymentSettings, say: (line: string) => void): Promise<boolean> {
  const api = await openStripe(settings)
  const [price] = settings.prices.prices
  const key = /^lookup:(.+)$/.exec(price?.stripe ?? '')?.[1]
  try {
    const id = key ? (await api.prices.list({ lookup_keys: [key], limit: 1 })).data[0]?.id : price?.stripe
    if (!id) throw new Error(`${price?.stripe} is not at Stripe`)
    say(`The price is ${id}.`)
    const customer = await api.customers.create({ metadata: { thicket: 'try' } })
    say(`The customer is ${customer.id}.`)
    const back = 'https://example.org/'
    const session = await api.checkout.sessions.create({
      mode: 'subscription',
      ui_mode: 'hosted_page',
      customer: customer.id,
      line_items: [{ price: id, quantity: 1 }],
      success_url: back,
      cancel_url: back,
    })
    say(`The checkout is ${session.id}, of ${session.amount_total} ${session.currency}.`)
    await api.checkout.sessions.expire(session.id)
    say('It is ended, and nothing was charged.')
    return true
  } catch (error) {
    say(`thicket: ${(withoutPeople(error) as Error).message}`)
    return false
  }
}
