/**
 * The workbook that Thicket writes (specification 2 §9), known by the heads of its sheet of sources, and its tables as CSV, known by theirs. What is longer than a
 * cell is put together again.
 *
 * The sheets of quotes, quirks, memos and chat are not read: the workbook has the words of memos but not their places, and neither formatting nor pictures;
 * the note says so, and which files have all of it. So do codebook, memos and quotes as CSV, of which no column is proposed; of the sources the properties are.
 */
import { ownCsvOf, sourceColumns } from '../../../src/model/csvHeads.ts'
import { spreadsheetCell } from '../../../src/model/limits.ts'
import { questionOfHead, sourceHeads } from '../../../src/model/workbookHeads.ts'
import type { ImportNote, TableColumn } from '../imported.ts'
import type { Sheet, SheetRow } from './sheet.ts'

/** As they are, but for a sheet of sources that Thicket has written. `file`: for its notes. */
export const knownSheets = (sheets: readonly Sheet[], file: string): Sheet[] =>
  sheets.map((sheet) => (isOwn(sheet) ? known(sheet, sheets, file) : ownCsv(sheet, file)))

function ownCsv(sheet: Sheet, file: string): Sheet {
  const own = ownCsvOf(headsOf(sheet))
  if (own === null) return sheet
  const note: ImportNote = own === 'sources' ? { kind: 'ownSources', file } : { kind: 'ownCsv', file, table: own }
  return { ...sheet, own, notes: [note, ...sheet.notes] }
}

const headsOf = ({ rows: [header] }: Sheet): string[] => (header?.cells ?? []).map((head) => head.trim())

function isOwn(sheet: Sheet): boolean {
  const heads = headsOf(sheet)
  return sourceHeads.every((head, at) => heads[at] === head) && heads.some((head) => questionOfHead(head) !== null)
}

function known(sheet: Sheet, sheets: readonly Sheet[], file: string): Sheet {
  const heads = headsOf(sheet)
  const [header, ...rows] = sheet.rows
  const first = heads.map((_, at) => firstOf(heads, rows, at))
  const width = first.findLastIndex((column, at) => column === at) + 1
  const further = [...first.entries()].filter(([at, to]) => at !== to)
  const joined = ({ at: number, cells }: SheetRow): SheetRow => {
    const whole = cells.slice(0, width)
    for (const [at, to] of further) {
      if (at < whole.length) whole[at] = ''
      whole[to] = (whole[to] ?? '') + (cells[at] ?? '')
    }
    return { at: number, cells: whole }
  }
  const head = header
    ? [{ ...header, cells: heads.map((text, at) => (first[at] === at ? text : '')).slice(0, width) }]
    : []
  const others = sheets.filter((other) => other !== sheet && other.rows.length > 1)
  const names = others.map(({ name, rows }) => `${name} (${rows.length - 1})`).join(', ')
  const note: ImportNote = { kind: 'ownWorkbook', file, count: others.length, names }
  return { ...sheet, rows: [...head, ...rows.map(joined)], own: 'workbook', notes: [note, ...sheet.notes] }
}

/** The column that this one continues, whose cells are full wherever this one has something; itself where there is none. */
function firstOf(heads: readonly string[], rows: readonly SheetRow[], column: number): number {
  const part = / \((\d+)\)$/.exec(heads[column] ?? '')
  const first = part ? heads.lastIndexOf(heads[column]?.slice(0, part.index) ?? '', column - 1) : -1
  const filled = first < sourceHeads.length ? [] : rows.filter(({ cells }) => cells[column])
  // No character is cut in two: the last unit may be missing.
  const isFull = ({ cells }: SheetRow) => (cells[first]?.length ?? 0) >= spreadsheetCell - 1
  return filled.length > 0 && filled.every(isFull) ? first : column
}

/** What a column of that sheet is. */
export function ownColumn(
  own: NonNullable<Sheet['own']>,
  header: string,
  column: number,
): Pick<TableColumn, 'role' | 'question'> {
  if (own === 'sources' && column === 0) return { role: 'title' }
  if (own !== 'workbook') return { role: own === 'sources' && column >= sourceColumns ? 'property' : 'none' }
  const question = column < sourceHeads.length ? null : questionOfHead(header)
  if (question !== null) return { role: 'question', question }
  if (column < sourceHeads.length) return { role: column === sourceHeads.indexOf('title') ? 'title' : 'none' }
  return { role: header === '' ? 'none' : 'property' }
}
