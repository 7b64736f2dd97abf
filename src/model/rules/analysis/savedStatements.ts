/**
 * Statements of the SQL console as a project keeps them, each a preference of its own, as saved queries are.
 *
 * Promises: what is read has a title and some words, whatever a file from outside holds; what has not is left out.
 */
import { statements as limits } from '../../limits.ts'
import type { Problem } from '../../problems.ts'
import type { Preference } from '../../schema.ts'

export interface SavedStatement {
  id: number
  title: string
  sql: string
}

const prefix = 'statement:'
/** Whether a preference of this key is one. */
export const isStatement = (key: string): boolean => key.startsWith(prefix)
export const statementKey = (statementId: number): string => `${prefix}${statementId}`

/** By title, as a machine compares them. */
export function readStatements(preferences: Iterable<Preference>): SavedStatement[] {
  const statements = [...preferences].flatMap((row) => readStatement(row) ?? [])
  return statements.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id))
}

export function readStatement({ key, value }: Preference): SavedStatement | null {
  if (!key.startsWith(prefix)) return null
  const id = Number(key.slice(prefix.length))
  if (!Number.isSafeInteger(id) || statementKey(id) !== key) return null
  const { title, sql } = parsed(value)
  if (typeof title !== 'string' || typeof sql !== 'string' || sql.length > limits.longest) return null
  return title.trim() === '' ? null : { id, title, sql }
}

function parsed(value: string): Record<string, unknown> {
  try {
    return (JSON.parse(value) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

export const writtenStatement = ({ title, sql }: Omit<SavedStatement, 'id'>): string => JSON.stringify({ title, sql })

/** Why it cannot be saved; null: it can. `others`: those there are, without itself. */
export function statementProblem(
  { title, sql }: Omit<SavedStatement, 'id'>,
  others: Iterable<Pick<SavedStatement, 'title'>>,
): Problem | null {
  if (title.trim() === '') return { kind: 'statementTitleRequired' }
  if (title.length > limits.longestTitle) return { kind: 'tooLong', most: limits.longestTitle }
  if (sql.length > limits.longest) return { kind: 'tooLong', most: limits.longest }
  for (const other of others) if (other.title === title.trim()) return { kind: 'statementExists', name: title.trim() }
  return null
}
