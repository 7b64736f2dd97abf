/**
 * The words of a protected copy where they may be read: in temporary tables of one connection, under the names of the tables that hold them
 * sealed, so that whatever reads or writes by an unqualified name has plain text.
 *
 * Promises: nothing of it reaches the file (temporary tables are in memory), and it goes with the connection. Whatever is written to them stands
 * sealed in the file with the same commit, and nothing else of them does. All is laid over, or nothing; the texts are opened when they are read (`sealedTexts.ts`).
 */

import type { AnyRow, Key, Table } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { isProtected } from '../../src/model/sealing/sealedForm.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { placesOf, type Unread } from '../../src/model/sealing/unread.ts'
import type { Db, Value } from './db.ts'
import { metaText, setMeta } from './meta.ts'
import { copySql, laterColumns } from './migrations/tables.ts'
import { layKnown, openedNote, readNote, willBeKnown, writeNote } from './openedBefore.ts'
import { besideAnswers, type SealedTable, sealedTables } from './sealedTables.ts'
import { changed, DoesNotOpen, openSealedTexts, type SealedTexts } from './sealedTexts.ts'

const preference = (db: Db, key: string): string | undefined =>
  db.one<{ value: string }>('SELECT value FROM main.preferences WHERE key = ?', [key])?.value

/** The key of the project, wrapped (`wraps.ts`); null: the project is not protected. */
export function wrapsOf(db: Db): string | null {
  const hash = preference(db, '___db_hash')
  return isProtected(preference(db, '___db_encrypted'), hash) ? (hash ?? '') : null
}

/**
 * Through what it returns the copy is read and written. null: a value does not open by this key, at its place and as long as it says; then nothing is
 * laid over. With `parts.unread` signs stand for it, and `found` is called when that turns out of a text later on; without, all texts are opened at once.
 */
export function openPlain(db: Db, parts: KeyParts, found: () => void = () => {}): Db | null {
  db.exec('PRAGMA temp_store = MEMORY')
  try {
    const texts = db.transaction(() => {
      db.exec(copySql)
      for (const { missing, sql } of laterColumns) if (!db.one(missing)) db.exec(sql)
      db.exec(`CREATE TEMP TABLE ${changed} (tbl TEXT NOT NULL, key NOT NULL)`)
      layTables(db, parts)
      takeUpUnread(db, parts)
      // Numbers of steps are never given twice.
      db.exec('DELETE FROM temp.sqlite_sequence; INSERT INTO temp.sqlite_sequence SELECT * FROM main.sqlite_sequence')
      const texts = openSealedTexts(db, parts, found)
      if (!parts.unread) texts.open(db.all<{ id: number }>('SELECT id FROM main.question_answers').map(({ id }) => id))
      return texts
    })
    return writingSealed(db, parts, texts)
  } catch (error) {
    if (error instanceof DoesNotOpen) return null
    throw error
  }
}

/**
 * Whether something in the copy opens by this key. Ask it of a key that no password has just opened: with `parts.unread` a copy opens by any key, with signs
 * in place of all its words. Where nothing is sealed yet nobody can tell, and the answer is no: what is written next would be sealed by a key that nobody else has.
 */
export function isKeyOf(db: Db, { text, iv }: KeyParts): boolean {
  for (const table of besideAnswers)
    for (const row of rowsOf(db, table)) {
      const isSealed = sealedColumns(table.name as Table, row).length > 0
      if (isSealed && table.open({ text, iv }, row)) return true
    }
  return false
}

/** What the copy notes of texts that an edit has made unreadable in parts: by their places, apart by commas. */
const unreadNote = 'unreadTexts'

function takeUpUnread(db: Db, { unread }: KeyParts): void {
  if (!unread) return
  const noted = metaText(db, unreadNote).split(',')
  for (const place of noted) if (place !== '' && !unread.has(place)) unread.set(place, '')
}

/** Call within a transaction, when something of it may have changed. */
export function noteUnread(db: Db, { unread }: KeyParts): void {
  if (!unread) return
  const noted = [...unread].flatMap(([place, sealed]) => (sealed === '' ? [place] : [])).join(',')
  if (metaText(db, unreadNote) !== noted) setMeta(db, unreadNote, noted)
}

/** Who has written what does not open, where that is memos and messages of one person; of other rows nobody knows who was the last to write in them. */
export function authorOfUnread(db: Db, unread: Unread): string | null {
  const places = placesOf(unread)
  if (places.some(({ table }) => table !== 'memos' && table !== 'chat_messages')) return null
  const authors = new Set(
    places.map(
      ({ table, key }) =>
        db.one<{ author: string }>(`SELECT author FROM "${table}" WHERE id = ?`, [Number(key)])?.author ?? null,
    ),
  )
  return authors.size === 1 ? ([...authors][0] ?? null) : null
}

/** To seal the note and write it takes as long as to open so many. */
const worthNoting = 50

function layTables(db: Db, parts: KeyParts): void {
  makeInMemory(db, ['table'])
  // What could not be read before is judged anew.
  const note = parts.unread?.size ? new Map<string, string>() : readNote(db, parts)
  let fresh = 0
  for (const table of sealedTables) {
    if (table.lay) db.exec(table.lay)
    else {
      layKnown(db, table, note)
      fresh += openRows(db, table, parts)
    }
  }
  makeInMemory(db, ['index', 'trigger'])
  db.exec(sealedTables.map(noticing).join('\n'))
  if (fresh >= worthNoting) writeNote(db, parts, notedTables)
}

const notedTables = sealedTables.filter(({ lay }) => lay === undefined)

/** Without a rule for conflicts: that of the statement which fires a trigger would stand in its place. */
function noticing({ name, key }: SealedTable): string {
  const note = (row: string) => `INSERT INTO ${changed} VALUES ('${name}', ${row}."${key}");`
  const events = [
    ['INSERT', ['NEW']],
    ['UPDATE', ['OLD', 'NEW']],
    ['DELETE', ['OLD']],
  ] as const
  return events
    .map(
      ([event, rows]) => `CREATE TEMP TRIGGER sealing_${name}_${event} AFTER ${event} ON temp."${name}"
BEGIN ${rows.map(note).join(' ')} END;`,
    )
    .join('\n')
}

/** Those that are not in memory yet. Returns how many of them will be known the next time, if that is noted. */
function openRows(db: Db, table: SealedTable, parts: KeyParts): number {
  const { name, key, columns } = table
  const put = `INSERT INTO temp."${name}" (${listOf(columns)}) VALUES (${columns.map(() => '?').join(', ')})`
  let fresh = 0
  for (const row of rowsOf(db, table, `"${key}" NOT IN (SELECT "${key}" FROM temp."${name}")`)) {
    if (row.key === openedNote) continue
    const plain = table.open(parts, row)
    if (!plain) throw new DoesNotOpen()
    if (willBeKnown(row, plain, table)) fresh += 1
    db.run(
      put,
      columns.map((column) => plain[column] as Value),
    )
  }
  return fresh
}

/** Makes in memory what the file has. */
function makeInMemory(db: Db, types: readonly ('table' | 'index' | 'trigger')[]): void {
  const made = db.all<{ sql: string }>(
    `SELECT sql FROM main.sqlite_schema WHERE sql IS NOT NULL AND type IN (SELECT value FROM json_each(?))
AND tbl_name IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    [JSON.stringify(types), JSON.stringify(sealedTables.map(({ name }) => name))],
  )
  db.exec(made.map(({ sql }) => `${sql.replace(/^CREATE (TABLE|INDEX|TRIGGER) /, 'CREATE $1 temp.')};`).join('\n'))
}

const listOf = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')

/** In the order of their keys; `which`: in SQL, of which that must be true. */
function* rowsOf(db: Db, { name, key, columns, atOnce }: SealedTable, which = 'TRUE'): Generator<AnyRow> {
  let after: Key | null = null
  for (;;) {
    const rows: AnyRow[] = db.all<AnyRow>(
      `SELECT ${listOf(columns)} FROM main."${name}" WHERE ${which} ${after === null ? '' : `AND "${key}" > ?`} ORDER BY "${key}" LIMIT ${atOnce}`,
      after === null ? [] : [after],
    )
    yield* rows
    after = (rows.at(-1)?.[key] as Key | undefined) ?? null
    if (after === null) return
  }
}

/** `db`, of which each commit brings into the file what it has changed in memory. */
function writingSealed(db: Db, parts: KeyParts, texts: SealedTexts): Db {
  let isWithin = false
  const transaction = <T>(body: () => T): T => {
    if (isWithin) return db.transaction(body)
    isWithin = true
    try {
      return db.transaction(() => {
        const result = body()
        sealChanged(db, parts, texts)
        return result
      })
    } finally {
      isWithin = false
    }
  }
  /** A statement by itself. Some may stand in no transaction. */
  const settled = <T>(body: () => T): T => {
    const result = body()
    if (!isWithin && db.one(`SELECT 1 FROM temp.${changed} LIMIT 1`)) transaction(() => {})
    return result
  }
  /** Texts that a statement touches are open. */
  const opened: Db = {
    ...db,
    run: (sql, params) => settled(() => db.run(sql, params)),
    exec: (sql) => settled(() => db.exec(sql)),
    transaction,
    withAnswers: (answerIds) => {
      texts.open(answerIds)
      return opened
    },
    openMore: texts.openSome,
    openAhead: texts.openAhead,
  }
  const first = <T>(sql: string, body: () => T): T => {
    texts.before(sql)
    return body()
  }
  return {
    ...opened,
    run: (sql, params) => first(sql, () => opened.run(sql, params)),
    all: (sql, params) => first(sql, () => db.all(sql, params)),
    one: (sql, params) => first(sql, () => db.one(sql, params)),
    each: (sql, params, body) => first(sql, () => db.each(sql, params, body)),
    exec: (sql) => first(sql, () => opened.exec(sql)),
    ask: (sql, asking) => first(sql, () => db.ask(sql, asking)),
  }
}

const tableNamed = new Map(sealedTables.map((table) => [table.name, table]))

function sealChanged(db: Db, parts: KeyParts, texts: SealedTexts): void {
  const rows = db.all<{ tbl: string; key: Key }>(`SELECT DISTINCT tbl, key FROM temp.${changed}`)
  if (rows.length === 0) return
  // Of a row of which something else has changed.
  texts.open(rows.flatMap(({ tbl, key }) => (tbl === 'question_answers' ? [Number(key)] : [])))
  db.run(`DELETE FROM temp.${changed}`)
  for (const { tbl, key } of rows) sealOne(db, tableNamed.get(tbl) as SealedTable, key, parts)
}

function sealOne(db: Db, { name, key, columns, seal }: SealedTable, id: Key, parts: KeyParts): void {
  const row = db.one<AnyRow>(`SELECT ${listOf(columns)} FROM temp."${name}" WHERE "${key}" = ?`, [id])
  if (!row) {
    db.run(`DELETE FROM main."${name}" WHERE "${key}" = ?`, [id])
    return
  }
  const sealed = seal(parts, row)
  db.run(
    `INSERT OR REPLACE INTO main."${name}" (${listOf(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((column) => sealed[column] as Value),
  )
}
