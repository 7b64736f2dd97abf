import type { ProjectRows } from '../../../projectRows.ts'
import { type AnyRow, columnsOf, keyOf, type Table, tables } from '../../../schema.ts'

/** The same rows in whatever order: there is nothing that one of them could give the other. */
export function areEqual(base: ProjectRows, other: ProjectRows): boolean {
  return tables.filter((table) => table !== 'preferences').every((table) => haveSame(table, base, other))
}

function haveSame(table: Table, base: ProjectRows, other: ProjectRows): boolean {
  const [mine, theirs] = [(base[table] ?? []) as readonly AnyRow[], (other[table] ?? []) as readonly AnyRow[]]
  if (mine.length !== theirs.length) return false
  const byKey = new Map(mine.map((row) => [row[keyOf(table)], row]))
  return theirs.every((row) => {
    const found = byKey.get(row[keyOf(table)])
    return found !== undefined && columnsOf(table).every((column) => found[column] === row[column])
  })
}
