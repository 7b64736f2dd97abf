/**
 * Reads a spreadsheet in OpenDocument, its XML once as it passes by: a row or a cell may say that it comes again a million times, which lays out
 * nothing here. Cells are texts as people read them; numbers and dates are taken exactly.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Report } from '../readSources.ts'
import { type Attributes, readXml } from '../xml/readXml.ts'
import { openZip } from '../zip/readZip.ts'
import { isoText, numberText } from './cellText.ts'
import { type Merge, mostMerges } from './merges.ts'
import { isEmpty, mostCells, mostColumns, putCell, type Sheet, type SheetRow } from './sheet.ts'

const megabyte = 1024 * 1024
const budget = { entries: 10_000, total: 512 * megabyte, entry: () => 512 * megabyte }

export async function readOds({ name, bytes }: ImportFile, report: Report): Promise<Result<Sheet[]>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const zip = openZip(bytes, budget, 'an OpenDocument spreadsheet')
  if ('tooLarge' in zip) return problem({ kind: 'fileTooLarge', name, ...zip.tooLarge })
  if ('fault' in zip) return failed(zip.fault)
  const manifest = zip.read('META-INF/manifest.xml')
  if (manifest && 'bytes' in manifest && new TextDecoder().decode(manifest.bytes).includes('encryption-data'))
    return failed('it is password-protected')
  const content = zip.read('content.xml')
  if (content && 'tooLarge' in content) return problem({ kind: 'fileTooLarge', name, ...content.tooLarge })
  if (!content || !('bytes' in content)) return failed('it is not an OpenDocument spreadsheet')
  const read = readContent(content.bytes, name, report)
  return typeof read === 'string' ? failed(read) : { ok: read }
}

/** A sheet while it is read. */
interface Reading {
  sheet: Sheet
  merges: Merge[]
  hiddenRows: number
  errors: number
  beyond: number
}

/** Or what is wrong, in words. */
function readContent(bytes: Uint8Array, file: string, report: Report): Sheet[] | string {
  const sheets: Sheet[] = []
  const hiddenStyles = new Set<string>()
  let style = ''
  let reading: Reading | null = null
  let row: SheetRow = { at: 0, cells: [] }
  let rowTimes = 1
  let rowHidden = false
  let next = 1
  let column = 0
  let cell: Attributes = {}
  let paragraphs: string[] = []
  let inText = 0
  /** Within a comment on a cell. */
  let aside = 0
  let left = mostCells
  let found = false

  const endCell = (sheet: Reading) => {
    const times = timesOf(cell['table:number-columns-repeated'])
    const text = textOf(cell, paragraphs.join('\n'))
    if (cell['calcext:value-type'] === 'error') sheet.errors += 1
    const [across, down] = [timesOf(cell['table:number-columns-spanned']), timesOf(cell['table:number-rows-spanned'])]
    if ((across > 1 || down > 1) && sheet.merges.length < mostMerges)
      sheet.merges.push({ top: row.at, bottom: row.at + down - 1, left: column, right: column + across - 1 })
    if (text !== '')
      for (let at = column; at < column + times && left >= 0; at++) {
        if (at >= mostColumns) {
          sheet.beyond += column + times - at
          break
        }
        left -= 1
        putCell(row.cells, at, text)
      }
    column += times
  }
  const endRow = (sheet: Reading) => {
    if (!isEmpty(row.cells))
      for (let again = 0; again < rowTimes && left >= 0; again++) {
        if (again > 0) left -= row.cells.length
        sheet.sheet.rows.push({ at: row.at + again, cells: [...row.cells] })
        if (rowHidden) sheet.hiddenRows += 1
      }
    next = row.at + rowTimes
  }
  const fault = readXml(
    bytes,
    {
      open(tag, attributes) {
        if (tag === 'office:spreadsheet') found = true
        else if (tag === 'style:style') style = attributes['style:name'] ?? ''
        else if (tag === 'style:table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style)
        else if (tag === 'table:table') {
          const hidden = hiddenStyles.has(attributes['table:style-name'] ?? '')
          const merges: Merge[] = []
          const sheet: Sheet = { name: attributes['table:name'] ?? '', hidden, rows: [], merges, notes: [] }
          reading = { sheet, merges, hiddenRows: 0, errors: 0, beyond: 0 }
          next = 1
        } else if (tag === 'table:table-row') {
          row = { at: next, cells: [] }
          rowTimes = timesOf(attributes['table:number-rows-repeated'])
          rowHidden = /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '')
          column = 0
        } else if (tag === 'table:table-cell' || tag === 'table:covered-table-cell') {
          cell = attributes
          paragraphs = []
        } else if (tag === 'office:annotation') aside += 1
        else if (aside > 0) return
        else if (tag === 'text:p') {
          inText += 1
          paragraphs.push('')
        } else if (tag === 'text:s') write(' '.repeat(Math.min(timesOf(attributes['text:c']), 1000)))
        else if (tag === 'text:tab') write('\t')
        else if (tag === 'text:line-break') write('\n')
      },
      text: (text) => {
        if (inText > 0 && aside === 0) write(text)
      },
      close(tag) {
        if (tag === 'office:annotation') aside -= 1
        else if (aside > 0 || !reading) return
        else if (tag === 'text:p') inText -= 1
        else if (tag === 'table:table-cell' || tag === 'table:covered-table-cell') endCell(reading)
        else if (tag === 'table:table-row') endRow(reading)
        else if (tag === 'table:table') {
          sheets.push({ ...reading.sheet, notes: notesOf(reading, file) })
          reading = null
        }
      },
      fault: () => (left < 0 ? 'it has too many cells' : null),
    },
    { prefixed: true },
    report,
  )
  function write(text: string): void {
    if (paragraphs.length > 0) paragraphs[paragraphs.length - 1] += text
  }
  if (fault !== null) return fault
  if (left < 0) return 'it has too many cells'
  return found ? sheets : 'it is not an OpenDocument spreadsheet'
}

const timesOf = (text: string | undefined): number => {
  const times = Number(text ?? 1)
  return Number.isSafeInteger(times) && times > 0 ? times : 1
}

function textOf(cell: Attributes, shown: string): string {
  if (cell['calcext:value-type'] === 'error') return ''
  const value = cell['office:value'] ?? ''
  switch (cell['office:value-type']) {
    case 'float':
    case 'currency':
      return value === '' || Number.isNaN(Number(value)) ? shown : exactly(value, shown)
    case 'date':
      return isoText(cell['office:date-value'] ?? shown)
    case 'boolean':
      return cell['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE'
    default:
      return shown
  }
}

/** A number that is shown with zeros before it is one of those that people read so. */
const exactly = (value: string, shown: string): string =>
  /^0\d+$/.test(shown) ? shown : numberText(Number(value), { kind: 'number' })

function notesOf({ hiddenRows, errors, beyond }: Reading, file: string): ImportNote[] {
  const notes: ImportNote[] = []
  if (hiddenRows > 0) notes.push({ kind: 'hiddenRows', file, count: hiddenRows })
  if (errors > 0) notes.push({ kind: 'cellErrors', file, count: errors })
  if (beyond > 0) notes.push({ kind: 'cellsBeyond', file, count: beyond })
  return notes
}
