/** Amounts of money as Stripe counts them: whole numbers of the smallest unit of a currency, which is written in small letters. */

const withoutDigits = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const withThree = 'bhd jod kwd omr tnd'.split(' ')

/** How many digits of an amount stand behind the point. The Icelandic króna and the Ugandan shilling have none, but are counted in hundredths. */
export function digitsOf(currency: string): number {
  if (withoutDigits.includes(currency)) return 0
  return withThree.includes(currency) ? 3 : 2
}

/** What is taken off a price: so many percent, or an amount in the currency of the price. */
export type Reduction = { percent: number } | { amount: number }

export const reduced = (price: number, reduction: Reduction): number =>
  'percent' in reduction ? price - Math.round((price * reduction.percent) / 100) : Math.max(0, price - reduction.amount)

/** 2 §5: a code counts only where something is left to pay, and less than without it. */
export const isReduction = (price: number, after: number): boolean => after > 0 && after < price

export type Frequency = 'year' | 'month'

/** For how many months a reduced price holds; null: for good. */
export function monthsReduced(
  duration: string,
  months: number | null | undefined,
  frequency: Frequency,
): number | null {
  const each = frequency === 'year' ? 12 : 1
  if (duration === 'forever') return null
  return duration === 'once' ? each : Math.ceil((months ?? each) / each) * each
}
