/** Dates, numbers and lists in the current language, as it is written where the person lives, all through Intl. Times are in ms since 1970. */
import { i18n } from './i18n.ts'
import { regional } from './language.ts'

const made = new Map<string, unknown>()

/** What formatters of the current language are made for. */
export const formatLocale = (): string => regional(i18n.locale, globalThis.navigator?.languages ?? [])

/** Formatters are costly to make and few: kept by language and name. */
function keep<F>(name: string, make: (language: string) => F): F {
  const key = `${i18n.locale} ${name}`
  const known = made.get(key)
  // The name decides the kind of formatter.
  if (known) return known as F
  const fresh = make(formatLocale())
  made.set(key, fresh)
  return fresh
}

export const formatNumber = (value: number): string =>
  keep('number', (language) => new Intl.NumberFormat(language)).format(value)

/** 0.42 as 42 % in the language's way. */
export const formatShare = (share: number, digits = 0): string =>
  keep(
    `share ${digits}`,
    (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }),
  ).format(share)

/** 30 min. */
export const formatMinutes = (minutes: number): string =>
  keep('minutes', (language) => new Intl.NumberFormat(language, { style: 'unit', unit: 'minute' })).format(minutes)

/** With so many digits after the point. */
export const formatDecimal = (value: number, digits: number): string =>
  keep(
    `decimal ${digits}`,
    (language) =>
      new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: 'negative',
      }),
  ).format(value)

/** 0.4237 as 42.4 %. */
export const formatFineShare = (share: number): string =>
  keep(
    'fine share',
    (language) =>
      new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  ).format(share)

export const formatList = (items: readonly string[]): string =>
  keep('list', (language) => new Intl.ListFormat(language)).format(items)

const dates = () =>
  keep('date', (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))

export const formatDate = (time: number): string => dates().format(time)

/** From one time to another: what both have in common is said once, and times of the same minute as one. */
export const formatDateRange = (from: number, to: number): string => dates().formatRange(from, to)

/** With seconds. */
export const formatTime = (time: number): string =>
  keep('time', (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })).format(
    time,
  )

/** Of a day that is said beside it, in the form of `formatDateRange`. */
export const formatClockRange = (from: number, to: number): string =>
  keep('clock', (language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' })).formatRange(from, to)

export const formatDay = (time: number): string =>
  keep('day', (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' })).format(time)

/** A day in lists where days repeat: the year only where it is another than this one. */
export function formatShortDay(time: number, now = Date.now()): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  return keep(
    `short day ${isThisYear}`,
    (language) => new Intl.DateTimeFormat(language, isThisYear ? day : { ...day, year: 'numeric' }),
  ).format(time)
}

const DIGITS: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
}

/** Specification 1 §9, chat times: `HH:mm` for today, else `DD/MM/YYYY HH:mm`, in every language. All other times are in the language's own. */
export function formatChatTime(time: number, now = Date.now()): string {
  const parts = keep('digits', () => new Intl.DateTimeFormat('en-GB', DIGITS)).formatToParts(time)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  const clock = `${part.hour}:${part.minute}`
  const today = new Date(time).toDateString() === new Date(now).toDateString()
  return today ? clock : `${part.day}/${part.month}/${part.year} ${clock}`
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "3 hours ago", "yesterday"; within a minute "now". */
export function formatRelative(time: number, now = Date.now()): string {
  const format = keep('relative', (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const [unit, ms] = STEPS.find(([, length]) => Math.abs(time - now) >= length) ?? ['second', 0]
  return format.format(ms ? Math.round((time - now) / ms) : 0, unit)
}

/** Orders titles as a reader of the language does, "Source 2" before "Source 10". */
export const compareTitles = (a: string, b: string): number => titleOrder()(a, b)
/** The same to be asked of thousands, without looking up the language each time. */
export const titleOrder = (): ((a: string, b: string) => number) =>
  keep('collator', (language) => new Intl.Collator(language, { numeric: true })).compare

/** An amount of money. `digits`: how many may stand behind the point, `least`: how many do at least. */
export const formatMoney = (amount: number, currency: string, digits: number, least = digits): string =>
  keep(
    `money ${currency}`,
    (language) =>
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: least,
        maximumFractionDigits: digits,
      }),
  ).format(amount)
