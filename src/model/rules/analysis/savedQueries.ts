/**
 * Queries as a project keeps them (1 §3), each a preference of its own, so that two people who save at the same time both have theirs.
 *
 * Promises: what is read is a query with filters that can be asked, whatever a file from outside holds; what is none is left out.
 */
import { longestTitle } from '../../limits.ts'
import { isProblem, type Problem } from '../../problems.ts'
import { none, type Preference } from '../../schema.ts'
import { readCriteria } from './criteria.ts'
import type { Filter } from './filters.ts'

export interface Query {
  id: number
  title: string
  /** Empty: whatever the texts say. */
  textSearch: string
  filters: Filter[]
  /** Whose passages it shows; -1: all, `filteredAnswersQuirkId`: what belongs to no quirk. */
  selectedQuirkId: number
}

const prefix = 'query:'
/** Whether a preference of this key is one. */
export const isQuery = (key: string): boolean => key.startsWith(prefix)
export const queryKey = (queryId: number): string => `${prefix}${queryId}`
export const mostFilters = 100

/** By title, as a machine compares them. */
export function readQueries(preferences: Iterable<Preference>): Query[] {
  const queries = [...preferences].flatMap((row) => readQuery(row) ?? [])
  return queries.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id))
}

export function readQuery({ key, value }: Preference): Query | null {
  if (!key.startsWith(prefix)) return null
  const id = Number(key.slice(prefix.length))
  if (!Number.isSafeInteger(id) || queryKey(id) !== key) return null
  const { title, textSearch, filters, selectedQuirkId } = parsed(value)
  if (typeof title !== 'string' || title.trim() === '') return null
  const criteria = readCriteria({ filters, text: textSearch })
  if (isProblem(criteria) || criteria.ok.filters.length > mostFilters) return null
  const selected = Number.isSafeInteger(selectedQuirkId) ? Number(selectedQuirkId) : none
  return { id, title, textSearch: criteria.ok.text, filters: criteria.ok.filters, selectedQuirkId: selected }
}

function parsed(value: string): Record<string, unknown> {
  try {
    return (JSON.parse(value) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

export const writtenQuery = ({ title, textSearch, filters, selectedQuirkId }: Omit<Query, 'id'>): string =>
  JSON.stringify({ title, textSearch, filters, selectedQuirkId })

/** Why a query cannot have this title; null: it can. `others`: the queries there are, without itself. */
export function queryTitleProblem(title: string, others: Iterable<Pick<Query, 'title'>>): Problem | null {
  if (title.trim() === '') return { kind: 'queryTitleRequired' }
  if (title.length > longestTitle) return { kind: 'tooLong', most: longestTitle }
  for (const other of others) if (other.title === title.trim()) return { kind: 'queryExists', name: title.trim() }
  return null
}
