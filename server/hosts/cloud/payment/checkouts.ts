/**
 * Orders and what becomes of them at Stripe: checkouts on its pages, and the subscriptions that come of them.
 *
 * Promises: an order has one checkout, however often it is asked for; each object is looked up by one look after the other. What is charged is
 * what was shown, or the checkout is not begun.
 */
import type Stripe from 'stripe'
import { languages } from '../../../../src/model/limits.ts'
import { ok, problem, type Result } from '../../../../src/model/problems.ts'
import { pays } from '../../../../src/model/rules/projects/licence.ts'
import type { Log } from '../../../base/log.ts'
import type { Product } from '../../../base/settings/prices.ts'
import { turns } from '../../../base/turns/turns.ts'
import type { HostChange } from '../../../host.ts'
import type { AccountRows } from '../accounts/accountRows.ts'
import type { Order, PaymentRows } from './paymentRows.ts'
import { idOf } from './stripe.ts'

export interface Checkouts {
  /** Looks a subscription up and writes down what it is now. */
  lookAt(subscription: string): Promise<void>
  /** Writes down what has become of a checkout. */
  settle(session: Stripe.Checkout.Session): Promise<void>
  customerFor(account: string): Promise<string>
  /** The checkout of an order: one, however often and after whatever failure it is asked for. */
  sessionOf(order: Order): Promise<Stripe.Checkout.Session>
  /** Where the next period of the account's licence begins, in seconds, if transcription can be paid from there on as well; null: it has periods of its own. */
  anchorOf(order: Pick<Order, 'account' | 'config'>): number | null
  /** An open one is paid no more. */
  end(order: Order, session: Stripe.Checkout.Session): Promise<void>
  /** The address where the order is paid; of an order of before that was for the same, the same. Problems: alreadySubscribed, priceNotFound, paymentUnavailable. */
  begin(wanted: WantedOrder, file?: string): Promise<Result<{ url?: string }>>
}

export type WantedOrder = Omit<Order, 'id' | 'session' | 'created'>

export function openCheckouts({
  rows,
  people,
  stripe,
  asking,
  trialDays,
  address,
  changed,
  log,
  now,
}: {
  rows: PaymentRows
  people: AccountRows
  stripe: () => Promise<Stripe>
  asking: Asking
  trialDays: number
  address: () => string
  changed: (change: HostChange) => void
  log: Pick<Log, 'error' | 'security'>
  now: () => number
}): Checkouts {
  const inTurn = turns()

  const around = (account: string) => changed({ people: people.around(account) })

  const lookAt = (id: string): Promise<void> =>
    inTurn(id, async () => {
      const found = await (await stripe()).subscriptions.retrieve(id)
      const account = rows.accountOf(idOf(found.customer))
      const { kind } = found.metadata
      if (account === null || (kind !== 'cloud' && kind !== 'transcription')) return
      const before = rows.subscriptions(account).find((row) => row.id === id)
      const row = {
        id,
        account,
        kind,
        status: found.status,
        until: 1000 * Math.max(0, ...found.items.data.map((item) => item.current_period_end)),
        cancelled: found.cancel_at_period_end || found.cancel_at !== null || found.status === 'canceled' ? 1 : 0,
        seconds: Number(found.metadata.seconds ?? 0),
      } as const
      rows.keep(row)
      if (before?.status === row.status && before.cancelled === row.cancelled) return
      log.security('subscriptionChanged', { account, kind, status: row.status })
      around(account)
    })

  const settle = async (session: Stripe.Checkout.Session): Promise<void> => {
    const order = rows.orderOf(session.id)
    if (!order) return
    if (session.status === 'complete' && session.subscription) {
      await lookAt(idOf(session.subscription))
      rows.setOrder(order.id, { status: 'paid' })
    } else if (session.status === 'expired') rows.setOrder(order.id, { status: 'expired' })
  }

  const customerFor = async (account: string): Promise<string> => {
    const known = rows.customerOf(account)
    if (known !== null) return known
    const person = people.byId(account)
    if (!person) throw new Error('there is no such account')
    const { id } = await (await stripe()).customers.create(
      {
        email: person.email,
        name: person.name,
        preferred_locales: [person.language],
        metadata: { account },
      },
      { idempotencyKey: `customer ${account}` },
    )
    rows.setCustomer(account, id)
    return id
  }

  const sessionOf = async (order: Order): Promise<Stripe.Checkout.Session> => {
    const api = await stripe()
    if (order.session !== null) return api.checkout.sessions.retrieve(order.session)
    const customer = await customerFor(order.account)
    const language = people.byId(order.account)?.language
    const back = `${address()}/web/#/account?payment=`
    const anchor = order.kind === 'transcription' ? anchorOf(order) : null
    const trial = order.kind === 'cloud' ? trialDays : 0
    const session = await api.checkout.sessions.create(
      {
        mode: 'subscription',
        ui_mode: 'hosted_page',
        customer,
        client_reference_id: order.id,
        line_items: [{ price: order.price, quantity: 1 }],
        ...(order.discount && { discounts: [order.discount] }),
        success_url: `${back}done`,
        cancel_url: `${back}cancelled`,
        locale: languages.find((known) => known === language) ?? 'en',
        metadata: { order: order.id },
        subscription_data: {
          metadata: { account: order.account, kind: order.kind, seconds: String(order.seconds) },
          ...(anchor !== null && { billing_cycle_anchor: anchor }),
          ...(trial > 0 && { trial_period_days: trial }),
        },
      },
      { idempotencyKey: order.id },
    )
    rows.setOrder(order.id, { session: session.id })
    return session
  }

  const anchorOf = ({ account, config }: Pick<Order, 'account' | 'config'>): number | null => {
    const cloud = rows.subscriptions(account).find(({ kind, status }) => kind === 'cloud' && status === 'active')
    const next = new Date(now())
    if (config.frequency === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
    else next.setUTCFullYear(next.getUTCFullYear() + 1)
    return cloud && cloud.until > now() && cloud.until < next.getTime() ? Math.floor(cloud.until / 1000) : null
  }

  const isPaid = (account: string, kind: Product) =>
    rows.subscriptions(account).some((row) => row.kind === kind && pays.includes(row.status))

  const end = async (order: Order, session: Stripe.Checkout.Session): Promise<void> => {
    if (session.status === 'open') await (await stripe()).checkout.sessions.expire(session.id)
    rows.setOrder(order.id, { status: 'expired' })
  }

  const begin = (wanted: WantedOrder, file?: string): Promise<Result<{ url?: string }>> =>
    inTurn(`${wanted.kind} ${wanted.account}`, () =>
      asking(async () => {
        const { account, kind } = wanted
        if (isPaid(account, kind)) return problem({ kind: 'alreadySubscribed' })
        const order = rows.openOrder(account, kind)
        if (order?.status === 'review') return ok({})
        if (order) {
          const before = await sessionOf(order)
          await settle(before)
          if (isPaid(account, kind)) return problem({ kind: 'alreadySubscribed' })
          const isSame = JSON.stringify(order.config) === JSON.stringify(wanted.config)
          if (before.status === 'open' && isSame) return offered(order, before)
          await end(order, before)
        }
        const made = rows.addOrder(wanted, file)
        if (made.status !== 'review') return offered(made, await sessionOf(made))
        log.security('studentFileSent', { account })
        return ok({})
      }),
    )

  const offered = async (order: Order, session: Stripe.Checkout.Session): Promise<Result<{ url: string }>> => {
    // In a trial nothing is charged yet, and of part of a period what was previewed.
    const isWhole = order.kind === 'cloud' && trialDays === 0
    if (session.url && (!isWhole || session.amount_total === order.amount)) return ok({ url: session.url })
    await end(order, session)
    log.error(new Error('Stripe would charge another amount than was shown'))
    return problem({ kind: 'priceNotFound' })
  }

  return { lookAt, settle, customerFor, sessionOf, anchorOf, end, begin }
}

/** Asks Stripe; a failure of it is a problem. */
export type Asking = <T>(body: (stripe: Stripe) => Promise<Result<T>>) => Promise<Result<T>>
