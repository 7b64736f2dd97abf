/** What becomes of the columns of a table, and what will come of it all. */
import type { ColumnRole, ImportedSheet } from '../../data/files/importer.ts'

export const rolesOf = ({ columns }: ImportedSheet): ColumnRole[] => columns.map(({ role }) => role)

/** One column has the titles at most: the one that had them becomes what it would have been elsewhere. */
export function withRole(
  { columns }: ImportedSheet,
  roles: readonly ColumnRole[],
  column: number,
  role: ColumnRole,
): ColumnRole[] {
  const usual = (header: string): ColumnRole =>
    header.endsWith('?') ? 'question' : header === '' ? 'none' : 'property'
  return roles.map((before, at) => {
    if (at === column) return role
    return role === 'title' && before === 'title' ? usual(columns[at]?.header ?? '') : before
  })
}

export interface TableOutcome {
  sources: number
  questions: number
  properties: number
  /** Columns with something in them that are left out for want of a name. */
  unnamed: number
  /** Columns that are properties and look like texts. */
  texts: number[]
}

export function outcomeOf({ rows, columns }: ImportedSheet, roles: readonly ColumnRole[]): TableOutcome {
  const are = (role: ColumnRole) => columns.filter((_, at) => roles[at] === role)
  const keys = are('property').map(({ header }, at) => header.toLowerCase() || at)
  return {
    sources: rows,
    questions: are('question').length,
    properties: new Set(keys).size,
    unnamed: are('none').filter(({ header, filled }) => header === '' && filled > 0).length,
    texts: columns.flatMap(({ long }, at) => (long && roles[at] === 'property' ? [at] : [])),
  }
}
