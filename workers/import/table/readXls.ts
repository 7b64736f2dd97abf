/**
 * Reads an Excel workbook of before 2007, by the one library that can. Only files that are such a workbook come here: what else the library
 * reads is read by our own readers, or not at all.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import type { ImportFile, Report } from '../readSources.ts'
import { kindOf, numberText } from './cellText.ts'
import { mostMerges } from './merges.ts'
import { isEmpty, mostCells, mostColumns, putCell, type Sheet } from './sheet.ts'

/** The format ends at this row. */
const mostRows = 65_536

/** A sheet as the library gives it. */
interface Lines {
  '!data'?: (Cell[] | undefined)[]
  '!merges'?: { s: { r: number; c: number }; e: { r: number; c: number } }[]
}

/** A cell of it. */
interface Cell {
  t: string
  v?: string | number | boolean | Date
  /** The format of its number. */
  z?: string | number
  f?: string
}

export async function readXls({ name, bytes }: ImportFile, report: Report): Promise<Result<Sheet[]>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const { read } = await import('@e965/xlsx')
  report(0.1)
  try {
    const workbook = read(bytes, { type: 'array', dense: true, cellNF: true, cellText: false, sheetRows: mostRows })
    report(0.8)
    const from1904 = workbook.Workbook?.WBProps?.date1904 === true
    const sheets: Sheet[] = []
    let left = mostCells
    for (const [at, title] of workbook.SheetNames.entries()) {
      const { '!data': lines = [], '!merges': merges = [] } = (workbook.Sheets[title] ?? {}) as Lines
      const sheet: Sheet = {
        name: title,
        hidden: (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0,
        rows: [],
        merges: merges
          .slice(0, mostMerges)
          .map(({ s, e }) => ({ top: s.r + 1, bottom: e.r + 1, left: s.c, right: e.c })),
        notes: [],
      }
      let errors = 0
      let beyond = 0
      for (const [index, line] of lines.entries()) {
        const cells: string[] = []
        // Lines have holes.
        line?.forEach((cell, column) => {
          if (cell.t === 'e') errors += 1
          const text = textOf(cell, from1904)
          if (text === '') return
          if (column >= mostColumns) {
            beyond += 1
            return
          }
          left -= 1
          putCell(cells, column, text)
        })
        if (left < 0) return failed('it has too many cells')
        if (!isEmpty(cells)) sheet.rows.push({ at: index + 1, cells })
      }
      if (errors > 0) sheet.notes.push({ kind: 'cellErrors', file: name, count: errors })
      if (beyond > 0) sheet.notes.push({ kind: 'cellsBeyond', file: name, count: beyond })
      sheets.push(sheet)
    }
    return { ok: sheets }
  } catch (error) {
    // Whatever the library throws, it could not make sense of these bytes.
    const words = error instanceof Error ? error.message : ''
    return failed(
      /password|encrypt/i.test(words) ? 'it is password-protected' : 'the file is damaged, or no Excel workbook',
    )
  }
}

function textOf(cell: Cell, from1904: boolean): string {
  const { t, v, z } = cell
  if (v === undefined || t === 'e' || t === 'z') return ''
  if (typeof v === 'boolean') return v ? 'TRUE' : 'FALSE'
  if (typeof v === 'number') return numberText(v, kindOf(typeof z === 'string' ? z : ''), from1904)
  return String(v)
}
