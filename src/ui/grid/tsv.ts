/**
 * A table as spreadsheets put it on the clipboard: cells apart by tabs, rows by line ends; a cell with one of these, or one that
 * begins with a quotation mark, stands in quotation marks, those within it doubled.
 *
 * Promises: every text is a table; the line end that ends the text begins no row; rows may differ in length;
 * `parseTable(tableText(rows))` are the rows, unless a row has no cell or the last row is one empty cell.
 */
export function parseTable(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length || row.length > 0) {
    const { cell, end } = readCell(text, at)
    row.push(cell)
    if (text[end] === '\t') {
      at = end + 1
      continue
    }
    rows.push(row)
    row = []
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1
  }
  return rows
}

function readCell(text: string, start: number): { cell: string; end: number } {
  const quoted = text[start] === '"' ? /"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)/y : null
  if (quoted) {
    quoted.lastIndex = start
    const found = quoted.exec(text)
    if (found) return { cell: (found[1] ?? '').replaceAll('""', '"').replaceAll('\r\n', '\n'), end: quoted.lastIndex }
  }
  const plain = /[^\t\r\n]*/y
  plain.lastIndex = start
  return { cell: plain.exec(text)?.[0] ?? '', end: plain.lastIndex }
}

const written = (cell: string): string => (/[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const tableText = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(written).join('\t')).join('\n')
