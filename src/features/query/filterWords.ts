/** What filters are called: their fields, operators and values. */
import { formatDay } from '../../i18n/formats.ts'
import type { MessageKey, Translate } from '../../i18n/i18n.ts'
import {
  type FilterField,
  type FilterOperator,
  isDateField,
  isFilterField,
  isQuirkField,
  propertyField,
  type QuirkField,
} from '../../model/rules/analysis/filters.ts'
import type { ReadFilterDraft } from '../../state/queryDraft.ts'

const fields: Readonly<Record<FilterField, MessageKey>> = {
  highlightAuthor: 'query.highlightAuthor',
  highlightDate: 'query.highlightDate',
  quirkAuthor: 'query.quirkAuthor',
  quirkDate: 'query.quirkDate',
  group: 'query.group',
  sourceName: 'query.sourceName',
  question: 'query.question',
  quirk: 'query.quirk',
  sourceQuirk: 'query.sourceQuirk',
  answerQuirk: 'query.answerQuirk',
  overlaps: 'query.overlaps',
}

/** By what they ask for. */
export const fieldsOf = {
  'query.ofQuirk': ['quirk', 'group', 'quirkAuthor', 'quirkDate'],
  'query.ofHighlight': ['overlaps', 'highlightAuthor', 'highlightDate'],
  'query.ofSource': ['sourceQuirk', 'answerQuirk', 'sourceName', 'question'],
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

/** Fields whose operators are verbs: who does it, what it is to do and what not, and when it is said to be so. */
const verbs: Readonly<
  Record<Exclude<QuirkField, 'quirk'>, Readonly<Record<'of' | 'does' | 'not' | 'rule', MessageKey>>>
> = {
  sourceQuirk: { of: 'query.itsSource', does: 'query.has', not: 'query.hasNot', rule: 'query.ruleSource' },
  answerQuirk: { of: 'query.itsAnswer', does: 'query.has', not: 'query.hasNot', rule: 'query.ruleAnswer' },
  overlaps: {
    of: 'query.ofOverlap',
    does: 'query.doesOverlap',
    not: 'query.doesNotOverlap',
    rule: 'query.ruleOverlaps',
  },
}
const verbOf = (field: string) => (isQuirkField(field) && field !== 'quirk' ? verbs[field] : null)

/** What the operator is said of. */
export function subjectLabel(t: Translate, field: string, properties: readonly string[]): string {
  const verb = verbOf(field)
  return verb ? t(verb.of) : fieldLabel(t, field, properties)
}

export function operatorLabel(t: Translate, field: string, operator: FilterOperator): string {
  if (isDateField(field)) return t(comparing[operator])
  const verb = verbOf(field)
  if (operator === '!=') return t(verb?.not ?? 'query.isNot')
  return t(verb?.does ?? 'query.is')
}

/** What must be known to understand the fields. */
export const rulesOf = (fields: readonly string[]): MessageKey[] => [
  ...new Set(fields.flatMap((field) => verbOf(field)?.rule ?? [])),
]

/** A quirk as filters show it. */
export interface FilterQuirk {
  /** Never empty. */
  title: string
  /** `#rrggbb`. */
  colour: string
  /** Others are nested in it. */
  holdsOthers: boolean
}
/** By id; undefined while unknown. */
export type FilterQuirks = ReadonlyMap<number, FilterQuirk> | undefined

/** As it is shown: never empty. */
export function valueLabel(
  t: Translate,
  { field, value }: Pick<ReadFilterDraft, 'field' | 'value'>,
  quirks: FilterQuirks,
): string {
  if (value === null) return '…'
  if (isDateField(field)) return formatDay(dayTime(value))
  if (isQuirkField(field)) {
    const known = typeof value === 'number' ? quirks?.get(value)?.title : value
    return known ?? (quirks ? t('query.goneQuirk') : '…')
  }
  if (value === '') return t(field === 'question' ? 'question.untitled' : 'query.nothing', { n: 1 })
  return String(value)
}

/** The same as a sentence has it: of a quirk also whether what is nested in it counts. */
export function askedLabel(t: Translate, filter: ReadFilterDraft, quirks: FilterQuirks): string {
  const { field, value, alone } = filter
  const title = valueLabel(t, filter, quirks)
  if (!isQuirkField(field)) return title
  if (alone) return t('query.aloneOne', { title })
  const isNested = typeof value === 'number' && quirks?.get(value)?.holdsOthers === true
  return isNested ? t('query.nestedOne', { title }) : title
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
