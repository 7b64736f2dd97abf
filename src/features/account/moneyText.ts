import { formatMoney } from '../../i18n/formats.ts'
import { digitsOf } from '../../model/rules/money.ts'

/** An amount as Stripe counts it: 9900 eur as €99.00. */
export function moneyText(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  // Counted in hundredths of which there are none.
  const isWhole = ['isk', 'ugx'].includes(currency)
  return formatMoney(amount / 10 ** digits, currency.toUpperCase(), digits, isWhole ? 0 : digits)
}
