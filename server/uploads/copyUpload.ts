/**
 * Copies the rows of a project that somebody has sent into an empty one. Of the file itself nothing stays: what is taken is the
 * values of the tables and columns that we know, each judged as a client's would be.
 *
 * Promises: nothing of the file is run; one text is in memory at a time; a million rows take seconds.
 */
import { createHash } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { longestAnswer } from '../../src/model/limits.ts'
import { soundColour } from '../../src/model/palette.ts'
import { isProblem, Refusal, refuse } from '../../src/model/problems.ts'
import { columnsOf, keyOf, none, spec, systemPreferences, type Table, tables } from '../../src/model/schema.ts'
import { protectionKeys, sealedLength } from '../../src/model/sealing/sealedForm.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { mediaPart } from '../../src/model/sound/media.ts'
import { canonicalHtml, canonicalText, parseHtml } from '../../src/model/text/richText.ts'
import type { Db, Value } from '../../wasm/database/db.ts'
import { inspectFile, openForeign } from '../files/inspectFile.ts'
import { checkValue, parentsOf } from '../room/check.ts'

/** `name`: what the sender calls the file. `db` has a project's empty tables and is in a transaction. Throws Refusal. */
export function copyUpload(path: string, name: string, db: Db): void {
  const inspected = inspectFile(path, { foreign: true, takesProtected: true })
  const taken = isProblem(inspected)
    ? refuse('name' in inspected.problem ? { ...inspected.problem, name } : inspected.problem)
    : inspected.ok
  const file = openForeign(path)
  try {
    const lengths = new Map<string, number>()
    const there = new Set(
      file
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
        .map(({ name }) => name),
    )
    // An older program's file lacks tables of this one.
    for (const table of tables.filter((each) => there.has(each))) {
      const columns = columnsOf(table)
      for (const column of columns)
        if (spec(table).columns[column] === 'text' && file.prepare(tooLong(table, column)).get(4 * longestAnswer))
          refuse({ kind: 'tooLong', most: longestAnswer })
      const rows = file.prepare(`SELECT ${columns.map((column) => `"${column}"`).join(', ')} FROM "${table}"`)
      copyRows(rows, table, columns, db, { lengths, isSealed: taken.isProtected, name })
    }
    if (there.has('_media')) copyMedia(file, db)
  } catch (error) {
    throw error instanceof Refusal || !isOfRow(error) ? error : new Refusal({ kind: 'notAProject', name })
  } finally {
    file.close()
  }
  leaveOutOrphans(db)
  leaveOutMedia(db)
  breakCycles(db)
  checkTwice(db)
}

/** The sound of recordings that is what its hash says; other bytes are left out, and the recording has none then. */
function copyMedia(file: DatabaseSync, db: Db): void {
  const parts = file.prepare('SELECT n, bytes FROM _media WHERE hash = ? ORDER BY n')
  for (const { hash } of db.all<{ hash: string }>("SELECT DISTINCT hash FROM recordings WHERE hash <> ''")) {
    const sha = createHash('sha256')
    let next = 0
    for (const { n, bytes } of parts.iterate(hash)) {
      if (n !== next || !(bytes instanceof Uint8Array) || bytes.length > mediaPart) break
      sha.update(bytes)
      db.run('INSERT INTO _media (hash, n, bytes) VALUES (?, ?, ?)', [hash, n, bytes])
      next += 1
    }
    if (sha.digest('base64url') !== hash) db.run('DELETE FROM _media WHERE hash = ?', [hash])
  }
}

/** Of recordings that hang on nothing. */
function leaveOutMedia(db: Db): void {
  db.run('DELETE FROM _media WHERE hash NOT IN (SELECT hash FROM recordings)')
}

/** Without reading the value. */
const tooLong = (table: string, column: string): string =>
  `SELECT 1 FROM "${table}" WHERE octet_length("${column}") > ? LIMIT 1`

/** A key that is there twice, a number that is none of ours, a text beyond what a string holds. */
const isOfRow = (error: unknown): boolean => {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number }
  return (errcode & 0xff) === 19 || ['ERR_OUT_OF_RANGE', 'ERR_STRING_TOO_LONG'].includes(code ?? '')
}

const system: ReadonlySet<unknown> = new Set(systemPreferences)

interface Copying {
  /** Of the texts, by source and question; filled by the answers, read by what lies on them. */
  lengths: Map<string, number>
  /** The project is protected: what is sealed is taken as it is. */
  isSealed: boolean
  /** What the file is called. */
  name: string
}

function copyRows(
  rows: StatementSync,
  table: Table,
  columns: readonly string[],
  db: Db,
  { lengths, isSealed, name }: Copying,
): void {
  rows.setReturnArrays(true)
  const insert = `INSERT INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  const at = Object.fromEntries(columns.map((column, i) => [column, i]))
  const clean = cleaner(table)
  const placeOf = (row: Value[]) => `${row[at.sourceId as number]} ${row[at.questionId as number]}`
  for (const read of rows.iterate()) {
    const row = read as unknown as Value[]
    if (table === 'preferences' && system.has(row[0]) && !(isSealed && protectionKeys.has(row[0]))) continue
    if (table === 'quirks') row[at.color as number] = colourIn(row[at.color as number], row[at.id as number])
    const sealed = isSealed ? sealedColumns(table, { [keyOf(table)]: String(row[at[keyOf(table)] as number]) }) : []
    for (const [i, column] of columns.entries())
      row[i] = sealed.includes(column) ? sealedIn(row[i] as Value, name) : clean(column, row[i] as Value)
    if (spec(table).onText) {
      const length = lengths.get(placeOf(row))
      if (length === undefined) continue
      keepWithin(row, at.start as number, at.length as number, length)
    }
    db.run(insert, row)
    if (table !== 'question_answers') continue
    if (isSealed) lengths.set(placeOf(row), sealedLength(row[at.answer as number] as string) ?? 0)
    if (isSealed) continue
    const { text } = parseHtml(row[at.answer as number] as string)
    lengths.set(placeOf(row), text.length)
    db.run('INSERT INTO answer_texts (answerId, version, text) VALUES (?, 1, ?)', [
      row[at.id as number] as number,
      text,
    ])
  }
}

/** What makes a project a protected one. */

/** Whether it opens nobody here can see. */
const sealedIn = (value: Value, name: string): string =>
  typeof value === 'string' && sealedLength(value) !== null ? value : refuse({ kind: 'truncatedProject', name })

const colourIn = (written: Value | undefined, id: Value | undefined): Value =>
  typeof written === 'string' ? soundColour(written, Number(id)) : (written ?? null)

/** Values as they may stand in a project. Texts that come again and again (authors, colours) are looked at once. */
function cleaner(table: Table): (column: string, value: Value) => Value {
  const known = new Map<string, string>()
  return (column, value) => {
    if (spec(table).columns[column] === 'int' || typeof value !== 'string') {
      checkValue(table, column, value)
      return value
    }
    const before = known.get(value)
    if (before !== undefined) return before
    const text = table === 'question_answers' && column === 'answer' ? canonicalHtml(value) : canonicalText(value)
    checkValue(table, column, text)
    if (value.length < 100 && known.size < 1000) known.set(value, text)
    return text
  }
}

/** What would reach beyond its text, of `most` units, ends with it. */
function keepWithin(row: Value[], start: number, length: number, most: number): void {
  const from = Math.min(Math.max(0, row[start] as number), most)
  row[length] = Math.min(Math.max(0, row[length] as number), most - from)
  row[start] = from
}

/** Rows that name one that is not there go; a quirk without its parent is one of the first level. */
function leaveOutOrphans(db: Db): void {
  const missing = (parent: string, column: string) =>
    `NOT EXISTS (SELECT 1 FROM "${parent}" p WHERE p.id = t."${column}")`
  for (const table of tables)
    for (const [column, parent] of Object.entries(spec(table).parents ?? {}))
      if (table === parent)
        db.run(`UPDATE "${table}" AS t SET "${column}" = ? WHERE "${column}" <> ? AND ${missing(parent, column)}`, [
          none,
          none,
        ])
      else db.run(`DELETE FROM "${table}" AS t WHERE ${missing(parent, column)}`)
  db.run('DELETE FROM answer_texts WHERE answerId NOT IN (SELECT id FROM question_answers)')
}

function breakCycles(db: Db): void {
  const parents = parentsOf(db)
  /** Those from where every way up ends. */
  const sound = new Set<number>([none])
  for (const id of parents.keys()) {
    const way = new Set<number>()
    for (let up = id; !sound.has(up); up = parents.get(up) ?? none) {
      way.add(up)
      if (!way.has(parents.get(up) ?? none)) continue
      parents.set(up, none)
      db.run('UPDATE quirks SET parentQuirkId = ? WHERE id = ?', [none, up])
    }
    for (const each of way) sound.add(each)
  }
}

/** What is there once in every project. */
function checkTwice(db: Db): void {
  const names = (sql: string) => db.all<{ within: number; name: string }>(sql)
  const twice = (rows: { within: number; name: string }[]) => {
    const seen = new Set<string>()
    return rows.find(({ within, name }) => seen.size === seen.add(`${within} ${name}`).size)?.name
  }
  const folded = (sql: string) => names(sql).map(({ within, name }) => ({ within, name: name.toLowerCase() }))
  const group = twice(names('SELECT 0 AS within, description AS name FROM groups'))
  if (group !== undefined) refuse({ kind: 'groupExists', name: group })
  const key = twice(folded('SELECT 0 AS within, key AS name FROM source_metadata_keys'))
  if (key !== undefined) refuse({ kind: 'keyExists', name: key })
  const value = twice(folded('SELECT keyId AS within, value AS name FROM source_metadata_values'))
  if (value !== undefined) refuse({ kind: 'valueExists', name: value })
  if (db.one('SELECT 1 FROM question_answers GROUP BY sourceId, questionId HAVING COUNT(*) > 1 LIMIT 1'))
    refuse({ kind: 'answerExists' })
}
