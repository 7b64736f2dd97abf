/** What will come of a table with these roles of its columns. */
import type { ColumnRole, ImportedSheet } from '../../data/files/importer.ts'

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
    sources: roles.every((role) => role === 'none') ? 0 : rows,
    questions: are('question').length,
    properties: new Set(keys).size,
    unnamed: are('none').filter(({ header, filled }) => header === '' && filled > 0).length,
    texts: columns.flatMap(({ long }, at) => (long && roles[at] === 'property' ? [at] : [])),
  }
}
