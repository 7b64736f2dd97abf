/** A table as the command line's options say. */
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import type { ColumnRole, ImportedProject } from '../../workers/import/imported.ts'
import type { ImportFile } from '../../workers/import/readSources.ts'
import { openTable } from '../../workers/import/table/openTable.ts'
import { tableProject } from '../../workers/import/table/tableProject.ts'

export interface TableWish {
  /** The number of a sheet, from 1, or its name; null: the first that is not hidden. */
  sheet: string | null
  /** Of the first columns; those of the others are guessed. */
  roles: readonly ColumnRole[]
  /** The project has sources: texts under a header that is no question are properties of those, as rows with answers would be others. */
  adds?: boolean
}

export async function readTable(file: ImportFile, { sheet, roles, adds }: TableWish): Promise<Result<ImportedProject>> {
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
  const chosen = sheets[number]
  if (!chosen) return wrong(`it has ${sheets.length} sheets with rows: ${sheets.map(({ name }) => name).join(', ')}`)
  if (roles.length > chosen.columns.length) return wrong(`it has ${chosen.columns.length} columns`)
  // A title that was asked for is the only one.
  const guessed = chosen.columns.map(({ role, header }) =>
    (role === 'title' && roles.includes('title')) || (adds && role === 'question' && !header.endsWith('?'))
      ? 'property'
      : role,
  )
  return tableProject(opened.ok, { sheet: number, roles: guessed.map((role, column) => roles[column] ?? role) })
}
