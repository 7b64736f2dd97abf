/**
 * Answers: what a query asks for, and whether what comes from outside is such a thing.
 *
 * Promises: a highlight passes where it passes the filters (`filters.ts`) and, with a text, shares a character with a place of it, in any
 * case and script; an answer where one of its highlights does, or by its source and question alone and, with a text, one of its places.
 * What of such an answer no passing highlight covers (the places of the text; without one the answer) belongs to no quirk: the special one
 * of `filteredAnswersQuirkId` shows it.
 */
import { isProblem, ok, problem, type Result } from '../../problems.ts'
import { type Filter, readFilters } from './filters.ts'

export interface Criteria {
  filters: Filter[]
  /** Any part of a word or a phrase; empty: whatever it says. */
  text: string
}

export const noCriteria: Criteria = { filters: [], text: '' }

/** Whether everything passes. */
export const asksNothing = ({ filters, text }: Criteria): boolean => filters.length === 0 && text === ''

export const longestSought = 1000

/** Criteria as they come from outside, or what is wrong with them. */
export function readCriteria(given: unknown): Result<Criteria> {
  const { filters = [], text = '' } = (given ?? {}) as Record<string, unknown>
  const read = readFilters(filters)
  if (isProblem(read)) return read
  if (typeof text !== 'string' || text.length > longestSought)
    return problem({ kind: 'badFilter', detail: `a text of at most ${longestSought} characters is expected` })
  return ok({ filters: read.ok, text: text.toWellFormed() })
}
