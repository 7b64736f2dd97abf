/** The rows of a protected project: which of their values are sealed, and for which place. */
import { isSetting } from '../rules/projects/settings.ts'
import { type AnyRow, keyOf, spec, type Table } from '../schema.ts'
import { parseHtml, toHtml } from '../text/richText.ts'
import type { KeyParts } from './keys.ts'
import { openValue, sealValue } from './sealedValue.ts'
import { signsFor, unreadAt } from './unread.ts'

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
    const place = placeOf(table, column, row)
    const unread = unreadAt(parts.unread, place, () => textOf(table, value))
    return [column, unread ?? sealValue(parts, place, value, textOf(table, value).length)]
  })
  return { ...row, ...Object.fromEntries(sealed) }
}

/** null: a value does not open, or is not as long as it says; a copy that goes on all the same has signs in its place. */
export function openRow(parts: KeyParts, table: Table, row: AnyRow): AnyRow | null {
  const opened = { ...row }
  for (const column of sealedColumnsIn(table, row)) {
    const [place, value] = [placeOf(table, column, row), String(row[column])]
    const found = openValue(parts, place, value)
    const isRead = found !== null && found.length === textOf(table, found.plain).length
    if (!isRead && !parts.unread) return null
    if (isRead) parts.unread?.delete(place)
    else parts.unread?.set(place, value)
    opened[column] = isRead ? found.plain : asValue(table, signsFor(value))
  }
  return opened
}

export const placeOf = (table: Table, column: string, row: AnyRow): string => `${table}.${column} ${row[keyOf(table)]}`

const asValue = (table: Table, text: string): string =>
  table === 'question_answers' ? toHtml({ text, marks: [], kinds: [], images: [] }) : text

/** Of an answer its plain text, on which highlights lie: a room that cannot read it has to know how long it is. */
const textOf = (table: Table, value: string): string => (table === 'question_answers' ? parseHtml(value).text : value)
