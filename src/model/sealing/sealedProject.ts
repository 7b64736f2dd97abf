/** A plain project as the rows of a protected one, so that no server ever has its words. */
import { canonicalValue } from '../canonicalValue.ts'
import type { LooseRows } from '../projectRows.ts'
import { type AnyRow, columnsOf, systemPreferences, type Table, tables } from '../schema.ts'
import type { KeyParts } from './keys.ts'
import { sealRow } from './sealedRows.ts'
import { protectionRows } from './wraps.ts'

const system: ReadonlySet<string | number | undefined> = new Set(systemPreferences)

/**
 * One row after the other, with what says that they are sealed; `hash`: of `wrapKey`. Texts come into canonical form first: afterwards nobody can
 * bring them into it.
 */
export function* sealedProject(parts: KeyParts, hash: string, rows: LooseRows): Generator<[Table, AnyRow]> {
  for (const table of tables)
    for (const row of rows[table] ?? []) {
      if (table === 'preferences' && system.has(row.key)) continue
      const canonical = columnsOf(table).map((column) => [column, canonicalValue(table, column, row[column])])
      yield [table, sealRow(parts, table, Object.fromEntries(canonical))]
    }
  for (const row of protectionRows(hash)) yield ['preferences', row]
}
