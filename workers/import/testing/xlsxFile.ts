/** Excel workbooks for tests, made by program: the parts that a writer makes, around the cells of its sheets. */
import { zipSync } from 'fflate'

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const bytes = (text: string) => new TextEncoder().encode(text)

/** A text is shared; `cell` makes any other. */
export type MadeCell = string | number | boolean | null | { attributes: string; inside: string }

export interface MadeSheet {
  name: string
  state?: 'hidden' | 'veryHidden'
  rows: readonly (readonly MadeCell[])[]
  /** What stands within `worksheet` after its rows: `<mergeCells>`. */
  after?: string
  /** Numbers of rows that are not shown, from 1. */
  hiddenRows?: readonly number[]
}

export interface XlsxParts {
  sheets: readonly MadeSheet[]
  /** A cell with `s="1"` has the first of these, and so on. */
  formats?: readonly string[]
  workbookPr?: string
  /** More entries, or others instead of those made. */
  entries?: Readonly<Record<string, Uint8Array>>
}

/** What `c` holds besides its reference: `cell('s="1"', '<v>45000</v>')`. */
export const cell = (attributes: string, inside: string): MadeCell => ({ attributes, inside })

export function xlsxFile({ sheets, formats = [], workbookPr = '', entries = {} }: XlsxParts): Uint8Array {
  const strings = new Map<string, number>()
  const shared = (text: string): number => {
    const at = strings.get(text) ?? strings.size
    strings.set(text, at)
    return at
  }
  const parts = sheets.map((sheet) => sheetXml(sheet, shared))
  const sheetList = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  )
  const related = [
    ...sheets.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
    relation('texts', 'sharedStrings', 'sharedStrings.xml'),
    relation('styles', 'styles', '/xl/styles.xml'),
  ]
  const numbers = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)]
  const texts = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
  return zipSync({
    '[Content_Types].xml': bytes(
      `${header}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ),
    '_rels/.rels': bytes(
      `${header}<Relationships xmlns="${relations}">${relation('main', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ),
    'xl/_rels/workbook.xml.rels': bytes(
      `${header}<Relationships xmlns="${relations}">${related.join('')}</Relationships>`,
    ),
    'xl/workbook.xml': bytes(
      `${header}<workbook xmlns="${main}" xmlns:r="${office}">${workbookPr}<sheets>${sheetList.join('')}</sheets></workbook>`,
    ),
    'xl/styles.xml': bytes(
      `${header}<styleSheet xmlns="${main}"><numFmts>${numbers.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ),
    'xl/sharedStrings.xml': bytes(`${header}<sst xmlns="${main}">${texts.join('')}</sst>`),
    ...Object.fromEntries(parts.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, bytes(xml)])),
    ...entries,
  })
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`

function sheetXml({ rows, after = '', hiddenRows = [] }: MadeSheet, shared: (text: string) => number): string {
  const lines = rows.map((cells, at) => {
    const made = cells.map((value, column) => cellXml(value, `${letters(column)}${at + 1}`, shared))
    return `<row r="${at + 1}"${hiddenRows.includes(at + 1) ? ' hidden="1"' : ''}>${made.join('')}</row>`
  })
  return `${header}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData>${after}</worksheet>`
}

function cellXml(value: MadeCell, ref: string, shared: (text: string) => number): string {
  if (value === null) return ''
  if (typeof value === 'string') return `<c r="${ref}" t="s"><v>${shared(value)}</v></c>`
  if (typeof value === 'number') return `<c r="${ref}"><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c r="${ref}" t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c r="${ref}" ${value.attributes}>${value.inside}</c>`
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
