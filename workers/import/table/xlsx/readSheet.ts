/** One sheet of a workbook, row by row. A reference may name any cell: only what stands within the columns that are read is kept. */
import { readXml } from '../../xml/readXml.ts'
import { isoText, type NumberKind, numberText } from '../cellText.ts'
import { type Merge, mostMerges } from '../merges.ts'
import { isEmpty, mostColumns, putCell, type SheetRow } from '../sheet.ts'
import { unescaped } from './sharedStrings.ts'
import { isTrue } from './workbookParts.ts'

export interface Shared {
  strings: readonly string[]
  kinds: readonly NumberKind[]
  from1904: boolean
  /** Cells that the file may still have. */
  left: number
}

export interface ReadSheet {
  rows: SheetRow[]
  /** Of the rows that are not empty. */
  hiddenRows: number
  errors: number
  /** Formulas whose value the file does not hold. */
  unknown: number
  /** Cells beyond the last column. */
  beyond: number
  merges: Merge[]
}

const tooMany = 'it has too many cells'

/** Takes its cells from `shared.left`. Or what is wrong, in words. */
export function readSheet(bytes: Uint8Array, shared: Shared, report: (part: number) => void): ReadSheet | string {
  const sheet: ReadSheet = { rows: [], hiddenRows: 0, errors: 0, unknown: 0, beyond: 0, merges: [] }
  let row: SheetRow = { at: 0, cells: [] }
  let rowHidden = false
  let column = -1
  let cell: Readonly<Record<string, string>> = {}
  let formula = false
  let value = ''
  let collecting = false
  let inReading = false

  const endCell = () => {
    if (cell.t === 'e') sheet.errors += 1
    if (formula && value === '' && cell.t !== 'str') sheet.unknown += 1
    const text = textOf(cell, value, shared)
    if (text === '') return
    if (column >= mostColumns) {
      sheet.beyond += 1
      return
    }
    shared.left -= 1
    putCell(row.cells, column, text)
  }
  const endRow = () => {
    if (isEmpty(row.cells)) return
    sheet.rows.push(row)
    if (rowHidden) sheet.hiddenRows += 1
  }
  const fault = readXml(
    bytes,
    {
      open: (name, attributes) => {
        if (name === 'c') {
          cell = attributes
          column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
          value = ''
          formula = false
        } else if (name === 'v') collecting = true
        else if (name === 't') collecting = !inReading
        else if (name === 'f') formula = true
        else if (name === 'rPh') inReading = true
        else if (name === 'row') {
          row = { at: rowNumber(attributes.r) ?? row.at + 1, cells: [] }
          rowHidden = isTrue(attributes.hidden)
          column = -1
        } else if (name === 'mergeCell' && sheet.merges.length < mostMerges) {
          const merge = mergeOf(attributes.ref ?? '')
          if (merge) sheet.merges.push(merge)
        }
      },
      close: (name) => {
        if (name === 'v' || name === 't') collecting = false
        else if (name === 'rPh') inReading = false
        else if (name === 'c') endCell()
        else if (name === 'row') endRow()
      },
      text: (text) => {
        if (collecting) value += text
      },
      fault: () => (shared.left < 0 ? tooMany : null),
    },
    {},
    report,
  )
  return fault ?? sheet
}

function textOf(cell: Readonly<Record<string, string>>, value: string, shared: Shared): string {
  switch (cell.t) {
    case 's':
      return shared.strings[Number(value)] ?? ''
    case 'str':
    case 'inlineStr':
      return unescaped(value)
    case 'b':
      return value === '' ? '' : isTrue(value.trim()) ? 'TRUE' : 'FALSE'
    case 'e':
      return ''
    case 'd':
      return isoText(value)
  }
  if (value === '') return ''
  const kind = shared.kinds[Number(cell.s ?? 0)]
  if ((kind === undefined || kind.kind === 'number') && /^-?[1-9]\d{0,14}$/.test(value)) return value
  const number = Number(value)
  return Number.isNaN(number) ? value : numberText(number, kind ?? { kind: 'number' }, shared.from1904)
}

/** `C7` is 2; any number of letters, of which only the first few count. */
function columnOf(ref: string): number {
  let column = 0
  for (let at = 0; at < ref.length && at < 8; at++) {
    const letter = ref.charCodeAt(at) & 0xdf
    if (letter < 65 || letter > 90) break
    column = column * 26 + letter - 64
  }
  return Math.max(0, column - 1)
}

const rowNumber = (text: string | undefined): number | undefined => {
  const number = Number(text)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function mergeOf(ref: string): Merge | null {
  const found = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(ref.replaceAll('$', '').toUpperCase())
  if (!found) return null
  const [, left = '', top = '', right = '', bottom = ''] = found
  return { left: columnOf(left), top: Number(top), right: columnOf(right), bottom: Number(bottom) }
}
