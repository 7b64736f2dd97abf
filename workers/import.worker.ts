/** The worker that reads files. Whoever wants to cancel ends the worker: a parser cannot be stopped halfway. */
import { expose } from 'comlink'
import type { OcrLanguage } from '../src/model/ocrLanguages.ts'
import { isProblem, problem, type Result } from '../src/model/problems.ts'
import type { Imported, ImportedProject, ImportedSheet, ImportedTable, TableChoice } from './import/imported.ts'
import { browserHost } from './import/ocr/browserOcrHost.ts'
import { readScan } from './import/ocr/readScan.ts'
import { type ImportFile, type Report, readSources } from './import/readSources.ts'
import { readProject } from './import/refi/readProject.ts'
import { columnLines, headedSheet, openTable, type Table } from './import/table/openTable.ts'
import { tableProject } from './import/table/tableProject.ts'
import { encodings, wordsIn } from './import/text/likelyEncodings.ts'

/** The table that was opened last: its rows stay here. */
let table: Table | null = null

const api = {
  /** Documents. */
  readSources: (file: File, report?: Report, encoding?: string): Promise<Result<Imported>> =>
    withBytes(file, (read) => readSources({ ...read, ...(encoding && { encoding }) }, report)),
  /** In which encodings a text may be, and some of its words in one. */
  encodings: async (): Promise<readonly string[]> => encodings,
  wordsIn: async (file: File, encoding: string): Promise<string> =>
    wordsIn(new Uint8Array(await file.arrayBuffer()), encoding),
  /** A scanned `.pdf`: its letters are recognised. */
  readScan: (file: File, language: OcrLanguage, report?: Report): Promise<Result<Imported>> =>
    withBytes(file, (read) => readScan(read, language, browserHost, report)),
  /** `.qdpx` and `.qdc`. */
  readProject: (file: File, report?: Report): Promise<Result<ImportedProject>> =>
    withBytes(file, (read) => readProject(read, report)),
  /** `.xlsx`, `.xls`, `.csv`: what there is to choose from. */
  openTable: async (file: File, report?: Report, encoding?: string): Promise<Result<ImportedTable>> => {
    const opened = await withBytes(file, (read) => openTable({ ...read, ...(encoding && { encoding }) }, report))
    if (isProblem(opened)) return opened
    table = opened.ok
    return { ok: table.shown }
  },
  /** What stands in a column of the table opened last, a line each row. */
  tableTitles: async (sheet: number, column: number, headerRow?: number): Promise<string> =>
    table ? columnLines(table, sheet, column, headerRow) : '',
  /** A sheet of the table opened last, with the names of its columns from another row. */
  tableSheet: async (sheet: number, headerRow: number): Promise<ImportedSheet | null> =>
    (table && headedSheet(table, sheet, headerRow)?.shown) ?? null,
  /** The table opened last, as chosen. */
  tableProject: async (choice: TableChoice, report?: Report): Promise<Result<ImportedProject>> => {
    if (!table) throw new Error('no table is open')
    return tableProject(table, choice, report)
  },
}

export type ImportApi = typeof api

/** A file may have been moved since it was chosen. */
async function withBytes<T>(file: File, read: (file: ImportFile) => Promise<Result<T>>): Promise<Result<T>> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return problem({ kind: 'fileNotFound', name: file.name })
  }
  return read({ name: file.name, bytes })
}

expose(api)
