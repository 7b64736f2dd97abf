/** The project JSON (specification 2 §3): every public table under its name, a highlight with its quirk's colour. */
import { keyOf, type Table, tables } from '../../src/model/schema.ts'
import type { Db } from './db.ts'

/** A text may be large: one at a time. */
const rowsAtOnce = (table: Table): number => (table === 'question_answers' ? 1 : 1000)

/** The pieces of the JSON; the rows of a table are never all in memory. */
export function* projectJson(db: Db): Generator<string> {
  for (const [i, table] of tables.entries()) {
    yield `${i === 0 ? '{' : ',\n'}${JSON.stringify(table)}:[`
    let first = true
    for (const text of rowsOf(db, table)) {
      yield first ? `\n${text}` : `,\n${text}`
      first = false
    }
    yield ']'
  }
  yield '}\n'
}

function* rowsOf(db: Db, table: Table): Generator<string> {
  const key = keyOf(table)
  const colour = table === 'highlights' ? `, (SELECT color FROM quirks q WHERE q.id = t.quirkId) AS color` : ''
  let after: number | string = key === 'key' ? '' : Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows: Record<string, unknown>[] = db.all(
      `SELECT t.*${colour} FROM "${table}" t WHERE t."${key}" > ? ORDER BY t."${key}" LIMIT ${rowsAtOnce(table)}`,
      [after],
    )
    if (rows.length === 0) return
    after = rows.at(-1)?.[key] as number | string
    yield rows.map((row) => JSON.stringify(row)).join(',\n')
  }
}
