/**
 * Payment by Stripe: prices with codes, hosted checkouts, subscriptions, what has to be paid before own projects are worked on.
 *
 * Promises: an event carries no truth. It names an object, which is looked up and written down as it is now, one look at each object after the
 * other; so lost, doubled, late and reordered events end in the same state as soon as one look comes after the last change. Access ends only by
 * a definite answer: a Stripe that cannot be reached locks nobody out. What is charged is what was shown, or the checkout is not begun.
 */
import type Stripe from 'stripe'
import type { LicenceConfig } from '../../../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../../../src/model/problems.ts'
import { pays } from '../../../../src/model/rules/projects/licence.ts'
import type { Log } from '../../../base/log.ts'
import type { Product } from '../../../base/settings/prices.ts'
import type { PaymentSettings } from '../../../base/settings/settings.ts'
import type { HostChange, Payment } from '../../../host.ts'
import { openAccountRows } from '../accounts/accountRows.ts'
import type { CloudDatabase } from '../database.ts'
import type { KeptFiles } from '../keptFiles.ts'
import { type Asking, openCheckouts, type WantedOrder } from './checkouts.ts'
import { ended, openPaymentRows } from './paymentRows.ts'
import { openPricing, type Priced, told } from './pricing.ts'
import { openStripe, subjectOf } from './stripe.ts'
import { isForged, isRefused, withoutPeople } from './stripeErrors.ts'
import { openStudentFiles } from './studentFiles.ts'

const day = 24 * 60 * 60_000
/** How long an account may stay that was never paid for, and whose email nobody has proven. */
const unpaidLife = 30 * day
/** How old an event may be, in seconds. */
const eventLife = 300

export interface PaymentParts {
  database: CloudDatabase
  settings: PaymentSettings
  /** Where files of students are. */
  files: KeptFiles
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
  files: kept,
  address,
  changed,
  log,
  remove,
  now = Date.now,
}: PaymentParts): Payment {
  const { prices, publishableKey, webhookSecret } = settings
  const rows = openPaymentRows(database, now)
  const people = openAccountRows(database, now)
  const files = openStudentFiles(kept, rows)
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= openStripe(settings))

  const asking: Asking = async (body) => {
    try {
      return await body(await stripe())
    } catch (error) {
      log.error(withoutPeople(error))
      return problem({ kind: 'paymentUnavailable' })
    }
  }

  const pricing = openPricing(prices, stripe)
  /** A licence for this server, for one of the sectors that there are: where prices are for any, others are sold nothing. Problems: priceNotFound, couponInvalid. */
  const licence = async (config: LicenceConfig): Promise<Result<Priced>> =>
    config.licence === 'cloud' && prices.sectors.includes(config.sector)
      ? pricing.priced('cloud', config)
      : problem({ kind: 'priceNotFound' })
  const checkouts = openCheckouts({
    rows,
    people,
    stripe,
    asking,
    trialDays: prices.trialDays,
    address,
    changed,
    log,
    now,
  })

  const onTrial = (account: string) =>
    rows.subscriptions(account).some(({ kind, status }) => kind === 'cloud' && status === 'trialing')

  /** Problems: paymentRequired, trialling, priceNotFound, couponInvalid. */
  const transcription = async (
    account: string,
    coupon?: string,
  ): Promise<Result<Priced & { config: LicenceConfig }>> => {
    if (rows.owes(account)) return problem({ kind: 'paymentRequired' })
    if (onTrial(account)) return problem({ kind: 'trialling', product: 'cloud' })
    const { sector = '*', country = '*' } = rows.lastOrder(account)?.config ?? {}
    const config = { licence: 'transcription', sector, country, ...(coupon && { coupon }) }
    for (const frequency of ['month', 'year'] as const) {
      const found = await pricing.priced('transcription', { ...config, frequency })
      if (!isProblem(found)) return ok({ ...found.ok, config: { ...config, frequency } })
      if (found.problem.kind !== 'priceNotFound') return found
    }
    return problem({ kind: 'priceNotFound' })
  }

  const orderFor = (account: string, kind: Product, config: LicenceConfig, found: Priced): WantedOrder => ({
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
    seconds: (account) => {
      if (onTrial(account)) return problem({ kind: 'trialling', product: 'cloud' })
      const sum = rows
        .subscriptions(account)
        .filter(({ kind, status }) => kind === 'transcription' && pays.includes(status))
        .reduce((seconds, each) => seconds + each.seconds, prices.free.seconds)
      return sum === 0 ? problem({ kind: 'noSubscription' }) : ok(sum)
    },
    price: (config) =>
      asking(async () => {
        const found = await licence(config)
        return isProblem(found) ? found : ok(told(found.ok))
      }),
    mayOrder: (config, file) =>
      asking(async () => {
        if (config.sector === 'student' && !file) return problem({ kind: 'studentFileNeeded' })
        const found = await licence(config)
        return isProblem(found) ? found : ok(undefined)
      }),
    checkout: async (account, config, file) => {
      const found = await asking(() => licence(config))
      if (isProblem(found)) return found
      const order = orderFor(account, 'cloud', config, found.ok)
      if (config.sector !== 'student' || rows.openOrder(account, 'cloud')?.status === 'approved')
        return checkouts.begin(order)
      const name = await files.keep(file)
      if (isProblem(name)) return name
      return checkouts.begin({ ...order, status: 'review' }, name.ok).finally(() => files.settle(name.ok))
    },
    finish: async (account) => {
      const last = rows.lastOrder(account)
      if (last?.status === 'review') return ok({})
      if (!last || last.status === 'rejected') return problem({ kind: 'priceNotFound' })
      const found = await asking(() => licence(last.config))
      return isProblem(found) ? found : checkouts.begin(orderFor(account, 'cloud', last.config, found.ok))
    },
    transcriptionPrice: (account, coupon) =>
      asking(async (api) => {
        const found = await transcription(account, coupon)
        if (isProblem(found)) return found
        const { config, ...all } = found.ok
        const anchor = checkouts.anchorOf({ account, config })
        if (anchor === null) return ok({ ...told(all), prorated_price: all.amount, first_full_charge: now() })
        const preview = await api.invoices.createPreview({
          customer: await checkouts.customerFor(account),
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
      return checkouts.begin(orderFor(account, 'transcription', found.ok.config, found.ok))
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
          if (named?.of === 'checkout') await checkouts.settle(await api.checkout.sessions.retrieve(named.id))
          if (named?.of === 'subscription') await checkouts.lookAt(named.id)
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
          if (session !== null) await checkouts.settle(await api.checkout.sessions.retrieve(session))
        return ok(undefined)
      }),
    cancelAll: (account) =>
      asking(async (api) => {
        for (const order of rows.openOrders(account)) {
          if (order.session === null && order.status !== 'open') continue
          const session = await checkouts.sessionOf(order)
          await checkouts.settle(session)
          if (session.status === 'open') await checkouts.end(order, session)
        }
        for (const { id, status } of rows.subscriptions(account)) {
          if (ended.includes(status)) continue
          await api.subscriptions.cancel(id).catch((error: unknown) => {
            // It has ended already.
            if (!isRefused(error)) throw error
          })
          await checkouts.lookAt(id)
        }
        await files.drop(account)
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
      for (const id of subscriptions) await each(() => checkouts.lookAt(id))
      for (const account of accounts) await each(() => payment.check(account))
      for (const account of rows.neverPaid(now() - unpaidLife))
        await each(async () => {
          if (!isProblem(await payment.cancelAll(account))) remove(account)
        })
      await each(files.sweep)
    },
    wrongPrices: () =>
      asking(async () => {
        const wrong: string[] = []
        for (const price of prices.prices) wrong.push(...(await pricing.wrong(price)))
        return ok(wrong)
      }),
    students: () => rows.studentFiles().map((each) => ({ ...each, path: kept.placeOf(each.name) })),
    studentFile: kept.open,
    decide: (account, isStudent) => {
      const order = rows.openOrder(account, 'cloud')
      if (order?.status !== 'review') return null
      rows.setOrder(order.id, { status: isStudent ? 'approved' : 'rejected' })
      const name = rows.studentFile(account)
      rows.dropStudentFile(account)
      return async () => {
        if (name !== null) await kept.remove(name)
      }
    },
  }
  return payment
}
