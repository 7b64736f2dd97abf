/** A query as it is put together: filters may lack their value still. What is asked is `criteriaOf` it. */
import type { Criteria } from '../model/rules/analysis/criteria.ts'
import {
  type Filter,
  type FilterClause,
  type FilterOperator,
  operatorsOf,
  plainFilter,
  type QuirkField,
} from '../model/rules/analysis/filters.ts'
import type { Query } from '../model/rules/analysis/savedQueries.ts'
import { none } from '../model/schema.ts'

export interface FilterDraft {
  /** Within its query. */
  id: number
  field: string
  operator: FilterOperator
  /** null: not chosen yet. */
  value: string | number | null
  clause: FilterClause
  alone?: true
}

export interface QueryDraft {
  /** Of the saved query that it was opened from or saved as; -1: none. */
  id: number
  title: string
  textSearch: string
  filters: FilterDraft[]
  /** Whose passages the list shows; -1: all, `filteredAnswersQuirkId`: what belongs to no quirk. */
  selectedQuirkId: number
}

export const newQuery = (): QueryDraft => ({ id: none, title: '', textSearch: '', filters: [], selectedQuirkId: none })

type Read<T> = T extends (infer E)[]
  ? readonly Read<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Read<T[K]> }
    : T
export type ReadDraft = Read<QueryDraft>
export type ReadFilterDraft = Read<FilterDraft>

export const isWhole = (draft: ReadFilterDraft): draft is ReadFilterDraft & { value: string | number } =>
  draft.value !== null

/** Those that have a value, in their order. */
export const filtersOf = (drafts: readonly ReadFilterDraft[]): Filter[] => drafts.filter(isWhole).map(plainFilter)

/** Nothing but blanks is no text. */
export const criteriaOf = ({ filters, textSearch }: Pick<ReadDraft, 'filters' | 'textSearch'>): Criteria => ({
  filters: filtersOf(filters),
  text: textSearch.trim() === '' ? '' : textSearch,
})

export const draftOf = ({ filters, ...query }: Query): QueryDraft => ({
  ...query,
  filters: filters.map((filter, n) => ({ id: n + 1, ...filter })),
})

/** Whether a draft says otherwise than the query that it came from. */
export function differs(draft: ReadDraft, saved: Query): boolean {
  const said = ({ textSearch, filters, selectedQuirkId }: Query) =>
    JSON.stringify([textSearch, filters, selectedQuirkId])
  const { id, title, textSearch, selectedQuirkId, filters } = draft
  return said({ id, title, textSearch, selectedQuirkId, filters: filtersOf(filters) }) !== said(asWritten(saved))
}

/** Its members in one order. */
const asWritten = ({ filters, ...query }: Query): Query => ({ ...query, filters: filters.map(plainFilter) })

export function addFilter(query: QueryDraft, field: string): number {
  const id = 1 + Math.max(0, ...query.filters.map((filter) => filter.id))
  query.filters.push({ id, field, operator: '=', value: null, clause: 'And' })
  return id
}

/** Another field compares other values, and not all operators are its. */
export function setField(filter: FilterDraft, field: string): void {
  if (filter.field === field) return
  filter.field = field
  filter.value = null
  delete filter.alone
  if (!operatorsOf(field).includes(filter.operator)) filter.operator = '='
}

/** The same quirk, asked for in another way. */
export function askInstead(filter: FilterDraft, field: QuirkField): void {
  filter.field = field
}

export function removeFilter(query: QueryDraft, id: number): void {
  query.filters = query.filters.filter((filter) => filter.id !== id)
}

/** To another place in the order, as far as there is one. And and Or stay where they are: two that change places are joined as before. */
export function moveFilter(query: QueryDraft, id: number, to: number): void {
  const from = query.filters.findIndex((filter) => filter.id === id)
  const moved = query.filters[from]
  if (!moved || to < 0 || to >= query.filters.length) return
  const others = query.filters.filter((filter) => filter !== moved)
  const clauses = query.filters.map(({ clause }) => clause)
  const ordered = [...others.slice(0, to), moved, ...others.slice(to)]
  query.filters = ordered.map((filter, at) => ({ ...filter, clause: clauses[at] ?? filter.clause }))
}
