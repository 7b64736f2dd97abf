/** All rows of a project in memory, as `src/model/projectRows.ts` has them. */
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { type Answer, type AnyRow, columnsOf, keyOf, tables } from '../../src/model/schema.ts'
import type { PlainTexts } from '../../src/model/text/richText.ts'
import type { Db } from './db.ts'
import { textOf } from './texts.ts'

/** In the order of their keys, with the columns of the schema alone. */
export function projectRows(db: Db): Required<ProjectRows> {
  const rows = tables.map((table) => {
    const columns = columnsOf(table).map((column) => `"${column}"`)
    return [table, db.all<AnyRow>(`SELECT ${columns.join(', ')} FROM "${table}" ORDER BY "${keyOf(table)}"`)]
  })
  return Object.fromEntries(rows) as Required<ProjectRows>
}

/** What these answers of the project say, as it stands beside them: none of them has to be parsed. Those of a file of another program are not among what is given. */
export function plainTexts(db: Db, answers: readonly Answer[]): PlainTexts {
  const texts = new Map<string, string>()
  for (const { id, answer } of answers) {
    const text = textOf(db, id)
    if (text !== null) texts.set(answer, text)
  }
  return texts
}

/** How many there are in all. */
export const countRows = (db: Db): number =>
  tables.reduce((sum, table) => sum + (db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM "${table}"`)?.n ?? 0), 0)
