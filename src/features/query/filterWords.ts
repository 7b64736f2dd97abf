/** What filters are called: their fields, operators and values. */
import { formatDay } from '../../i18n/formats.ts'
import type { MessageKey, Translate } from '../../i18n/i18n.ts'
import {
  type FilterField,
  type FilterOperator,
  isDateField,
  isFilterField,
  propertyField,
} from '../../model/rules/filters.ts'

const fields: Readonly<Record<FilterField, MessageKey>> = {
  highlightAuthor: 'query.highlightAuthor',
  highlightDate: 'query.highlightDate',
  quirkAuthor: 'query.quirkAuthor',
  quirkDate: 'query.quirkDate',
  group: 'query.group',
  sourceName: 'query.sourceName',
  question: 'query.question',
}

/** By what they ask for. */
export const fieldsOf = {
  'query.ofHighlight': ['highlightAuthor', 'highlightDate'],
  'query.ofQuirk': ['group', 'quirkAuthor', 'quirkDate'],
  'query.ofSource': ['sourceName', 'question'],
} as const satisfies Partial<Record<MessageKey, readonly FilterField[]>>

/** `properties`: the names of those there are. */
export function fieldLabel(t: Translate, field: string, properties: readonly string[]): string {
  return isFilterField(field) ? t(fields[field]) : (properties.find((key) => propertyField(key) === field) ?? field)
}

const comparing: Readonly<Record<FilterOperator, MessageKey>> = {
  '=': 'query.on',
  '!=': 'query.notOn',
  '>': 'query.after',
  '<': 'query.before',
  '>=': 'query.from',
  '<=': 'query.until',
}

export const operatorLabel = (t: Translate, field: string, operator: FilterOperator): string =>
  isDateField(field) ? t(comparing[operator]) : t(operator === '!=' ? 'query.isNot' : 'query.is')

/** As it is shown: never empty. */
export function valueLabel(t: Translate, field: string, value: string | number | null): string {
  if (value === null) return '…'
  if (isDateField(field)) return formatDay(dayTime(value))
  if (value === '') return t(field === 'question' ? 'question.unnamed' : 'query.nothing', { n: 1 })
  return String(value)
}

/** In ms since 1970: noon of a day, or the time itself. */
const dayTime = (value: string | number): number =>
  typeof value === 'number' ? value : new Date(`${value}T12:00`).getTime()

/** As a date field has it, YYYY-MM-DD, here. */
export function dayOf(value: string | number | null): string {
  if (value === null || typeof value === 'string') return value ?? ''
  const time = new Date(value)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
