/** Whether a licence for a server is paid for, and what is wrong where it is not. */

/** Statuses of a subscription, in Stripe's words, that is paid for or about to be. */
export const pays: readonly string[] = ['active', 'trialing', 'past_due']

/** Why an account has to pay before it works in its own projects: `unpaid` where it never has, `review` while a student's file is looked at. */
export type Owed = 'unpaid' | 'review' | 'ended' | 'failed'

interface Paying {
  payment?: { required: boolean; order: { status: string } | null }
  subscriptions: readonly { user: string; status: string }[]
}

/** Null: there is nothing to be paid. */
export function owedBy({ payment, subscriptions }: Paying): Owed | null {
  if (!payment?.required) return null
  if (payment.order?.status === 'review') return 'review'
  const had = (...statuses: string[]) =>
    subscriptions.some(({ user, status }) => user === 'cloud' && statuses.includes(status))
  if (had('unpaid')) return 'failed'
  // Stripe pauses what nobody had said a card for when its trial was over.
  return had('canceled', 'paused') ? 'ended' : 'unpaid'
}
