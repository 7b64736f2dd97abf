/**
 * The words of a protected project where they may be read: in temporary tables of one connection, under the names of the tables that hold them
 * sealed, so that whatever reads by an unqualified name reads plain text.
 *
 * Promises: nothing of it reaches the file (temporary tables are in memory), and it goes with the connection; all is laid over, or nothing.
 */
import { type AnyRow, columnsOf, type Key, keyOf, spec, type Table, tables } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { isProtected } from '../../src/model/sealing/sealedForm.ts'
import { openRow } from '../../src/model/sealing/sealedRows.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db, Value } from './db.ts'

const preference = (db: Db, key: string): string | undefined =>
  db.one<{ value: string }>('SELECT value FROM main.preferences WHERE key = ?', [key])?.value

/** The key of the project, wrapped (`wraps.ts`); null: the project is not protected. */
export function wrapsOf(db: Db): string | null {
  const hash = preference(db, '___db_hash')
  return isProtected(preference(db, '___db_encrypted'), hash) ? (hash ?? '') : null
}

/** False: a value does not open by this key, at its place and as long as it says; then nothing is laid over. */
export function layPlain(db: Db, parts: KeyParts): boolean {
  db.exec('PRAGMA temp_store = MEMORY')
  try {
    return db.transaction(() => {
      for (const table of sealedTables) layTable(db, table, parts)
      return true
    })
  } catch (error) {
    if (error instanceof DoesNotOpen) return false
    throw error
  }
}

class DoesNotOpen extends Error {}

const sealedTables = tables.filter((table) => spec(table).sealed !== undefined)

function layTable(db: Db, table: Table, parts: KeyParts): void {
  makeInMemory(db, 'table', table)
  const put = `INSERT INTO temp."${table}" (${listOf(table)}) VALUES (${columnsOf(table)
    .map(() => '?')
    .join(', ')})`
  if (table === 'question_answers') makeInMemory(db, 'table', 'answer_texts')
  for (const row of sealedRows(db, table)) {
    const plain = openRow(parts, table, row)
    if (!plain) throw new DoesNotOpen()
    db.run(
      put,
      columnsOf(table).map((column) => plain[column] as Value),
    )
    if (table === 'question_answers')
      db.run('INSERT INTO temp.answer_texts (answerId, version, text) VALUES (?, 1, ?)', [
        plain.id as number,
        parseHtml(String(plain.answer)).text,
      ])
  }
  makeInMemory(db, 'index', table)
}

/** Makes in memory what the file has. */
function makeInMemory(db: Db, type: 'table' | 'index', table: string): void {
  const made = db.all<{ sql: string }>(
    'SELECT sql FROM main.sqlite_schema WHERE type = ? AND tbl_name = ? AND sql IS NOT NULL',
    [type, table],
  )
  for (const { sql } of made) db.exec(sql.replace(/^CREATE (TABLE|INDEX) /, 'CREATE $1 temp.'))
}

const listOf = (table: Table): string =>
  columnsOf(table)
    .map((column) => `"${column}"`)
    .join(', ')

/** A text may be large. */
const atOnce = (table: Table): number => (table === 'question_answers' ? 10 : 1000)

function* sealedRows(db: Db, table: Table): Generator<AnyRow> {
  const key = keyOf(table)
  let after: Key | null = null
  for (;;) {
    const rows: AnyRow[] = db.all<AnyRow>(
      `SELECT ${listOf(table)} FROM main."${table}" ${after === null ? '' : `WHERE "${key}" > ?`} ORDER BY "${key}" LIMIT ${atOnce(table)}`,
      after === null ? [] : [after],
    )
    yield* rows
    after = (rows.at(-1)?.[key] as Key | undefined) ?? null
    if (after === null) return
  }
}
