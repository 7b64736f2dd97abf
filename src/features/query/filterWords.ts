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

/** For a field whose operators are verbs: who does it, what it is to do and what not, and when it is said to be so. */
type Verb = Readonly<Record<'of' | 'does' | 'not' | 'rule', MessageKey>>

interface FieldWords {
  title: MessageKey
  /** The heading under which it is offered. */
  under: 'query.ofQuirk' | 'query.ofHighlight' | 'query.ofSource'
  /** What an empty value is called. */
  empty?: MessageKey
  verb?: Verb
}

const has = { does: 'query.has', not: 'query.hasNot' } as const

/** In the order in which they are offered. A field that asks for a quirk, and not for that of the highlight itself, has a verb. */
const words: {
  readonly [F in FilterField]: FieldWords & (F extends Exclude<QuirkField, 'quirk'> ? { verb: Verb } : object)
} = {
  quirk: { title: 'query.quirk', under: 'query.ofQuirk' },
  group: { title: 'query.group', under: 'query.ofQuirk' },
  quirkAuthor: { title: 'query.quirkAuthor', under: 'query.ofQuirk' },
  quirkDate: { title: 'query.quirkDate', under: 'query.ofQuirk' },
  overlaps: {
    title: 'query.overlaps',
    under: 'query.ofHighlight',
    verb: {
      of: 'query.ofOverlap',
      does: 'query.doesOverlap',
      not: 'query.doesNotOverlap',
      rule: 'query.ruleOverlaps',
    },
  },
  saidBy: { title: 'query.saidBy', under: 'query.ofHighlight' },
  highlightAuthor: { title: 'query.highlightAuthor', under: 'query.ofHighlight' },
  highlightDate: { title: 'query.highlightDate', under: 'query.ofHighlight' },
  sourceQuirk: {
    title: 'query.sourceQuirk',
    under: 'query.ofSource',
    verb: { of: 'query.itsSource', ...has, rule: 'query.ruleSource' },
  },
  answerQuirk: {
    title: 'query.answerQuirk',
    under: 'query.ofSource',
    verb: { of: 'query.itsAnswer', ...has, rule: 'query.ruleAnswer' },
  },
  sourceName: { title: 'query.sourceName', under: 'query.ofSource' },
  question: { title: 'query.question', under: 'query.ofSource', empty: 'question.untitled' },
}
const wordsOf = (field: string): FieldWords | undefined => (isFilterField(field) ? words[field] : undefined)

/** By what they ask for. */
export const fieldsOf = Map.groupBy(Object.keys(words) as FilterField[], (field) => words[field].under)

/** `properties`: the names of those there are. */
export function fieldLabel(t: Translate, field: string, properties: readonly string[]): string {
  const known = wordsOf(field)
  return known ? t(known.title) : (properties.find((key) => propertyField(key) === field) ?? field)
}

const comparing: Readonly<Record<FilterOperator, MessageKey>> = {
  '=': 'query.on',
  '!=': 'query.notOn',
  '>': 'query.after',
  '<': 'query.before',
  '>=': 'query.from',
  '<=': 'query.until',
}

/** What the operator is said of. */
export function subjectLabel(t: Translate, field: string, properties: readonly string[]): string {
  const verb = wordsOf(field)?.verb
  return verb ? t(verb.of) : fieldLabel(t, field, properties)
}

export function operatorLabel(t: Translate, field: string, operator: FilterOperator): string {
  if (isDateField(field)) return t(comparing[operator])
  const verb = wordsOf(field)?.verb
  if (operator === '!=') return t(verb?.not ?? 'query.isNot')
  return t(verb?.does ?? 'query.is')
}

/** What must be known to understand the fields. */
export const rulesOf = (fields: readonly string[]): MessageKey[] => [
  ...new Set(fields.flatMap((field) => wordsOf(field)?.verb?.rule ?? [])),
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
  if (value === '') return t(wordsOf(field)?.empty ?? 'query.nothing', { n: 1 })
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
