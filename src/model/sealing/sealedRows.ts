/** The rows of a protected project: which of their values are sealed, and for which place. */
import { isSetting } from '../rules/projects/settings.ts'
import { type AnyRow, keyOf, spec, type Table } from '../schema.ts'
import { parseHtml } from '../text/richText.ts'
import type { KeyParts } from './keys.ts'
import { openValue, sealValue } from './sealedValue.ts'

/** The columns of this row. A preference is sealed (saved queries and statements, stop words, whatever another program keeps), unless it is the system's or a setting. */
export function sealedColumns(table: Table, row: AnyRow): readonly string[] {
  const { sealed = [] } = spec(table)
  return table === 'preferences' && isClearPreference(String(row[keyOf(table)])) ? [] : sealed
}

/** A row of which only some columns are known has no others. */
const sealedColumnsIn = (table: Table, row: AnyRow): string[] =>
  sealedColumns(table, row).filter((column) => column in row)

const isClearPreference = (key: string): boolean => key.startsWith('___') || isSetting(key)

export function sealRow(parts: KeyParts, table: Table, row: AnyRow): AnyRow {
  const sealed = sealedColumnsIn(table, row).map((column) => {
    const value = String(row[column])
    return [column, sealValue(parts, placeOf(table, column, row), value, lengthOf(table, value))]
  })
  return { ...row, ...Object.fromEntries(sealed) }
}

/** null: a value does not open, or is not as long as it says. */
export function openRow(parts: KeyParts, table: Table, row: AnyRow): AnyRow | null {
  const opened = { ...row }
  for (const column of sealedColumnsIn(table, row)) {
    const found = openValue(parts, placeOf(table, column, row), String(row[column]))
    if (!found || found.length !== lengthOf(table, found.plain)) return null
    opened[column] = found.plain
  }
  return opened
}

const placeOf = (table: Table, column: string, row: AnyRow): string => `${table}.${column} ${row[keyOf(table)]}`

/** Of an answer its plain text, on which highlights lie: a room that cannot read it has to know how long it is. */
const lengthOf = (table: Table, value: string): number =>
  table === 'question_answers' ? parseHtml(value).text.length : value.length
