/**
 * Filters of a query (specification 1 §3 and §5): what each may ask for, and how they are joined.
 *
 * Promises: filters are read from the first to the last; each joins the result of all before it by its clause, And or Or (there is no
 * precedence; the clause of the first is not read). Texts are compared whole and exactly. A quirk is asked for with all that is nested under
 * it, unless it is asked for alone.
 */
import { isProblem, ok, type Problem, problem, type Result } from '../../problems.ts'

export const filterOperators = ['=', '!=', '>', '<', '>=', '<='] as const
export type FilterOperator = (typeof filterOperators)[number]
export type FilterClause = 'And' | 'Or'

/** A text that is compared whole, a day or a time, a quirk, or somebody who speaks: by it a value is edited, read and compared. */
type Asked = 'text' | 'date' | 'quirk' | 'speaker'

/**
 * What every project can be filtered by; any other field is the name of a source property. A new field is a line here, and one in each layer that
 * knows the fields: `wasm/kernels/filters` (what it means), `workers/project/queries/filterFields.ts` (what it reads, and which values there are)
 * and `src/features/query/filterWords.ts` (what it is called). The types of those ask for the line.
 */
const fields = {
  highlightAuthor: 'text',
  quirkAuthor: 'text',
  highlightDate: 'date',
  quirkDate: 'date',
  group: 'text',
  sourceName: 'text',
  question: 'text',
  /** The highlight's own. */
  quirk: 'quirk',
  /** One that the source has, in whichever of its questions. */
  sourceQuirk: 'quirk',
  /** One that the answer has. */
  answerQuirk: 'quirk',
  /** One of which another highlight shares a character with this one. */
  overlaps: 'quirk',
  /** Who says any of the passage (`speakerLabels.ts`): of several, each. */
  saidBy: 'speaker',
} as const satisfies Record<string, Asked>
export type FilterField = keyof typeof fields
type FieldThatAsks<A extends Asked> = { [F in FilterField]: (typeof fields)[F] extends A ? F : never }[FilterField]
export type QuirkField = FieldThatAsks<'quirk'>
export type SpeakerField = FieldThatAsks<'speaker'>

export const isFilterField = (field: string): field is FilterField => Object.hasOwn(fields, field)
const asks = (field: string, what: Asked): boolean => isFilterField(field) && fields[field] === what
export const isDateField = (field: string): field is FieldThatAsks<'date'> => asks(field, 'date')
export const isSpeakerField = (field: string): field is SpeakerField => asks(field, 'speaker')
export const isQuirkField = (field: string): field is QuirkField => asks(field, 'quirk')

export const filterFields = Object.keys(fields) as readonly FilterField[]
export const quirkFields = filterFields.filter(isQuirkField)

export interface Filter {
  field: string
  operator: FilterOperator
  /**
   * A text; for dates `YYYY-MM-DD`, a day where the program runs, or ms since 1970; for quirks an id, or a title: all that are called so.
   */
  value: string | number
  clause: FilterClause
  /** For quirks: without those nested under it. */
  alone?: true
}

/** With its members in one order, and none that are not its own. */
export const plainFilter = ({ field, operator, value, clause, alone }: Filter): Filter => ({
  field,
  operator,
  value,
  clause,
  ...(alone && { alone }),
})

/** The field that asks for a property of this name. Names of properties are the same whatever their case, those of fields are not. */
export const propertyField = (name: string): string =>
  isFilterField(name) ? name.charAt(0).toUpperCase() + name.slice(1) : name

/** The operators that a field may have: texts and quirks can only be the same or not. */
export const operatorsOf = (field: string): readonly FilterOperator[] =>
  isDateField(field) ? filterOperators : ['=', '!=']

/** A stretch of time, half-open, in ms since 1970. */
export interface Period {
  from: number
  to: number
}

/** The times that fulfil a filter by date: one stretch; for != the one that does not. */
export function periodOf(filter: Filter): Period | null {
  const instant = instantOf(filter.value)
  if (!instant) return null
  const ever = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  switch (filter.operator) {
    case '>':
      return { ...ever, from: instant.to }
    case '>=':
      return { ...ever, from: instant.from }
    case '<':
      return { ...ever, to: instant.from }
    case '<=':
      return { ...ever, to: instant.to }
    default:
      return instant
  }
}

/** A day, or the millisecond. */
function instantOf(value: string | number): Period | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? { from: value, to: value + 1 } : null
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (!day) return null
  const [year, month, date] = day.slice(1).map(Number) as [number, number, number]
  const from = beginOf(year, month, date)
  if (from.getMonth() !== month - 1 || from.getDate() !== date) return null
  return { from: from.getTime(), to: beginOf(year, month, date + 1).getTime() }
}

/** A year below 100 is that year, and not of the last century. */
function beginOf(year: number, month: number, date: number): Date {
  const day = new Date(2000, 0, 1)
  day.setFullYear(year, month - 1, date)
  return day
}

/** Filters as they come from outside, or what is wrong with them. */
export function readFilters(given: unknown): Result<Filter[]> {
  if (!Array.isArray(given)) return problem({ kind: 'badFilter', detail: 'a list of filters is expected' })
  const filters: Filter[] = []
  for (const one of given) {
    const read = readFilter(one)
    if (isProblem(read)) return read
    filters.push(read.ok)
  }
  return ok(filters)
}

function readFilter(given: unknown): Result<Filter> {
  const { field, operator, value, clause = 'And', alone = false } = (given ?? {}) as Record<string, unknown>
  const bad = (detail: string): Result<never> => problem<Problem>({ kind: 'badFilter', detail })
  if (typeof field !== 'string' || field === '') return bad('a filter needs a field')
  if (!operatorsOf(field).includes(operator as FilterOperator))
    return bad(`${field} takes ${operatorsOf(field).join(' ')}`)
  if (typeof value !== 'string' && typeof value !== 'number') return bad(`${field} needs a value`)
  const joint = typeof clause === 'string' ? clause.toLowerCase() : ''
  if (joint !== 'and' && joint !== 'or') return bad('a clause is And or Or')
  if (typeof alone !== 'boolean') return bad('alone is true or false')
  const filter: Filter = { field, operator: operator as FilterOperator, value, clause: joint === 'or' ? 'Or' : 'And' }
  if (isDateField(field) && !periodOf(filter)) return bad(`${field} needs a day, YYYY-MM-DD, or ms since 1970`)
  if (!isQuirkField(field)) return ok(filter)
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    return bad(`${field} needs the id or the title of a quirk`)
  return ok(alone ? { ...filter, alone } : filter)
}
