/** A table as the command line's options say. */
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { isAboutSome, joiningRoles, rolesOf } from '../../src/model/rules/columnRoles.ts'
import type { ColumnRole, ImportedProject, ImportNote, TableColumn } from '../../workers/import/imported.ts'
import type { ImportFile } from '../../workers/import/readSources.ts'
import { columnName } from '../../workers/import/table/columnName.ts'
import { columnLines, headedSheet, openTable } from '../../workers/import/table/openTable.ts'
import { tableProject } from '../../workers/import/table/tableProject.ts'
import { titlesAmong } from '../../workers/project/commands/importProject/knownTitle.ts'

export interface TableWish {
  /** The number of a sheet, from 1, or its name; null: the first that is not hidden. */
  sheet: string | null
  /** The row that has the names of the columns, as the spreadsheet counts; left out: found. */
  headerRow?: number
  /** Of the first columns; those of the others are guessed. */
  roles: readonly ColumnRole[]
  /** Of the sources that are there or come before it: a table of these adds to them, as the page proposes. */
  there?: readonly string[]
  /** Rows of a sheet of properties that have no source here become sources without a text; else they are left out where others have one. */
  addAbsent?: boolean
}

/** `knownOnly`: as the argument of `importProject`. */
export interface WishedTable extends ImportedProject {
  knownOnly: boolean
}

export async function readTable(
  file: ImportFile,
  { sheet, headerRow, roles, there = [], addAbsent = false }: TableWish,
): Promise<Result<WishedTable>> {
  const opened = await openTable(file)
  if (isProblem(opened)) return opened
  const { sheets } = opened.ok.shown
  const wrong = (detail: string) => problem({ kind: 'conversionFailed', name: opened.ok.name, detail })
  const named = sheets.findIndex(({ name }) => name === sheet)
  const first = Math.max(
    0,
    sheets.findIndex(({ hidden }) => !hidden),
  )
  const number = sheet === null ? first : named >= 0 ? named : Number(sheet) - 1
  if (!sheets[number])
    return wrong(`it has ${sheets.length} sheets with rows: ${sheets.map(({ name }) => name).join(', ')}`)
  if (headerRow !== undefined && !opened.ok.sheets[number]?.rows.some(({ at }) => at === headerRow))
    return wrong(`row ${headerRow} of it is empty`)
  const chosen = headedSheet(opened.ok, number, headerRow)?.shown
  if (!chosen) throw new Error('there is no such sheet')
  if (roles.length > chosen.columns.length) return wrong(`it has ${chosen.columns.length} columns`)
  const { columns } = chosen
  const found = (column: number) => titlesAmong(there, columnLines(opened.ok, number, column, headerRow))
  const asked = roles.indexOf('title')
  const joining = chosen.isOwn && asked < 0 ? null : await joiningRoles(columns, found, asked)
  const guessed = joining ?? rolesOf(columns)
  const taken = guessed.map((role, column) => roles[column] ?? role)
  const read = await tableProject(opened.ok, {
    sheet: number,
    roles: taken,
    ...(headerRow !== undefined && { headerRow }),
  })
  if (isProblem(read)) return read
  const titles = taken.indexOf('title')
  const knownOnly = !addAbsent && titles >= 0 && isAboutSome(taken, chosen.rows, found(titles))
  return { ok: { ...read.ok, knownOnly, notes: [columnsNote(opened.ok.name, columns, taken), ...read.ok.notes] } }
}

function columnsNote(file: string, columns: readonly TableColumn[], roles: readonly ColumnRole[]): ImportNote {
  const named = (role: ColumnRole) =>
    columns.flatMap(({ header }, at) => (roles[at] === role ? [header || columnName(at)] : [])).join(', ') || '–'
  return {
    kind: 'columns',
    file,
    titles: named('title'),
    questions: named('question'),
    properties: named('property'),
    leftOut: named('none'),
  }
}
