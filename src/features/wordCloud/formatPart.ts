import { formatLocale } from '../../i18n/formats.ts'

/** A small share of many: `0.42 %`, in the language's way, with two digits that say something. */
export const formatPart = (share: number): string =>
  new Intl.NumberFormat(formatLocale(), { style: 'percent', maximumSignificantDigits: 2 }).format(share)
