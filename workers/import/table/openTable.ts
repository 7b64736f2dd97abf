/**
 * Opens a table that a person gives: `.xlsx`, `.xlsm`, `.ods`, `.xls`, `.csv`, `.tsv`. Its cells are texts as people read them, its columns have the roles
 * that specification 2 §5 gives them until the person says otherwise; but long texts that mostly differ are proposed as answers, whatever their header.
 *
 * Files are hostile until read: whatever the bytes are, this answers in bounded time and memory, with a problem that names the file.
 */
import { type EndOf, endIn, largestFile } from '../../../src/model/importedKinds.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import type { ImportedSheet, ImportedTable, ImportNote, TableColumn } from '../imported.ts'
import type { ImportFile, Report } from '../readSources.ts'
import { headOf } from './head.ts'
import { fillDown } from './merges.ts'
import { knownSheets, ownColumn } from './ownWorkbook.ts'
import type { ReadTable, Sheet, SheetRow } from './sheet.ts'

export interface Table {
  /** The file's name. */
  name: string
  /** All rows of each sheet, those with the names of its columns included; as `shown.sheets`. */
  sheets: readonly Sheet[]
  shown: ImportedTable
}

/** A sheet whose columns have names. */
export interface HeadedSheet {
  /** What is data. */
  rows: readonly SheetRow[]
  shown: ImportedSheet
}

/** By the end of the file's name; each reader is loaded when first wanted. */
const readers: Readonly<Record<EndOf<'table'>, () => Promise<ReadTable>>> = {
  xlsx: async () => (await import('./xlsx/readXlsx.ts')).readXlsx,
  xlsm: async () => (await import('./xlsx/readXlsx.ts')).readXlsx,
  ods: async () => (await import('./readOds.ts')).readOds,
  xls: async () => (await import('./readXls.ts')).readXls,
  csv: async () => (await import('./readCsv.ts')).readCsv,
  tsv: async () => (await import('./readCsv.ts')).readCsv,
}

export async function openTable(file: ImportFile, report: Report = () => {}): Promise<Result<Table>> {
  const name = file.name.slice(Math.max(file.name.lastIndexOf('/'), file.name.lastIndexOf('\\')) + 1)
  const end = endIn(name, 'table')
  if (!end) return problem({ kind: 'fileTypeNotSupported', name })
  const most = largestFile.table
  if (file.bytes.length > most) return problem({ kind: 'fileTooLarge', name, most })
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  if (file.bytes.length === 0) return failed('the file is empty')
  const really = reallyOf(end, file.bytes)
  if (!really)
    return failed(end === 'xls' ? 'it is not an Excel workbook' : 'it is password-protected, or in the old .xls format')
  const read = await (await readers[really]())({ ...file, name }, report)
  if ('problem' in read) return read
  const sheets = knownSheets(
    read.ok.filter(({ rows }) => rows.length > 0).map((sheet) => withMerged(sheet, name)),
    name,
  )
  if (sheets.length === 0) return failed('it has no rows')
  const hidden = sheets.filter((sheet) => sheet.hidden)
  const notes = hidden.length > 0 ? [{ kind: 'hiddenSheets' as const, file: name, names: list(hidden) }] : []
  report(1)
  return { ok: { name, sheets, shown: { sheets: sheets.map((sheet) => headed(sheet, name).shown), notes } } }
}

function withMerged(sheet: Sheet, file: string): Sheet {
  const count = fillDown(sheet.rows, sheet.merges ?? [])
  return count > 0 ? { ...sheet, notes: [...sheet.notes, { kind: 'mergedCells', file, count }] } : sheet
}

/** `headerRow`: the number of the row that has the names of the columns, where the person says so. */
export function headedSheet(table: Table, sheet: number, headerRow?: number): HeadedSheet | null {
  const found = table.sheets[sheet]
  const shown = table.shown.sheets[sheet]
  if (!found || !shown) return null
  return headerRow === undefined
    ? { rows: found.rows.slice(shown.head.data), shown }
    : headed(found, table.name, headerRow)
}

/** What stands in a column of a sheet, a line each row. */
export const columnLines = (table: Table, sheet: number, column: number, headerRow?: number): string =>
  (headedSheet(table, sheet, headerRow)?.rows ?? [])
    .map(({ cells }) => (cells[column] ?? '').replace(/\s+/g, ' '))
    .join('\n')

const list = (sheets: readonly Sheet[]): string => sheets.map(({ name }) => name).join(', ')

/** The first bytes of an OLE container. */
const container = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** What the bytes are: programs write tables of texts, and new workbooks, under `.xls`. null: no table. */
function reallyOf(end: EndOf<'table'>, bytes: Uint8Array): EndOf<'table'> | null {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3
  const isOld = container.every((byte, at) => bytes[at] === byte)
  if (isZip) return end === 'ods' ? 'ods' : 'xlsx'
  if (isOld) return end === 'xls' ? 'xls' : null
  if (end !== 'xls') return end
  // Workbooks before 1997 are no containers.
  if (bytes[0] === 9 && (bytes[1] ?? 9) <= 8) return 'xls'
  return isMarkup(bytes) ? null : 'csv'
}

const isMarkup = (bytes: Uint8Array): boolean =>
  new TextDecoder('latin1')
    .decode(bytes.subarray(0, 1024))
    .replace(/^[^\w<]*/, '')
    .startsWith('<')

/** Rows that are shown for one of them to be chosen. */
const rowsToChoose = 10
const rowSample = 80

function headed({ name, hidden, own, rows, merges = [], notes }: Sheet, file: string, headerRow?: number): HeadedSheet {
  // Of what Thicket wrote it is known.
  const head = headOf(rows, own ? [] : merges, own ? rows[0]?.at : headerRow)
  const data = rows.slice(head.data)
  const width = data.reduce((most, { cells }) => Math.max(most, cells.length), head.names.length)
  const columns = Array.from({ length: width }, (_, column) =>
    shownColumn(head.names[column] ?? '', column, data, head.titles, own),
  )
  const passed = head.data - head.rows.length
  const isElsewhere = passed > 0 || head.rows.length > 1
  const note: ImportNote = { kind: 'headFound', file, rows: head.rows.join(' + '), count: passed }
  const shown: ImportedSheet = {
    ...{ name, hidden, ...(own && { isOwn: true }), rows: data.length, columns },
    head: { rows: head.rows, data: head.data },
    firstRows: rows.slice(0, rowsToChoose).map(({ at, cells }) => ({ at, text: sampleOf(cells) })),
    notes: isElsewhere ? [note, ...notes] : notes,
  }
  return { rows: data, shown }
}

const sampleOf = (cells: readonly string[]): string =>
  cells
    .slice(0, rowSample)
    .map((cell) => cell.slice(0, rowSample).trim())
    .filter((cell) => cell !== '')
    .join(' · ')
    .slice(0, rowSample)
    .toWellFormed()

const samplesOfColumn = 3
const sampleLength = 120
/** Units of a cell, on average: from here on it is something that somebody has written. */
const longOnAverage = 50
/** Long texts of which more than so large a part differ are what people have said, not a choice among a few sentences. */
const mostlyDifferent = 0.7

function shownColumn(
  header: string,
  column: number,
  rows: readonly SheetRow[],
  titles: number,
  own: Sheet['own'],
): TableColumn {
  const samples: string[] = []
  let filled = 0
  let length = 0
  const different = new Set<string>()
  let multiple = false
  for (const { cells } of rows) {
    const cell = cells[column] ?? ''
    if (cell.trim() === '') continue
    filled += 1
    length += cell.length
    if (length > filled * longOnAverage) different.add(cell)
    multiple ||= cell.includes(',')
    if (samples.length < samplesOfColumn) samples.push(cell.slice(0, sampleLength).toWellFormed())
  }
  const title = header.trim()
  const long = length > filled * longOnAverage
  const role = column === titles ? 'title' : roleOf(title)
  const isTold = long && filled > 1 && different.size > filled * mostlyDifferent
  return {
    header: title,
    role: role === 'property' && isTold ? 'question' : role,
    multiple,
    long,
    filled,
    samples,
    ...(own && { ...ownColumn(own, title, column), long: false }),
  }
}

/** Specification 2 §5, by the header alone. A column without a name cannot be a property. */
function roleOf(header: string): TableColumn['role'] {
  if (header.endsWith('?')) return 'question'
  return header === '' ? 'none' : 'property'
}
