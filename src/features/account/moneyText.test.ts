import { afterAll, expect, test } from 'vitest'
import { LANGUAGES, setLanguage } from '../../i18n/language.ts'
import { moneyText } from './moneyText.ts'

afterAll(() => setLanguage('en'))

/** Counted in hundredths, of which there are none: Stripe takes no other amounts. */
const whole = ['isk', 'ugx']
const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())

test.each(LANGUAGES)('in %s the digits that are shown are those of the amount, in every currency', async (language) => {
  await setLanguage(language)
  for (const currency of currencies)
    for (const amount of [100, 1_200, 9_900, 30_500, 123_456_700, 99_999_900]) {
      const shown = moneyText(amount, currency).replace(/\D/g, '').replace(/^0+/, '')
      expect(shown, `${amount} ${currency}`).toBe(String(whole.includes(currency) ? amount / 100 : amount))
    }
})

test('an amount of the smallest unit stands behind the point where the currency has one', async () => {
  await setLanguage('en')
  expect(['eur', 'jpy', 'kwd'].map((currency) => moneyText(5, currency).replace(/[^\d.]/g, ''))).toEqual([
    '0.05',
    '5',
    '0.005',
  ])
})
