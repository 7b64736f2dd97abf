/**
 * Reads an Excel workbook of 2007 or later (ECMA-376). Our own reader, as the libraries for it lay out every cell up to the farthest: one
 * cell at XFD1048576 ends them. Formatting, charts, macros and links are not looked at; of a formula the value counts that the file holds.
 */
import { problem, type Result } from '../../../../src/model/problems.ts'
import type { ImportNote } from '../../imported.ts'
import type { ImportFile, Report } from '../../readSources.ts'
import { openZip, type Refused, type Zip } from '../../zip/readZip.ts'
import type { NumberKind } from '../cellText.ts'
import { mostCells, type Sheet } from '../sheet.ts'
import { type ReadSheet, readSheet, type Shared } from './readSheet.ts'
import { readSharedStrings } from './sharedStrings.ts'
import { readStyles } from './styles.ts'
import { readRelationships, readWorkbook, relationshipsOf } from './workbookParts.ts'

const megabyte = 1024 * 1024
const budget = { entries: 20_000, total: 768 * megabyte, entry: () => 512 * megabyte }

export async function readXlsx({ name, bytes }: ImportFile, report: Report): Promise<Result<Sheet[]>> {
  const zip = openZip(bytes, budget, 'an Excel workbook')
  const read = 'read' in zip ? readSheets(zip, name, report) : zip
  if (Array.isArray(read)) return { ok: read }
  return 'fault' in read
    ? problem({ kind: 'conversionFailed', name, detail: read.fault })
    : problem({ kind: 'fileTooLarge', name, ...read.tooLarge })
}

function readSheets(zip: Zip, file: string, report: Report): Sheet[] | Refused {
  const main = findWorkbook(zip)
  if (typeof main !== 'string') return main
  const workbook = parsed(zip, main, readWorkbook)
  if (isRefused(workbook)) return workbook
  const related = parsed(zip, relationshipsOf(main), (part) => readRelationships(part, main))
  if (isRefused(related)) return related
  const target = (type: string) => [...related.values()].find((one) => one.type === type)?.target
  // Sheets of a program that writes no table of texts, or no styles, have none.
  const strings = optional(zip, target('sharedStrings'), (part) =>
    readSharedStrings(part, (done) => report(0.3 * done)),
  )
  if (isRefused(strings)) return strings
  const kinds = optional<NumberKind>(zip, target('styles'), readStyles)
  if (isRefused(kinds)) return kinds
  const shared: Shared = { strings, kinds, from1904: workbook.from1904, left: mostCells }

  const listed = workbook.sheets.filter(({ id }) => related.get(id)?.type === 'worksheet')
  const sheets: Sheet[] = []
  for (const [at, { id, name, hidden }] of listed.entries()) {
    const tell = (part: number) => report(0.3 + (0.7 * (at + part)) / listed.length)
    const sheet = parsed(zip, related.get(id)?.target ?? '', (part) => readSheet(part, shared, tell))
    if (isRefused(sheet)) return sheet
    sheets.push({ name, hidden, rows: sheet.rows, merges: sheet.merges, notes: notesOf(sheet, file) })
  }
  return sheets
}

/** Where the archive says it is, or where every program puts it. */
function findWorkbook(zip: Zip): string | Refused {
  const usual = 'xl/workbook.xml'
  const related = zip.names.includes('_rels/.rels')
    ? parsed(zip, '_rels/.rels', (part) => readRelationships(part, ''))
    : new Map<string, never>()
  if (isRefused(related)) return related
  const found = [...related.values()].find(({ type }) => type === 'officeDocument')?.target ?? usual
  if (zip.names.includes(found) && !/\.(bin|xml\.rels)$/.test(found) && !/^(word|ppt)\//.test(found)) return found
  return { fault: found.endsWith('.bin') ? 'it is an .xlsb workbook' : 'it is not an Excel workbook' }
}

function parsed<T extends object>(zip: Zip, part: string, parse: (bytes: Uint8Array) => T | string): T | Refused {
  const entry = zip.read(part)
  if (entry === null) return { fault: `its part ${part} is missing` }
  if (!('bytes' in entry)) return entry
  const read = parse(entry.bytes)
  return typeof read === 'string' ? { fault: read } : read
}

const optional = <T>(zip: Zip, part: string | undefined, parse: (bytes: Uint8Array) => T[] | string): T[] | Refused =>
  part === undefined || !zip.names.includes(part) ? [] : parsed(zip, part, parse)

const isRefused = (read: object): read is Refused => 'fault' in read || 'tooLarge' in read

function notesOf(sheet: ReadSheet, file: string): ImportNote[] {
  const notes: ImportNote[] = []
  if (sheet.hiddenRows > 0) notes.push({ kind: 'hiddenRows', file, count: sheet.hiddenRows })
  if (sheet.errors > 0) notes.push({ kind: 'cellErrors', file, count: sheet.errors })
  if (sheet.unknown > 0) notes.push({ kind: 'formulasUnknown', file, count: sheet.unknown })
  if (sheet.beyond > 0) notes.push({ kind: 'cellsBeyond', file, count: sheet.beyond })
  return notes
}
