/** Which values of a protected project are sealed. */
import { isSetting } from '../rules/projects/settings.ts'
import { type AnyRow, keyOf, spec, type Table } from '../schema.ts'

/** The columns of this row. A preference is sealed (saved queries and statements, stop words, whatever another program keeps), unless it is the system's or a setting. */
export function sealedColumns(table: Table, row: AnyRow): readonly string[] {
  const { sealed = [] } = spec(table)
  return table === 'preferences' && isClearPreference(String(row[keyOf(table)])) ? [] : sealed
}

const isClearPreference = (key: string): boolean => key.startsWith('___') || isSetting(key)
