/** The package of Stripe, and what its objects name. */
import type Stripe from 'stripe'
import type { PaymentSettings } from '../../../base/settings/settings.ts'

/** The package is large, and loaded by this. */
export async function openStripe({ key, host }: PaymentSettings): Promise<Stripe> {
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

export const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)

/** What an event is about. A refund alone changes nothing: what it means for a subscription is said by that. */
export function subjectOf({ type, data }: Stripe.Event): { of: 'checkout' | 'subscription'; id: string } | null {
  const { object } = data
  if (type.startsWith('checkout.session.')) return { of: 'checkout', id: (object as Stripe.Checkout.Session).id }
  if (type.startsWith('customer.subscription.')) return { of: 'subscription', id: (object as Stripe.Subscription).id }
  const subscription = type.startsWith('invoice.')
    ? (object as Stripe.Invoice).parent?.subscription_details?.subscription
    : undefined
  return subscription ? { of: 'subscription', id: idOf(subscription) } : null
}
