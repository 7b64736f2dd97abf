/**
 * Payment by Stripe: prices with codes, hosted checkouts, subscriptions, what has to be paid before own projects are worked on.
 *
 * Promises: an event carries no truth. It names an object, which is looked up and written down as it is now, one look at each object after the
 * other; so lost, doubled, late and reordered events end in the same state as soon as one look comes after the last change. Access ends only by
 * a definite answer: a Stripe that cannot be reached locks nobody out. What is charged is what was shown, or the checkout is not begun.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type Stripe from 'stripe'
import type { LicenceConfig } from '../../../../src/model/contract/shapes.ts'
import { languages } from '../../../../src/model/limits.ts'
import { isProblem, ok, problem, type Result } from '../../../../src/model/problems.ts'
import { isReduction, monthsReduced, reduced } from '../../../../src/model/rules/money.ts'
import type { Log } from '../../../base/log.ts'
import { findPrice, type Price, type Product } from '../../../base/settings/prices.ts'
import type { PaymentSettings } from '../../../base/settings/settings.ts'
import type { HostChange, Payment } from '../../../host.ts'
import { openAccountRows } from '../accounts/accountRows.ts'
import type { CloudDatabase } from '../database.ts'
import { ended, type Order, openPaymentRows, pays } from './paymentRows.ts'
import { isForged, isRefused, withoutPeople } from './stripeErrors.ts'
import { studentFileType } from './studentFileType.ts'

const day = 24 * 60 * 60_000
/** How long an account may stay that was never paid for, and whose email nobody has proven. */
const unpaidLife = 30 * day
/** How old an event may be, in seconds. */
const eventLife = 300

export interface PaymentParts {
  database: CloudDatabase
  settings: { data: string; payment: PaymentSettings }
  /** The address of this server, without a slash at its end; asked when somebody is sent to Stripe. */
  address: () => string
  changed: (change: HostChange) => void
  log: Pick<Log, 'error' | 'security'>
  /** Ends an account with all that is its own. */
  remove: (account: string) => void
  now?: () => number
}

export function openPayment({
  database,
  settings,
  address,
  changed,
  log,
  remove,
  now = Date.now,
}: PaymentParts): Payment {
  const { prices, publishableKey, webhookSecret } = settings.payment
  const rows = openPaymentRows(database, now)
  const people = openAccountRows(database, now)
  const files = join(settings.data, 'students')
  mkdirSync(files, { recursive: true, mode: 0o700 })
  let client: Promise<Stripe> | undefined
  // Its package is large, and loaded when something is first asked of it.
  const stripe = () => (client ??= openStripe(settings.payment))
  const inTurn = turns()

  /** `body`, of which a failure of Stripe is a problem. */
  const asking = async <T>(body: (stripe: Stripe) => Promise<Result<T>>): Promise<Result<T>> => {
    try {
      return await body(await stripe())
    } catch (error) {
      log.error(withoutPeople(error))
      return problem({ kind: 'paymentUnavailable' })
    }
  }

  /** The price at Stripe, which is what `prices.json` says of it; null: it is another, or there is none. */
  const atStripe = async ({ stripe: reference, ...price }: Price): Promise<Stripe.Price | null> => {
    const api = await stripe()
    const key = /^lookup:(.+)$/.exec(reference)?.[1]
    const found = key
      ? (await api.prices.list({ lookup_keys: [key], limit: 1 })).data[0]
      : await api.prices.retrieve(reference).catch((error: unknown) => {
          if (isRefused(error)) return undefined
          throw error
        })
    const isSame =
      found?.unit_amount === price.amount &&
      found.currency === price.currency &&
      found.recurring?.interval === price.frequency &&
      (found.recurring.interval_count ?? 1) === 1 &&
      found.tax_behavior !== 'exclusive'
    return found && isSame ? found : null
  }

  /** What a code takes off a price. Problems: couponInvalid. */
  const discountOf = async (code: string, price: Price): Promise<Result<Discounted>> => {
    const api = await stripe()
    const invalid = problem({ kind: 'couponInvalid' })
    const orNone = (error: unknown) => {
      if (isRefused(error)) return undefined
      throw error
    }
    const listed = await api.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] })
    const promotion = listed.data[0]
    const named = promotion ? promotion.promotion.coupon : code
    const coupon = typeof named === 'string' ? await api.coupons.retrieve(named).catch(orNone) : named
    if (!coupon?.valid || (promotion && !fits(promotion, price))) return invalid
    const off =
      coupon.currency === price.currency ? coupon.amount_off : coupon.currency_options?.[price.currency]?.amount_off
    if (coupon.percent_off === null && typeof off !== 'number') return invalid
    const amount = reduced(
      price.amount,
      coupon.percent_off === null ? { amount: off as number } : { percent: coupon.percent_off },
    )
    if (!isReduction(price.amount, amount)) return invalid
    return ok({
      amount,
      months: monthsReduced(coupon.duration, coupon.duration_in_months, price.frequency),
      discount: promotion ? { promotion_code: promotion.id } : { coupon: coupon.id },
    })
  }

  /** Problems: priceNotFound, couponInvalid. */
  const priced = async (product: Product, config: Omit<LicenceConfig, 'licence'>): Promise<Result<Priced>> => {
    const price = findPrice(prices, product, { ...config, frequency: config.frequency ?? 'year' })
    const found = price && (await atStripe(price))
    if (!price || !found) return problem({ kind: 'priceNotFound' })
    if (!config.coupon) return ok({ price, id: found.id, amount: price.amount, months: null, discount: null })
    const discounted = await discountOf(config.coupon, price)
    return isProblem(discounted) ? discounted : ok({ price, id: found.id, ...discounted.ok })
  }

  const told = ({ price, amount, months, discount }: Priced) => ({
    full_price: amount,
    currency: price.currency,
    interval: price.frequency,
    ...(discount && months !== null && { later_price: price.amount, later_months: months }),
  })

  const around = (account: string) => changed({ people: people.around(account) })

  /** Looks a subscription up and writes down what it is now. */
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

  /** Writes down what has become of a checkout. */
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

  /** The checkout of an order: one, however often and after whatever failure it is asked for. */
  const sessionOf = async (order: Order): Promise<Stripe.Checkout.Session> => {
    const api = await stripe()
    if (order.session !== null) return api.checkout.sessions.retrieve(order.session)
    const customer = await customerFor(order.account)
    const language = people.byId(order.account)?.language
    const back = `${address()}/web/#/account?payment=`
    const anchor = order.kind === 'transcription' ? anchorOf(order) : null
    const trial = order.kind === 'cloud' ? prices.trialDays : 0
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

  /** Where the next period of the account's licence begins, in seconds, if transcription can be paid from there on as well; null: it has periods of its own. */
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

  /** The address where the order is paid; of an order of before that was for the same, the same. Problems: alreadySubscribed, priceNotFound, paymentUnavailable. */
  const begin = (wanted: Omit<Order, 'id' | 'session' | 'created'>, file?: string): Promise<Result<{ url?: string }>> =>
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
    const isWhole = order.kind === 'cloud' && prices.trialDays === 0
    if (session.url && (!isWhole || session.amount_total === order.amount)) return ok({ url: session.url })
    await end(order, session)
    log.error(new Error('Stripe would charge another amount than was shown'))
    return problem({ kind: 'priceNotFound' })
  }

  /** Problems: paymentRequired, trialling, priceNotFound, couponInvalid. */
  const transcription = async (
    account: string,
    coupon?: string,
  ): Promise<Result<Priced & { config: LicenceConfig }>> => {
    if (rows.owes(account)) return problem({ kind: 'paymentRequired' })
    if (rows.subscriptions(account).some(({ kind, status }) => kind === 'cloud' && status === 'trialing'))
      return problem({ kind: 'trialling', product: 'cloud' })
    const { sector = '*', country = '*' } = rows.lastOrder(account)?.config ?? {}
    const config = { licence: 'transcription', sector, country, ...(coupon && { coupon }) }
    for (const frequency of ['month', 'year'] as const) {
      const found = await priced('transcription', { ...config, frequency })
      if (!isProblem(found)) return ok({ ...found.ok, config: { ...config, frequency } })
      if (found.problem.kind !== 'priceNotFound') return found
    }
    return problem({ kind: 'priceNotFound' })
  }

  const orderFor = (
    account: string,
    kind: Product,
    config: LicenceConfig,
    found: Priced,
  ): Parameters<typeof begin>[0] => ({
    account,
    kind,
    config,
    price: found.id,
    discount: found.discount,
    amount: found.amount,
    currency: found.price.currency,
    seconds: found.price.seconds ?? 0,
    status: 'open',
  })

  /** Writes a student's file. Problems: studentFileNeeded, fileTypeNotSupported. */
  const keepFile = async (file: File | undefined): Promise<Result<string>> => {
    if (!file) return problem({ kind: 'studentFileNeeded' })
    const bytes = new Uint8Array(await file.arrayBuffer())
    const type = studentFileType(bytes)
    if (type === null) return problem({ kind: 'fileTypeNotSupported', name: file.name })
    const path = join(files, `${randomBytes(16).toString('hex')}.${type}`)
    writeFileSync(path, bytes, { mode: 0o600, flag: 'wx', flush: true })
    return ok(path)
  }

  const dropFile = (account: string): void => {
    const path = rows.studentFile(account)
    if (path === null) return
    rmSync(path, { force: true })
    rows.dropStudentFile(account)
  }

  const payment: Payment = {
    told: {
      sectors: prices.sectors,
      transcription: prices.prices.some(({ product }) => product === 'transcription'),
      key: publishableKey,
    },
    owes: rows.owes,
    subscriptions: (account) =>
      rows.subscriptions(account).map(({ kind, status, until, cancelled }) => ({
        user: kind,
        status,
        until,
        cancelled: cancelled === 1,
      })),
    openOrder: (account) => {
      const order = rows.openOrder(account, 'cloud')
      return order
        ? {
            status: order.status,
            amount: order.amount,
            currency: order.currency,
            interval: order.config.frequency ?? 'year',
          }
        : null
    },
    seconds: (account) =>
      rows
        .subscriptions(account)
        .filter(({ kind, status }) => kind === 'transcription' && pays.includes(status))
        .reduce((sum, { seconds }) => sum + seconds, prices.free.seconds),
    price: ({ licence, ...config }) =>
      licence === 'cloud'
        ? asking(async () => {
            const found = await priced('cloud', config)
            return isProblem(found) ? found : ok(told(found.ok))
          })
        : Promise.resolve(problem({ kind: 'priceNotFound' })),
    mayOrder: (config, file) =>
      asking(async () => {
        if (config.licence !== 'cloud') return problem({ kind: 'priceNotFound' })
        if (config.sector === 'student' && !file) return problem({ kind: 'studentFileNeeded' })
        const found = await priced('cloud', config)
        return isProblem(found) ? found : ok(undefined)
      }),
    checkout: async (account, config, file) => {
      const found = await asking(() => priced('cloud', config))
      if (isProblem(found)) return found
      const order = orderFor(account, 'cloud', config, found.ok)
      if (config.sector !== 'student' || rows.openOrder(account, 'cloud')?.status === 'approved') return begin(order)
      const kept = await keepFile(file)
      if (isProblem(kept)) return kept
      const begun = await begin({ ...order, status: 'review' }, kept.ok)
      if (rows.studentFile(account) !== kept.ok) rmSync(kept.ok, { force: true })
      return begun
    },
    finish: async (account) => {
      const last = rows.lastOrder(account)
      if (last?.status === 'review') return ok({})
      if (!last || last.status === 'rejected') return problem({ kind: 'priceNotFound' })
      const found = await asking(() => priced('cloud', last.config))
      return isProblem(found) ? found : begin(orderFor(account, 'cloud', last.config, found.ok))
    },
    transcriptionPrice: (account, coupon) =>
      asking(async (api) => {
        const found = await transcription(account, coupon)
        if (isProblem(found)) return found
        const { config, ...all } = found.ok
        const anchor = anchorOf({ account, config })
        if (anchor === null) return ok({ ...told(all), prorated_price: all.amount, first_full_charge: now() })
        const preview = await api.invoices.createPreview({
          customer: await customerFor(account),
          currency: all.price.currency,
          ...(all.discount && { discounts: [all.discount] }),
          subscription_details: {
            items: [{ price: all.id, quantity: 1 }],
            billing_cycle_anchor: { type: 'timestamp', timestamp: anchor },
          },
        })
        return ok({ ...told(all), prorated_price: preview.amount_due, first_full_charge: 1000 * anchor })
      }),
    transcription: async (account, coupon) => {
      const found = await asking(() => transcription(account, coupon))
      if (isProblem(found)) return found
      return begin(orderFor(account, 'transcription', found.ok.config, found.ok))
    },
    portal: (account) =>
      asking(async (api) => {
        const customer = rows.customerOf(account)
        if (customer === null) return problem({ kind: 'paymentRequired' })
        const { url } = await api.billingPortal.sessions.create({ customer, return_url: `${address()}/web/#/account` })
        return ok({ url })
      }),
    event: async (body, signature) => {
      let event: Stripe.Event
      try {
        event = await (await stripe()).webhooks.constructEventAsync(body, signature, webhookSecret, eventLife)
      } catch (error) {
        if (!isForged(error)) throw error
        return problem({ kind: 'badRequest', detail: 'not signed as it should be' })
      }
      return asking(async (api) => {
        try {
          const named = subjectOf(event)
          if (named?.of === 'checkout') await settle(await api.checkout.sessions.retrieve(named.id))
          if (named?.of === 'subscription') await lookAt(named.id)
        } catch (error) {
          // What is not there any more tells nothing.
          if (!isRefused(error)) throw error
        }
        return ok({})
      })
    },
    check: (account) =>
      asking(async (api) => {
        for (const { session } of rows.openOrders(account))
          if (session !== null) await settle(await api.checkout.sessions.retrieve(session))
        return ok(undefined)
      }),
    cancelAll: (account) =>
      asking(async (api) => {
        for (const order of rows.openOrders(account)) {
          if (order.session === null && order.status !== 'open') continue
          const session = await sessionOf(order)
          await settle(session)
          if (session.status === 'open') await end(order, session)
        }
        for (const { id, status } of rows.subscriptions(account)) {
          if (ended.includes(status)) continue
          await api.subscriptions.cancel(id).catch((error: unknown) => {
            // It has ended already.
            if (!isRefused(error)) throw error
          })
          await lookAt(id)
        }
        dropFile(account)
        return ok(undefined)
      }),
    look: async () => {
      const { subscriptions, accounts } = rows.unsettled()
      const each = async (deed: () => Promise<unknown>) => {
        try {
          await deed()
        } catch (error) {
          log.error(withoutPeople(error))
        }
      }
      for (const id of subscriptions) await each(() => lookAt(id))
      for (const account of accounts) await each(() => payment.check(account))
      for (const account of rows.neverPaid(now() - unpaidLife))
        await each(async () => {
          if (!isProblem(await payment.cancelAll(account))) remove(account)
        })
      const kept = new Set(rows.studentFiles().map(({ path }) => basename(path)))
      for (const name of readdirSync(files)) if (!kept.has(name)) rmSync(join(files, name), { force: true })
    },
    wrongPrices: () =>
      asking(async () => {
        const wrong: string[] = []
        for (const price of prices.prices) if (!(await atStripe(price))) wrong.push(price.stripe)
        return ok(wrong)
      }),
    students: rows.studentFiles,
    decide: (account, isStudent) => {
      const order = rows.openOrder(account, 'cloud')
      if (order?.status !== 'review') return false
      rows.setOrder(order.id, { status: isStudent ? 'approved' : 'rejected' })
      dropFile(account)
      return true
    },
  }
  return payment
}

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

interface Discounted {
  amount: number
  /** For how many months it holds; null: for good. */
  months: number | null
  discount: Order['discount']
}

interface Priced extends Discounted {
  price: Price
  /** Of the price at Stripe. */
  id: string
}

const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)

/** What an event is about. A refund alone changes nothing: what it means for a subscription is said by that. */
function subjectOf({ type, data }: Stripe.Event): { of: 'checkout' | 'subscription'; id: string } | null {
  const { object } = data
  if (type.startsWith('checkout.session.')) return { of: 'checkout', id: (object as Stripe.Checkout.Session).id }
  if (type.startsWith('customer.subscription.')) return { of: 'subscription', id: (object as Stripe.Subscription).id }
  const subscription = type.startsWith('invoice.')
    ? (object as Stripe.Invoice).parent?.subscription_details?.subscription
    : undefined
  return subscription ? { of: 'subscription', id: idOf(subscription) } : null
}

function fits({ customer, restrictions }: Stripe.PromotionCode, { currency, amount }: Price): boolean {
  const least =
    restrictions.minimum_amount_currency === currency
      ? restrictions.minimum_amount
      : restrictions.currency_options?.[currency]?.minimum_amount
  return customer === null && (restrictions.minimum_amount === null || (typeof least === 'number' && amount >= least))
}

async function openStripe({ key, host }: PaymentSettings): Promise<Stripe> {
  const { default: Api } = await import('stripe')
  const at = host === undefined ? null : new URL(host)
  return new Api(key, {
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: 20_000,
    ...(at && {
      host: at.hostname,
      port: at.port || (at.protocol === 'http:' ? '80' : '443'),
      protocol: at.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

/** Does what bears the same name one after the other. */
function turns(): <T>(name: string, body: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, body) => {
    const mine = (last.get(name) ?? Promise.resolve()).then(body, body)
    const over = mine.catch(() => {})
    last.set(name, over)
    void over.then(() => {
      if (last.get(name) === over) last.delete(name)
    })
    return mine
  }
}
