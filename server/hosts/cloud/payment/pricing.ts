/** What things cost: the prices of `prices.json` as Stripe has them, and what codes take off. */
import type Stripe from 'stripe'
import type { LicenceConfig, LicencePrice } from '../../../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../../../src/model/problems.ts'
import { isReduction, monthsReduced, reduced } from '../../../../src/model/rules/money.ts'
import { findPrice, type Price, type Prices, type Product } from '../../../base/settings/prices.ts'
import type { Order } from './paymentRows.ts'
import { isRefused } from './stripeErrors.ts'

interface Discounted {
  amount: number
  /** For how many months it holds; null: for good. */
  months: number | null
  discount: Order['discount']
}

export interface Priced extends Discounted {
  price: Price
  /** Of the price at Stripe. */
  id: string
}

export interface Pricing {
  /** A line for each thing of an entry of `prices.json` that is another at Stripe, or that says that it is not there. */
  wrong(price: Price): Promise<string[]>
  /** Problems: priceNotFound, couponInvalid. */
  priced(product: Product, config: Omit<LicenceConfig, 'licence'>): Promise<Result<Priced>>
}

export function openPricing(prices: Prices, stripe: () => Promise<Stripe>): Pricing {
  const atStripe = async ({ stripe: reference }: Price): Promise<Stripe.Price | undefined> => {
    const api = await stripe()
    const key = /^lookup:(.+)$/.exec(reference)?.[1]
    if (key) return (await api.prices.list({ lookup_keys: [key], limit: 1 })).data[0]
    return api.prices.retrieve(reference).catch((error: unknown) => {
      if (isRefused(error)) return undefined
      throw error
    })
  }

  const wrong = async (price: Price): Promise<string[]> => {
    const { product, sector, country, frequency, stripe: reference } = price
    const found = await atStripe(price)
    const entry = `${product} ${sector} ${country} ${frequency} (${reference})`
    if (!found) return [`${entry}: there is no such price at Stripe`]
    return differences(price, found).map(
      ([what, ours, theirs]) => `${entry}: ${what} is ${ours} here, and ${theirs} at Stripe`,
    )
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

  const priced = async (product: Product, config: Omit<LicenceConfig, 'licence'>): Promise<Result<Priced>> => {
    const price = findPrice(prices, product, { ...config, frequency: config.frequency ?? 'year' })
    const found = price && (await atStripe(price))
    if (!price || !found || differences(price, found).length > 0) return problem({ kind: 'priceNotFound' })
    if (!config.coupon) return ok({ price, id: found.id, amount: price.amount, months: null, discount: null })
    const discounted = await discountOf(config.coupon, price)
    return isProblem(discounted) ? discounted : ok({ price, id: found.id, ...discounted.ok })
  }

  return { wrong, priced }
}

/** What is another at Stripe than in `prices.json`: what, here, and there. */
function differences(price: Price, found: Stripe.Price): [what: string, ours: string, theirs: string][] {
  const { interval, interval_count: count = 1 } = found.recurring ?? {}
  const all: [string, string, string][] = [
    ['the amount', `${price.amount}`, `${found.unit_amount}`],
    ['the currency', price.currency, found.currency],
    ['the frequency', price.frequency, !interval ? 'once' : count === 1 ? interval : `${count} ${interval}s`],
    ['tax', 'included', found.tax_behavior === 'exclusive' ? 'added' : 'included'],
  ]
  return all.filter(([, ours, theirs]) => ours !== theirs)
}

/** As a person is told it. */
export const told = ({ price, amount, months, discount }: Priced): LicencePrice => ({
  full_price: amount,
  currency: price.currency,
  interval: price.frequency,
  ...(discount && months !== null && { later_price: price.amount, later_months: months }),
})

function fits({ customer, restrictions }: Stripe.PromotionCode, { currency, amount }: Price): boolean {
  const least =
    restrictions.minimum_amount_currency === currency
      ? restrictions.minimum_amount
      : restrictions.currency_options?.[currency]?.minimum_amount
  return customer === null && (restrictions.minimum_amount === null || (typeof least === 'number' && amount >= least))
}
