/** Failures of Stripe, told apart without loading its package. */

interface StripeFailure extends Error {
  type: string
  code?: string
  statusCode?: number
  requestId?: string
}

const isStripes = (error: unknown): error is StripeFailure =>
  error instanceof Error && String((error as Partial<StripeFailure>).type).startsWith('Stripe')

/** What was named is not there, or is not taken: another try will not help. */
export const isRefused = (error: unknown): boolean => isStripes(error) && error.type === 'StripeInvalidRequestError'

export const isForged = (error: unknown): boolean =>
  isStripes(error) && error.type === 'StripeSignatureVerificationError'

/** For the log: of what Stripe says nothing that may name a person. */
export const withoutPeople = (error: unknown): unknown =>
  isStripes(error)
    ? new Error(
        ['Stripe:', error.type, error.code, error.statusCode, error.requestId]
          .filter((part) => part !== undefined)
          .join(' '),
      )
    : error
