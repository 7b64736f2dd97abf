/**
 * A workbook of 100,000 rows and 8 columns read and made into rows of a project, against unpacking it and going once through its XML with the
 * bare parser, which any reader of it pays. And against the 4 s that a person is to wait for it at most.
 */
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { openTable } from '../workers/import/table/openTable.ts'
import { tableProject } from '../workers/import/table/tableProject.ts'
import { surveyFile } from './importedFiles.ts'
import { compareInTurn, limitRow, type Rows, timed } from './row.ts'

const count = 100_000
const rounds = 5

export const rows: Rows = async () => {
  const bytes = surveyFile(count)
  const read = async () => {
    const began = performance.now()
    const table = await openTable({ name: 'survey.xlsx', bytes })
    if ('problem' in table) throw new Error(table.problem.kind)
    const roles = table.ok.shown.sheets[0]?.columns.map(({ role }) => role) ?? []
    const made = await tableProject(table.ok, { sheet: 0, roles })
    if ('problem' in made || made.ok.counts.sources !== count) throw new Error('the table was not read')
    return performance.now() - began
  }
  const bare = () =>
    timed(() => {
      const decoder = new TextDecoder()
      for (const [name, part] of Object.entries(unzipSync(bytes))) {
        if (!/sheet1|sharedStrings/.test(name)) continue
        const parser = new SaxesParser({ fragment: false, xmlns: false })
        parser.on('opentag', () => {})
        parser.on('closetag', () => {})
        parser.on('text', () => {})
        parser.write(decoder.decode(part)).close()
      }
    })
  const row = await compareInTurn(
    'import-table: 100,000 rows of .xlsx made into a project / unpacking it and parsing its XML',
    4,
    read,
    bare,
    rounds,
  )
  return [row, limitRow('import-table-limit', row.value, 4000)]
}
