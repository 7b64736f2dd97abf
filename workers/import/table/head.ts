/**
 * Which rows of a sheet have the names of its columns. It is the first, unless another is clear: a survey service writes codes, questions
 * and import ids one under the other, people write a title above, merged cells group columns. Where it is not clear the first stays, and
 * the person chooses.
 */
import { filledAcross, type Merge } from './merges.ts'
import { mostColumns, type SheetRow } from './sheet.ts'

export interface Head {
  /** The rows that have the names, by their numbers in the spreadsheet. */
  rows: number[]
  names: string[]
  /** The index of the first row that is data, among those that are not empty. */
  data: number
  /** The column that tells the rows apart. */
  titles: number
}

/** Rows that are looked at. */
const sampled = 50
/** A title stands within so many rows above the names. */
const mostAbove = 10

/** `chosen`: the number of the row that has the names, whatever they look like; left out: found. */
export function headOf(rows: readonly SheetRow[], merges: readonly Merge[], chosen?: number): Head {
  const found = foundHead(rows, merges)
  const at = chosen === undefined ? -1 : rows.findIndex((row) => row.at === chosen)
  if (at < 0 || (found.rows.length === 1 && found.rows[0] === chosen)) return found
  return { ...oneRow(rows, merges, at), data: Math.max(at, importIdsIn(rows)) + 1 }
}

function foundHead(rows: readonly SheetRow[], merges: readonly Merge[]): Head {
  const ids = importIdsIn(rows)
  if (ids > 0) return surveyHead(rows, ids - 1, ids + 1)
  if (isCodesAndQuestions(rows)) return surveyHead(rows, 1, 2)
  const first = firstBelowTitles(rows, merges)
  return isGrouped(rows, first) ? groupedHead(rows, merges, first) : oneRow(rows, merges, first)
}

function oneRow(rows: readonly SheetRow[], merges: readonly Merge[], at: number): Head {
  const row = rows[at]
  const names = row ? filledAcross(row, merges, mostColumns) : []
  return { rows: row ? [row.at] : [], names, data: at + 1, titles: 0 }
}

const cellOf = (row: SheetRow | undefined, column: number): string => (row?.cells[column] ?? '').trim()
const filledIn = (row: SheetRow | undefined): number[] =>
  (row?.cells ?? []).flatMap((cell, column) => (cell.trim() === '' ? [] : [column]))

/** Numbers, dates and times are what somebody has answered, not what it is called. */
const isValue = (cell: string): boolean => /^[\d\s.,:/%+\-–€$£]+$/.test(cell) || /^\d{4}-\d\d/.test(cell)
const looksLikeNames = (row: SheetRow | undefined): boolean => {
  const cells = filledIn(row).map((column) => cellOf(row, column))
  return cells.length > 0 && !cells.some(isValue)
}

// --- What survey services write

/** The third row of Qualtrics: `{"ImportId":"QID1_TEXT"}` in each of its cells. */
function importIdsIn(rows: readonly SheetRow[]): number {
  const isId = (cell: string) => /^\{\s*["']?ImportId\b/.test(cell)
  return rows.slice(0, mostAbove).findIndex((row) => {
    const filled = filledIn(row)
    return filled.length > 0 && filled.every((column) => isId(cellOf(row, column)))
  })
}

/** Its workbooks leave that row out: codes that it gives to every survey, and what they are called under them. */
function isCodesAndQuestions([codes, questions]: readonly SheetRow[]): boolean {
  const columns = ['StartDate', 'EndDate', 'RecordedDate', 'ResponseId', 'Progress', 'Finished'].map((code) =>
    (codes?.cells ?? []).findIndex((cell) => cell.trim() === code),
  )
  const known = columns.filter((column) => column >= 0)
  return known.length >= 3 && known.every((column) => /^\D+$/.test(cellOf(questions, column)))
}

/** `at`: of the row with the questions; the codes, if there are any, stand above it. */
function surveyHead(rows: readonly SheetRow[], at: number, data: number): Head {
  const [questions, codes] = [rows[at], rows[at - 1]]
  const width = Math.max(questions?.cells.length ?? 0, codes?.cells.length ?? 0)
  const columns = Array.from({ length: width }, (_, column) => column)
  const asked = columns.map((column) => cellOf(questions, column) || cellOf(codes, column))
  const times = Map.groupBy(asked, (name) => name.toLowerCase())
  // Two questions of the same words stay two.
  const names = asked.map((name, column) => {
    const isTwice = (times.get(name.toLowerCase())?.length ?? 0) > 1
    return isTwice && cellOf(codes, column) ? `${name} (${cellOf(codes, column)})` : name
  })
  const isResponse = (row: SheetRow | undefined) =>
    columns.findIndex((column) => /^response ?id$/i.test(cellOf(row, column)))
  return {
    rows: questions ? [questions.at] : [],
    names,
    data,
    titles: Math.max(0, isResponse(codes), isResponse(questions)),
  }
}

// --- What people write

/** The index of the first row that is no title of the sheet: a title has a cell or two, where the rows of the table have many. */
function firstBelowTitles(rows: readonly SheetRow[], merges: readonly Merge[]): number {
  const fills = rows.slice(0, sampled).map((row) => filledIn(row).length)
  const usual = [...fills].sort((a, b) => a - b)[Math.floor(fills.length * 0.75)] ?? 0
  const isTitle = (at: number) => (fills[at] ?? 0) === 1 || ((fills[at] ?? 0) === 2 && usual >= 5)
  let at = 0
  while (at < mostAbove && at < rows.length && isTitle(at)) at += 1
  const [above, below] = [rows[at - 1], rows[at]]
  if (usual < 2 || !above || !below || (fills[at] ?? 0) * 2 < usual || !looksLikeNames(below)) return 0
  if (usual >= 3) return at
  // Of two columns, the second may be without a name.
  const isApart = below.at > above.at + 1
  const isAcross = merges.some(({ top, left, right }) => top === rows[0]?.at && right > left)
  return isApart || isAcross || filledIn(below).some((column) => cellOf(below, column).endsWith('?')) ? at : 0
}

/**
 * Whether the row names groups of columns and the next the columns of each: what the first leaves empty the second has, and no row of data
 * is without its first cell as the second is.
 */
function isGrouped(rows: readonly SheetRow[], at: number): boolean {
  const [groups, parts, ...data] = rows.slice(at, at + sampled)
  if (!groups || !parts || data.length === 0 || !looksLikeNames(parts)) return false
  const [first] = filledIn(groups)
  if (first === undefined) return false
  const isUnder = cellOf(parts, first) === '' || cellOf(parts, first) === cellOf(groups, first)
  const width = Math.max(groups.cells.length, parts.cells.length)
  const empty = Array.from({ length: width }, (_, column) => column).filter((column) => cellOf(groups, column) === '')
  const isWhole = empty.length > 0 && empty.every((column) => column > first && cellOf(parts, column) !== '')
  return isUnder && isWhole && data.every((row) => cellOf(row, first) !== '')
}

/** What a survey service writes under a question that has one column. */
const saysNothing = /^(open-ended )?response$/i

function groupedHead(rows: readonly SheetRow[], merges: readonly Merge[], at: number): Head {
  const [groups, parts] = [rows[at], rows[at + 1]]
  const width = Math.max(groups?.cells.length ?? 0, parts?.cells.length ?? 0)
  const names: string[] = []
  let group = ''
  for (let column = 0; column < width; column++) {
    const own = cellOf(groups, column)
    if (own !== '') group = own
    const part = cellOf(parts, column)
    const isAlone = own !== '' && (column + 1 === width || cellOf(groups, column + 1) !== '')
    const isSaid = part === '' || part === group || (isAlone && (group.endsWith('?') || saysNothing.test(part)))
    names.push(isSaid ? group : `${group} – ${part}`)
  }
  return { ...oneRow(rows, merges, at), rows: [groups?.at ?? 0, parts?.at ?? 0], names, data: at + 2 }
}
