/** What a reader of tables gives, and how much of it there may be. */

import type { OwnCsv } from '../../../src/model/csvHeads.ts'
import type { Result } from '../../../src/model/problems.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Report } from '../readSources.ts'
import type { Merge } from './merges.ts'

/** A row that is not empty. */
export interface SheetRow {
  /** Its number as the spreadsheet shows it, from 1. */
  at: number
  /** As people read them; '' where a cell is empty. The last ones may be missing. */
  cells: string[]
}

export interface Sheet {
  name: string
  /** The spreadsheet does not show it. */
  hidden: boolean
  /** What of Thicket's it is, where that wrote it (`ownWorkbook.ts`). */
  own?: 'workbook' | OwnCsv
  rows: SheetRow[]
  /** Cells that are one; their value stands in the first alone. */
  merges?: Merge[]
  notes: ImportNote[]
}

export type ReadTable = (file: ImportFile, report: Report) => Promise<Result<Sheet[]>>

/** Of a sheet: what stands beyond is left out, and counted. */
export const mostColumns = 1000
/** Of a file, that are not empty. */
export const mostCells = 5_000_000

export const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Puts a cell into its column; the ones before it that are not there are empty. */
export function putCell(cells: string[], column: number, text: string): void {
  while (cells.length < column) cells.push('')
  cells[column] = text
}
