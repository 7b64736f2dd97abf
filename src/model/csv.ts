/**
 * A table as CSV that spreadsheets open as it is meant (RFC 4180).
 *
 * Promises: UTF-8 with a byte order mark, so that Excel reads letters rightly; a text that a spreadsheet would take for a formula (it begins
 * with = + - @, a tab or a line break) stands behind an apostrophe. Numbers stay numbers.
 */
export type CsvCell = string | number

export const bom = '\ufeff'
/** In UTF-16 units: some milliseconds of work. */
const partLength = 65_536
const formula = /^[=+\-@\t\r\n]/
const special = /[",;\t\r\n]/

/** One line, with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A whole file in parts of some milliseconds each, as a Blob takes them (type `text/csv;charset=utf-8`). */
export function* csvParts(lines: Iterable<readonly CsvCell[]>): Generator<string, void> {
  let part = bom
  for (const cells of lines) {
    part += csvLine(cells)
    if (part.length < partLength) continue
    yield part
    part = ''
  }
  if (part !== '') yield part
}

function csvCell(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
