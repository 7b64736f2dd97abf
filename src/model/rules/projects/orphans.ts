/** Rows of a project that hang on one that is not there. */
import { rowCount } from '../../projectRows.ts'
import { type AnyRow, type Key, keyOf, none, spec, type Table, tables } from '../../schema.ts'

export const keysOf = (table: Table, rows: readonly AnyRow[]): ReadonlySet<Key | undefined> =>
  new Set(rows.map((row) => row[keyOf(table)]))

/** They go until none is left: what hung on one that goes goes too. */
export function leaveOutOrphans(rows: Partial<Record<Table, AnyRow[]>>): void {
  let before: number
  do {
    before = rowCount(rows)
    for (const table of tables)
      for (const [column, parent] of Object.entries(spec(table).parents ?? {})) {
        const there = keysOf(parent as Table, rows[parent as Table] ?? [])
        rows[table] = (rows[table] ?? []).filter((row) => row[column] === none || there.has(row[column]))
      }
  } while (rowCount(rows) < before)
}
