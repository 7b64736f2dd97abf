/**
 * How do people read a number of a spreadsheet? Dates as yyyy-mm-dd, times as hh:mm, percentages with their sign, numbers with zeros before
 * them where the cell shows them so; every other number in full, without the noise of its binary form.
 */

/** How a cell shows its number. */
export type NumberKind =
  | { kind: 'number' }
  | { kind: 'percent'; decimals: number }
  | { kind: 'padded'; digits: number }
  /** `date`: how much of it is shown. */
  | { kind: 'time'; date: 'none' | 'year' | 'month' | 'day'; time: 'none' | 'minutes' | 'seconds' | 'elapsed' }

const number: NumberKind = { kind: 'number' }
const day: NumberKind = { kind: 'time', date: 'day', time: 'none' }

/** The formats that every program knows by their number and that say what the number is; ECMA-376 part 1, 18.8.30. */
const builtIn = new Map<number, NumberKind>([
  [9, { kind: 'percent', decimals: 0 }],
  [10, { kind: 'percent', decimals: 2 }],
  ...[14, 15, 16, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, day] as const),
  [17, { kind: 'time', date: 'month', time: 'none' }],
  ...[18, 20, 32, 34].map((id) => [id, { kind: 'time', date: 'none', time: 'minutes' }] as const),
  ...[19, 21, 33, 35, 45, 47].map((id) => [id, { kind: 'time', date: 'none', time: 'seconds' }] as const),
  [22, { kind: 'time', date: 'day', time: 'minutes' }],
  [46, { kind: 'time', date: 'none', time: 'elapsed' }],
])

export const builtInKind = (id: number): NumberKind => builtIn.get(id) ?? number

/** Of a format in a spreadsheet's own words: `[$-409]d/m/yy;@`. */
export function kindOf(format: string): NumberKind {
  const [code = ''] = format
    .slice(0, 255)
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .split(';')
  const plain = code.toLowerCase().replace(/\[(?!(h+|m+|s+)\])[^\]]*\]/g, '')
  if (plain.includes('general')) return number
  if (/[ymdhs]/.test(plain)) return timeKind(plain.replace(/am\/pm|a\/p/g, ''))
  if (plain.includes('%')) return { kind: 'percent', decimals: /\.([0#?]+)/.exec(plain)?.[1]?.length ?? 0 }
  return /^0{2,}$/.test(plain) ? { kind: 'padded', digits: plain.length } : number
}

function timeKind(code: string): NumberKind {
  const clock = /[hs]/.test(code)
  const time = /\[/.test(code) ? 'elapsed' : code.includes('s') ? 'seconds' : clock ? 'minutes' : 'none'
  const month = /m/.test(code) && (!clock || /[yd]/.test(code))
  const date = code.includes('d') ? 'day' : month ? 'month' : code.includes('y') ? 'year' : 'none'
  return { kind: 'time', date, time }
}

/** `from1904`: days are counted from that year, not from 1900. */
export function numberText(value: number, kind: NumberKind, from1904 = false): string {
  switch (kind.kind) {
    case 'percent':
      return `${(value * 100).toFixed(kind.decimals)}%`
    case 'padded':
      return value < 0 ? `-${padded(-value, kind.digits)}` : padded(value, kind.digits)
    case 'time':
      return timeText(value, kind, from1904) ?? plainNumber(value)
    default:
      return plainNumber(value)
  }
}

const padded = (value: number, digits: number): string => value.toFixed(0).padStart(digits, '0')

/** With the 15 digits that a spreadsheet keeps. */
const plainNumber = (value: number): string => (Number.isFinite(value) ? String(Number(value.toPrecision(15)) + 0) : '')

const daySeconds = 86_400
/** Days of 9999-12-31. */
const lastDay = 2_958_465

/** null: no time. */
function timeText(value: number, { date, time }: NumberKind & { kind: 'time' }, from1904: boolean): string | null {
  if (!(value >= 0 && value < lastDay + 1)) return null
  const seconds = Math.round(value * daySeconds)
  if (time === 'elapsed') return clockText(seconds, true)
  const days = Math.floor(seconds / daySeconds)
  const parts = []
  if (date !== 'none') parts.push(dayText(days, from1904).slice(0, { year: 4, month: 7, day: 10 }[date]))
  if (time !== 'none') parts.push(clockText(seconds - days * daySeconds, time === 'seconds'))
  return parts.join(' ')
}

const two = (value: number): string => String(value).padStart(2, '0')

function clockText(seconds: number, withSeconds: boolean): string {
  const minutes = Math.floor(seconds / 60)
  const text = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  return withSeconds ? `${text}:${two(seconds % 60)}` : text
}

/** Day 60 of those from 1900 is a 29 February that never was: before it the count is one less. */
function dayText(days: number, from1904: boolean): string {
  const since1970 = from1904 ? days - 24_107 : days - (days < 60 ? 25_568 : 25_569)
  return new Date(since1970 * daySeconds * 1000).toISOString().slice(0, 10)
}

/** A date that is written as such: `2026-11-21T09:30:00Z`. */
export const isoText = (text: string): string =>
  text
    .trim()
    .replace(/T00:00(:00(\.0+)?)?Z?$/, '')
    .replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:00(\.0+)?)?Z?$/, '$1 $2')
    .replace('T', ' ')
