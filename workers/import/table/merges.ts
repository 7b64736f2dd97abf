/** Merged cells of a sheet, whatever wrote it: only their first has a value in the file. */
import { mostCells, putCell, type SheetRow } from './sheet.ts'

/** Rows as the spreadsheet counts them, from 1; columns from 0. */
export interface Merge {
  top: number
  bottom: number
  left: number
  right: number
}

/** Of a sheet: more are passed over. */
export const mostMerges = 100_000

/** The value of merged cells stands in each of their rows. Returns how many were filled. */
export function fillDown(rows: readonly SheetRow[], merges: readonly Merge[]): number {
  if (merges.length === 0) return 0
  const byNumber = new Map(rows.map((row) => [row.at, row]))
  const last = rows.at(-1)?.at ?? 0
  let filled = 0
  let steps = mostCells
  for (const { left, top, bottom } of merges) {
    const text = byNumber.get(top)?.cells[left] ?? ''
    if (text === '') continue
    for (let at = top + 1; at <= Math.min(bottom, last) && steps > 0; at++) {
      steps -= 1
      const row = byNumber.get(at)
      if (!row || (row.cells[left] ?? '') !== '') continue
      putCell(row.cells, left, text)
      filled += 1
    }
  }
  return filled
}

/** The cells of a row in which the value of merged cells stands in each of their columns. */
export function filledAcross(row: SheetRow, merges: readonly Merge[], mostColumns: number): string[] {
  const cells = [...row.cells]
  for (const { left, right, top, bottom } of merges) {
    const text = row.cells[left] ?? ''
    if (row.at < top || row.at > bottom || text === '') continue
    for (let column = left + 1; column <= Math.min(right, mostColumns - 1); column++)
      if ((cells[column] ?? '') === '') putCell(cells, column, text)
  }
  return cells
}
