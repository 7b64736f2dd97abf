import { i18n } from '../../i18n/i18n.ts'

/** A small share of many: `0.42 %`, in the language's way, with two digits that say something. */
export const formatPart = (share: number): string =>
  new Intl.NumberFormat(i18n.locale, { style: 'percent', maximumSignificantDigits: 2 }).format(share)
