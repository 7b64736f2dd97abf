/** All rows of a project in memory, as `src/model/projectRows.ts` has them. */
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { type AnyRow, columnsOf, keyOf, tables } from '../../src/model/schema.ts'
import type { Db } from './db.ts'

/** In the order of their keys, with the columns of the schema alone. */
export function projectRows(db: Db): Required<ProjectRows> {
  const rows = tables.map((table) => {
    const columns = columnsOf(table).map((column) => `"${column}"`)
    return [table, db.all<AnyRow>(`SELECT ${columns.join(', ')} FROM "${table}" ORDER BY "${keyOf(table)}"`)]
  })
  return Object.fromEntries(rows) as Required<ProjectRows>
}

/** How many there are in all. */
export const countRows = (db: Db): number =>
  tables.reduce((sum, table) => sum + (db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM "${table}"`)?.n ?? 0), 0)
