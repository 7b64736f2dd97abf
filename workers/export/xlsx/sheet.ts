/**
 * Rows as a sheet of a workbook, in ECMA-376's SpreadsheetML.
 *
 * Promises: a text is a text, never a formula; what is longer than a cell holds goes on in columns of its own at the row's end; no row and no
 * byte too many for Excel: a full sheet is followed by another, `name 2`.
 */
import { spreadsheetCell } from '../../../src/model/limits.ts'
import { splitsPair } from '../../../src/model/text/canonicalText.ts'
import { xmlHead, xmlText } from '../xml.ts'
import type { HeadedEntry } from '../zip/zipFile.ts'

export interface Column {
  title: string
  /** In characters. */
  width: number
  /** Its texts come again and again: they stand once in the workbook. */
  isShared?: boolean
}

/** null: an empty cell. */
export type Cell = string | number | null

export const mostColumns = 16_384
/** With the heads. */
export const excelRows = 1_048_576
/** In UTF-16 units of a sheet's XML: what Excel is willing to open, and below what a zip archive holds. */
const mostLength = 2 ** 30
/** Excel shows fifteen digits of a number: it would round those of more, ids most of all. */
export const mostExact = 999_999_999_999_999
const namespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
/** Of `styles.xml`. */
const bold = 1

/** `shared`: the number of a text among those that stand once in the workbook; `mostRows`: of a sheet, with the heads. */
export function sheetWriter(
  columns: readonly Column[],
  entry: HeadedEntry,
  shared: (text: string) => number,
  mostRows: number,
) {
  const all = [...columns]
  const letters = columns.map((_, at) => columnName(at))
  /** Where the second and later parts of a long text stand, by column. */
  const further = new Map<string, number>()
  let row = 1

  const furtherColumn = (column: number, part: number): number => {
    const key = `${column} ${part}`
    const known = further.get(key)
    if (known !== undefined) return known
    const at = all.length
    further.set(key, at)
    all.push({ title: `${columns[column]?.title} (${part})`, width: columns[column]?.width ?? 10 })
    letters.push(columnName(at))
    return at
  }
  const cellXml = (at: number, cell: Cell): string => {
    if (cell === null || cell === '') return ''
    const place = `${letters[at]}${row}`
    if (typeof cell === 'number') return numberXml(place, cell)
    return columns[at]?.isShared ? `<c r="${place}" t="s"><v>${shared(cell)}</v></c>` : textXml(place, cell)
  }
  return {
    get isFull() {
      return row >= mostRows || entry.length > mostLength
    },
    write(cells: readonly Cell[]): void {
      row += 1
      let xml = `<row r="${row}">`
      const rests: [number, string][] = []
      for (const [at, cell] of cells.entries()) {
        if (typeof cell !== 'string' || cell.length <= spreadsheetCell) {
          xml += cellXml(at, cell)
          continue
        }
        const [first = '', ...rest] = parts(cell)
        xml += cellXml(at, first)
        for (const [n, text] of rest.entries()) rests.push([furtherColumn(at, n + 2), text])
      }
      for (const [at, text] of rests.sort(([a], [b]) => a - b)) if (at < mostColumns) xml += cellXml(at, text)
      entry.write(`${xml}</row>`)
    },
    end(isFirst: boolean): void {
      entry.write('</sheetData></worksheet>')
      const heads = all.slice(0, mostColumns).map(({ title }, at) => textXml(`${letters[at]}1`, title, ` s="${bold}"`))
      const widths = all
        .slice(0, mostColumns)
        .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
      entry.end(
        `${xmlHead}<worksheet xmlns="${namespace}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData><row r="1">${heads.join('')}</row>`,
      )
    },
  }
}

function numberXml(place: string, value: number): string {
  if (Math.abs(value) > mostExact) return textXml(place, String(value))
  return `<c r="${place}"><v>${value}</v></c>`
}

const textXml = (place: string, text: string, style = ''): string =>
  `<c r="${place}" t="inlineStr"${style}><is>${textElement(text)}</is></c>`

/** Without the attribute, readers may take spaces off the ends. */
const needsSpace = /^\s|\s$|\n/

/** A text as `is` and `si` hold it. */
export const textElement = (text: string): string =>
  `<t${needsSpace.test(text) ? ' xml:space="preserve"' : ''}>${cellText(text)}</t>`

/** Spreadsheets read `_x0041_` as A: who writes that means it. */
const reference = /_(?=x[0-9A-Fa-f]{4}_)/g
const cellText = (text: string): string => xmlText(text.includes('_x') ? text.replace(reference, '_x005F_') : text)

/** As long as a cell holds, never between the halves of a surrogate pair. */
function parts(text: string): string[] {
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + spreadsheetCell
    const to = end < text.length && splitsPair(text, end) ? end - 1 : end
    found.push(text.slice(from, to))
    from = to
  }
  return found
}

/** A … Z, AA …, from 0. */
function columnName(at: number): string {
  let name = ''
  for (let left = at + 1; left > 0; left = Math.floor((left - 1) / 26))
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name
  return name
}
