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
    const cell = openCell(parts, table, placeOf(table, column, row), String(row[column]))
    if (!cell) return null
    opened[column] = cell.value
  }
  return opened
}

/** The HTML of an answer, and the plain text that it shows. `read`: as `parseHtml`. null: as of `openRow`. */
export const openAnswer = (parts: KeyParts, row: AnyRow, read = parseHtml): { value: string; text: string } | null =>
  openCell(parts, 'question_answers', placeOf('question_answers', 'answer', row), String(row.answer), read)

function openCell(
  parts: KeyParts,
  table: Table,
  place: string,
  sealed: string,
  read = parseHtml,
): { value: string; text: string } | null {
  const found = openValue(parts, place, sealed)
  const text = found && textOf(table, found.plain, read)
  if (found && text?.length === found.length) {
    parts.unread?.delete(place)
    return { value: found.plain, text: text as string }
  }
  if (!parts.unread) return null
  parts.unread.set(place, sealed)
  const signs = signsFor(sealed)
  return { value: asValue(table, signs), text: signs }
}

export const placeOf = (table: Table, column: string, row: AnyRow): string => `${table}.${column} ${row[keyOf(table)]}`

const asValue = (table: Table, text: string): string =>
  table === 'question_answers' ? toHtml({ text, marks: [], kinds: [], images: [] }) : text

/** Of an answer its plain text, on which highlights lie: a room that cannot read it has to know how long it is. */
const textOf = (table: Table, value: string, read = parseHtml): string =>
  table === 'question_answers' ? read(value).text : value
