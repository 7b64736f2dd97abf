/** What licences cost in tests: at the Stripe of the tests, and in the settings of the server that asks it. */
import type { Price, Prices } from '../base/settings/prices.ts'
import type { FakeStripe } from './fakeStripe.ts'

/** A price that Stripe has too; what is left out: 99 euros a year for the cloud, for anybody. */
export function priceAt(fake: FakeStripe, more: Partial<Omit<Price, 'stripe'>> = {}): Price {
  const usual = {
    product: 'cloud',
    sector: '*',
    country: '*',
    frequency: 'year',
    currency: 'eur',
    amount: 9900,
  } as const
  const price = { ...usual, ...more }
  return { ...price, stripe: fake.price(price.amount, price.currency, price.frequency).id }
}

/** `prices.json` with these. */
export const priceList = (prices: Price[], sectors: string[]): Prices => {
  return { prices, sectors, student: 'review', trialDays: 0, free: { seconds: 0 } }
}

/** By which a server finds the Stripe of the tests. */
export const stripeSettings = ({ keys, address }: FakeStripe) => {
  return {
    THICKET_STRIPE_KEY: keys.key,
    THICKET_STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
    THICKET_STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
    THICKET_STRIPE_HOST: address,
  }
}
