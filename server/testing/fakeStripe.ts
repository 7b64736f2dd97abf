/**
 * Stripe as far as this program asks it: its objects in the types of its own package, so that the compiler finds what the package renames. What else is
 * asked is answered by 501. Nothing is sent by itself: a test says which events arrive, when, and how often.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { reduced } from '../../src/model/rules/money.ts'

type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'url'
  | 'status'
  | 'customer'
  | 'subscription'
  | 'amount_total'
  | 'currency'
  | 'metadata'
  | 'payment_status'
>
type Item = Pick<Stripe.SubscriptionItem, 'id' | 'object' | 'current_period_end' | 'current_period_start'>
type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'customer' | 'metadata' | 'cancel_at_period_end' | 'cancel_at'
> & { items: { object: 'list'; data: Item[] } }
type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'metadata'>
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'unit_amount' | 'currency' | 'lookup_key' | 'tax_behavior' | 'active'
> & { recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> }
export type Coupon = Pick<
  Stripe.Coupon,
  'id' | 'object' | 'percent_off' | 'amount_off' | 'currency' | 'duration' | 'duration_in_months' | 'valid'
>
type Promotion = Pick<Stripe.PromotionCode, 'id' | 'object' | 'code' | 'active' | 'customer'> & {
  promotion: { type: 'coupon'; coupon: Coupon }
  restrictions: Pick<Stripe.PromotionCode.Restrictions, 'minimum_amount' | 'minimum_amount_currency'>
}
type Event = Pick<Stripe.Event, 'id' | 'object' | 'type' | 'created'> & { data: { object: object } }

const year = 365 * 24 * 3600
const secret = 'whsec_of_the_fake'

export interface FakeStripe {
  /** For the settings of a server. */
  readonly address: string
  readonly keys: { key: string; webhookSecret: string; publishableKey: string }
  readonly prices: Price[]
  readonly coupons: Coupon[]
  readonly promotions: Promotion[]
  readonly sessions: Map<string, Session>
  readonly subscriptions: Map<string, Subscription>
  readonly customers: Map<string, Customer>
  /** What was charged at each checkout that was paid. */
  readonly charged: { session: string; amount: number; currency: string }[]
  /** Events that have happened, whether they were sent or not. */
  readonly events: Event[]
  /** While it is false, every call fails. */
  answers: boolean
  /** How many calls are still answered; the next is done where `isDone` says so, and then nothing is answered any more; `atEnd` is called at that moment. */
  cut: { left: number; isDone: boolean; atEnd?: () => void } | null
  price(amount: number, currency: string, interval?: 'year' | 'month', more?: Partial<Price>): Price
  coupon(code: string, off: Partial<Coupon>): Coupon
  /** The person pays at the checkout. */
  pay(session: string): Subscription
  /** The card fails, or is good again. */
  setStatus(subscription: string, status: Stripe.Subscription.Status): void
  cancel(subscription: string, atPeriodEnd?: boolean): void
  /** The charge is given back: it changes no subscription. */
  refund(session: string): void
  /** Sends an event to a server as Stripe does; the status that it answers. `age`: how many seconds ago it was signed. */
  send(base: string, event: Event, how?: { age?: number; signedBy?: string }): Promise<number>
  /** The signature of an event, as Stripe would send it. `age`: how many seconds ago it was signed. */
  sign(event: object, age?: number, signedBy?: string): string
  close(): Promise<void>
}

export async function openFakeStripe({ now = Date.now }: { now?: () => number } = {}): Promise<FakeStripe> {
  const prices: Price[] = []
  const coupons: Coupon[] = []
  const promotions: Promotion[] = []
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Subscription>()
  const customers = new Map<string, Customer>()
  const charged: FakeStripe['charged'] = []
  const events: Event[] = []
  const done = new Map<string, object>()
  /** What a checkout becomes when it is paid, and where it leads. */
  const intents = new Map<
    string,
    { metadata: Record<string, string>; anchor: number | null; back: string; trial: boolean }
  >()
  const api = new Stripe('sk_test_unused')
  let made = 0
  const id = (prefix: string) => {
    made += 1
    return `${prefix}_${made}`
  }
  const seconds = () => Math.floor(now() / 1000)
  const happened = (type: string, object: object) =>
    events.push({
      id: id('evt'),
      object: 'event',
      type: type as Event['type'],
      created: seconds(),
      data: { object: structuredClone(object) },
    })
  const changed = (subscription: Subscription, what = 'updated') =>
    happened(`customer.subscription.${what}`, subscription)

  const couponBy = (given: URLSearchParams) =>
    coupons.find((each) => each.id === given.get('discounts[0][coupon]')) ??
    promotions.find((each) => each.id === given.get('discounts[0][promotion_code]'))?.promotion.coupon
  const after = (price: number, coupon: Coupon | undefined) =>
    coupon === undefined
      ? price
      : reduced(
          price,
          coupon.percent_off === null ? { amount: coupon.amount_off ?? 0 } : { percent: coupon.percent_off },
        )
  const share = (anchor: number | null) => (anchor === null ? 1 : Math.min(1, (anchor - seconds()) / (30 * 24 * 3600)))

  const checkout = (given: URLSearchParams): Session => {
    const price = prices.find((each) => each.id === given.get('line_items[0][price]'))
    if (!price) throw new Missing('price')
    const metadata: Record<string, string> = {}
    for (const [name, value] of given) {
      const key = /^subscription_data\[metadata\]\[(\w+)\]$/.exec(name)?.[1]
      if (key) metadata[key] = value
    }
    const anchor = Number(given.get('subscription_data[billing_cycle_anchor]') ?? 0) || null
    const trial = given.has('subscription_data[trial_period_days]')
    const amount = trial ? 0 : Math.round(after(price.unit_amount ?? 0, couponBy(given)) * share(anchor))
    const session: Session = {
      id: id('cs'),
      object: 'checkout.session',
      url: '',
      status: 'open',
      customer: given.get('customer'),
      subscription: null,
      amount_total: amount,
      currency: price.currency,
      metadata: { order: given.get('metadata[order]') ?? '' },
      payment_status: 'unpaid',
    }
    session.url = `${fake.address}/pay/${session.id}`
    sessions.set(session.id, session)
    intents.set(session.id, { metadata, anchor, back: given.get('success_url') ?? '', trial })
    return session
  }

  const find = <T>(of: Map<string, T>, name: string): T => {
    const found = of.get(name)
    if (!found) throw new Missing(name)
    return found
  }
  const expire = (session: Session) => {
    if (session.status !== 'open') throw new Missing('open session')
    Object.assign(session, { status: 'expired', url: null })
    happened('checkout.session.expired', session)
    return session
  }

  const answer = (method: string, path: string, given: URLSearchParams): object => {
    const [, of = '', name = '', deed = ''] =
      /^\/v1\/(checkout\/sessions|billing_portal\/sessions|\w+)(?:\/([\w-]+))?(?:\/(\w+))?$/.exec(path) ?? []
    const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: path })
    switch (`${method} ${of}${name && '/'}${deed && `/${deed}`}`) {
      case 'POST customers': {
        const customer: Customer = {
          id: id('cus'),
          object: 'customer',
          email: given.get('email'),
          metadata: { account: given.get('metadata[account]') ?? '' },
        }
        customers.set(customer.id, customer)
        return customer
      }
      case 'GET prices':
        return list(prices.filter((price) => price.lookup_key === given.get('lookup_keys[0]')))
      case 'GET prices/':
        return find(new Map(prices.map((price) => [price.id, price])), name)
      case 'GET coupons/':
        return find(new Map(coupons.map((coupon) => [coupon.id, coupon])), name)
      case 'GET promotion_codes':
        return list(promotions.filter(({ code, active }) => active && code === given.get('code')))
      case 'POST checkout/sessions':
        return checkout(given)
      case 'GET checkout/sessions/':
        return find(sessions, name)
      case 'POST checkout/sessions//expire':
        return expire(find(sessions, name))
      case 'GET subscriptions/':
        return find(subscriptions, name)
      case 'DELETE subscriptions/': {
        const found = find(subscriptions, name)
        if (found.status === 'canceled') throw new Missing('subscription')
        fake.cancel(name)
        return found
      }
      case 'POST invoices/': {
        if (name !== 'create_preview') throw new Unknown()
        const price = prices.find((each) => each.id === given.get('subscription_details[items][0][price]'))
        const anchor = Number(given.get('subscription_details[billing_cycle_anchor][timestamp]') ?? 0) || null
        const amount_due = Math.round(after(price?.unit_amount ?? 0, couponBy(given)) * share(anchor))
        return { object: 'invoice', amount_due } satisfies Pick<Stripe.Invoice, 'object' | 'amount_due'>
      }
      case 'POST billing_portal/sessions':
        return { id: id('bps'), url: `${fake.address}/portal` } satisfies Pick<
          Stripe.BillingPortal.Session,
          'id' | 'url'
        >
      default:
        throw new Unknown()
    }
  }

  const serve = async (asked: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(asked)
    const url = new URL(asked.url ?? '/', 'http://fake')
    const send = (status: number, value: object) => {
      if (!isCut) response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
      else if (fake.cut) {
        fake.cut.isDone = false
        fake.cut.atEnd?.()
        asked.socket.destroy()
      }
    }
    if (!fake.answers) return void asked.socket.destroy()
    const isCut = fake.cut !== null && fake.cut.left <= 0
    if (isCut && !fake.cut?.isDone) {
      fake.cut?.atEnd?.()
      return void asked.socket.destroy()
    }
    if (fake.cut) fake.cut.left -= 1
    const paying = /^\/pay\/(\w+)$/.exec(url.pathname)?.[1]
    if (paying !== undefined) return payPage(asked, response, paying)
    if (url.pathname === '/portal') return void response.end('<title>Portal</title><h1>The customer portal</h1>')
    const key = String(asked.headers['idempotency-key'] ?? '')
    const before = key === '' ? undefined : done.get(`${url.pathname} ${key}`)
    if (before) return void send(200, before)
    try {
      const value = answer(
        asked.method ?? '',
        url.pathname,
        asked.method === 'POST' ? new URLSearchParams(body) : url.searchParams,
      )
      // Such a key brings the answer of then once more.
      if (key !== '') done.set(`${url.pathname} ${key}`, structuredClone(value))
      send(200, value)
    } catch (error) {
      const status = error instanceof Missing ? 404 : 501
      const type = status === 404 ? 'invalid_request_error' : 'api_error'
      send(status, {
        error: { type, code: status === 404 ? 'resource_missing' : 'not_in_the_fake', message: String(error) },
      })
    }
  }

  /** The hosted page: what is charged, and a button. */
  const payPage = (asked: IncomingMessage, response: ServerResponse, name: string): void => {
    const { amount_total, currency } = find(sessions, name)
    if (asked.method === 'POST') {
      fake.pay(name)
      return void response.writeHead(303, { Location: intents.get(name)?.back ?? '/' }).end()
    }
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(
        `<!doctype html><title>Pay</title><h1>${amount_total} ${currency}</h1><form method="post"><button>Pay</button></form>`,
      )
  }

  const server = createServer((asked, response) => {
    serve(asked, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const fake: FakeStripe = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: { key: 'sk_test_of_the_fake', webhookSecret: secret, publishableKey: 'pk_test_of_the_fake' },
    prices,
    coupons,
    promotions,
    sessions,
    subscriptions,
    customers,
    charged,
    events,
    answers: true,
    cut: null,
    price: (unit_amount, currency, interval = 'year', more = {}) => {
      const price: Price = {
        id: id('price'),
        object: 'price',
        active: true,
        unit_amount,
        currency,
        lookup_key: null,
        tax_behavior: 'inclusive',
        recurring: { interval, interval_count: 1 },
        ...more,
      }
      prices.push(price)
      return price
    },
    coupon: (code, off) => {
      const coupon: Coupon = {
        id: id('coupon'),
        object: 'coupon',
        percent_off: null,
        amount_off: null,
        currency: null,
        duration: 'once',
        duration_in_months: null,
        valid: true,
        ...off,
      }
      coupons.push(coupon)
      promotions.push({
        id: id('promo'),
        object: 'promotion_code',
        code,
        active: true,
        customer: null,
        promotion: { type: 'coupon', coupon },
        restrictions: { minimum_amount: null, minimum_amount_currency: null },
      })
      return coupon
    },
    pay: (name) => {
      const session = find(sessions, name)
      const intent = intents.get(name)
      if (session.status !== 'open' || !intent) throw new Error(`${name} is not open`)
      const subscription: Subscription = {
        id: id('sub'),
        object: 'subscription',
        status: intent.trial ? 'trialing' : 'active',
        customer: String(session.customer),
        metadata: intent.metadata,
        cancel_at_period_end: false,
        cancel_at: null,
        items: {
          object: 'list',
          data: [
            {
              id: id('si'),
              object: 'subscription_item',
              current_period_start: seconds(),
              current_period_end: intent.anchor ?? seconds() + year,
            },
          ],
        },
      }
      subscriptions.set(subscription.id, subscription)
      Object.assign(session, { status: 'complete', url: null, payment_status: 'paid', subscription: subscription.id })
      charged.push({ session: name, amount: session.amount_total ?? 0, currency: session.currency ?? '' })
      changed(subscription, 'created')
      happened('checkout.session.completed', session)
      return subscription
    },
    setStatus: (name, status) => {
      const subscription = find(subscriptions, name)
      subscription.status = status
      changed(subscription)
      const parent = { type: 'subscription_details', subscription_details: { subscription: name, metadata: null } }
      happened(status === 'active' ? 'invoice.paid' : 'invoice.payment_failed', { object: 'invoice', parent })
    },
    cancel: (name, atPeriodEnd = false) => {
      const subscription = find(subscriptions, name)
      if (atPeriodEnd) subscription.cancel_at_period_end = true
      else subscription.status = 'canceled'
      changed(subscription, atPeriodEnd ? 'updated' : 'deleted')
    },
    refund: (session) => happened('charge.refunded', { id: id('ch'), object: 'charge', metadata: { session } }),
    send: async (base, event, { age = 0, signedBy = secret } = {}) => {
      const response = await fetch(`${base}/web/api/v2/payment/events`, {
        method: 'POST',
        headers: { 'stripe-signature': fake.sign(event, age, signedBy), 'content-type': 'application/json' },
        body: JSON.stringify(event),
      })
      await response.arrayBuffer()
      return response.status
    },
    sign: (event, age = 0, signedBy = secret) =>
      api.webhooks.generateTestHeaderString({
        payload: JSON.stringify(event),
        secret: signedBy,
        timestamp: Math.floor(Date.now() / 1000) - age,
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}

class Missing extends Error {}
class Unknown extends Error {}
