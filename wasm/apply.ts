/**
 * Does changes to a project, alike in every place that holds one. The journal sees what it does, so the effects, not the
 * changes asked for, say what happened: an update of a row that is gone, or of a column that no longer holds what the
 * change expects, does nothing.
 *
 * Promises: removing a row removes what names it (schema `parents`; the highlights and memos of an answer with it). An
 * edit moves every highlight and memo of its answer onto the same words, and its inverse gives back what it took.
 * Statements fail (OR FAIL) instead of undoing what they had begun, which the transaction around them does: undoing would
 * have SQLite keep a journal for every statement. Call within `journal.record` and a transaction. Throws Refusal `badEdit` where an edit does not fit the text.
 */
import type { Change, Insert, Remove, Update } from '../src/model/change.ts'
import { type AnyRow, children, columnsOf, type Key, keyOf, spec, type Table, tables } from '../src/model/schema.ts'
import { parseHtml } from '../src/model/text/richText.ts'
import type { Db } from './db.ts'
import type { Direction } from './direction.ts'
import { editAnswer } from './editAnswer.ts'
import type { Journal } from './journal.ts'

export function apply(db: Db, journal: Journal, changes: readonly Change[], direction: Direction = 'forward'): void {
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at] as Change
    const many = change.op === 'insert' ? alike(changes, at) : 1
    if (many >= enough) {
      insertMany(db, journal, changes.slice(at, at + many) as Insert[], direction)
      at += many - 1
    } else if (change.op === 'insert') insert(db, change, direction)
    else if (change.op === 'update') update(db, change)
    else if (change.op === 'remove') remove(db, change, direction)
    else editAnswer(db, journal, change, direction)
  }
}

/** So many rows of one table are inserted together. */
const enough = 50

/** How many changes from here on are insertions into one table of rows that stand in it just as they are given. */
function alike(changes: readonly Change[], from: number): number {
  const { table } = changes[from] as Insert
  if (keyOf(table) !== 'id') return 1
  const columns = Object.entries(spec(table).columns)
  let at = from
  for (; at < changes.length; at += 1) {
    const change = changes[at] as Change
    if (
      change.op !== 'insert' ||
      change.table !== table ||
      !columns.every(([name, type]) => isKept(change.row[name], type))
    )
      break
  }
  return Math.max(1, at - from)
}

const isKept = (value: unknown, type: string): boolean =>
  type === 'int' ? Number.isSafeInteger(value) : typeof value === 'string' && value.isWellFormed()

function insertMany(db: Db, journal: Journal, changes: readonly Insert[], direction: Direction): void {
  const [first] = changes
  if (!first) return
  const columns = columnsOf(first.table)
  journal.noteInserts(first.table, () => {
    const done: AnyRow[] = []
    for (const change of changes)
      if (insert(db, change, direction))
        done.push(Object.fromEntries(columns.map((column) => [column, change.row[column] as number | string])))
    return done
  })
}

/** Whether the row was not there. */
function insert(db: Db, { table, row }: Insert, direction: Direction): boolean {
  if (table === 'highlights' && (row.length as number) <= 0) return false
  const done = db.run(
    insertSql(table),
    columnsOf(table).map((column) => row[column] as number | string),
  )
  if (table === 'question_answers' && done > 0) noteText(db, row, direction)
  return done > 0
}

const insertStatements = new Map<Table, string>()
function insertSql(table: Table): string {
  const known = insertStatements.get(table)
  if (known) return known
  const columns = columnsOf(table)
  const key = keyOf(table)
  const others = columns.filter((column) => column !== key)
  // Ids are made once, so a row that is there already is this one; other keys describe what they hold, and the last one wins.
  const conflict =
    key === 'id' ? 'NOTHING' : `UPDATE SET ${others.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`
  const sql = `INSERT OR FAIL INTO "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
ON CONFLICT ("${key}") DO ${conflict}`
  insertStatements.set(table, sql)
  return sql
}

/** A text that comes (again) is a new version; one that comes back in a rewind is the version that went. */
function noteText(db: Db, answer: AnyRow, direction: Direction): void {
  const { text } = parseHtml(answer.answer as string)
  const next = direction === 'forward' ? 1 : 0
  db.run(
    `INSERT INTO answer_texts (answerId, version, text) VALUES (?, ?, ?)
ON CONFLICT (answerId) DO UPDATE SET version = version + ?, text = excluded.text`,
    [answer.id as number, next, text, next],
  )
}

function update(db: Db, change: Update): void {
  // A highlight whose words have gone on the way here goes with them.
  if (change.table === 'highlights' && ((change.set.length as number | undefined) ?? 1) <= 0) {
    db.run('DELETE FROM highlights WHERE id = ?', [change.id])
    return
  }
  const columns = Object.keys(change.set).filter(
    (column) => column !== keyOf(change.table) && column in spec(change.table).columns,
  )
  const written = change.expect ? stillAsExpected(db, change, columns) : columns
  if (written.length === 0) return
  const values = written.map((column) => change.set[column] as number | string)
  db.run(updateSql(change.table, written), [...values, change.id])
}

const updateStatements = new Map<string, string>()
function updateSql(table: Table, columns: readonly string[]): string {
  const key = `${table} ${columns.join()}`
  const known = updateStatements.get(key)
  if (known) return known
  const sql = `UPDATE OR FAIL "${table}" SET ${columns.map((column) => `"${column}" = ?`).join(', ')} WHERE "${keyOf(table)}" = ?`
  updateStatements.set(key, sql)
  return sql
}

/** Start and length are one: a stretch that somebody else has changed stays whole as it is. */
function stillAsExpected(db: Db, change: Update, columns: string[]): string[] {
  const row = db.one<AnyRow>(`SELECT * FROM "${change.table}" WHERE "${keyOf(change.table)}" = ?`, [change.id])
  if (!row) return []
  const holds = (column: string) => row[column] === change.expect?.[column]
  const stretch = ['start', 'length']
  return columns.filter((column) => (change.place && stretch.includes(column) ? stretch.every(holds) : holds(column)))
}

function remove(db: Db, change: Remove, direction: Direction): void {
  if (change.careful && hasDependents(db, change.table, change.id)) return
  removeRows(db, change.table, [change.id], direction)
}

function hasDependents(db: Db, table: Table, id: Key): boolean {
  if (
    namingOf(table).some((child) => db.one(`SELECT 1 FROM "${child.table}" WHERE "${child.column}" = ? LIMIT 1`, [id]))
  )
    return true
  return (
    table === 'question_answers' &&
    onText.some((child) => db.one(`SELECT 1 FROM ${child} WHERE ${atAnswer} LIMIT 1`, [id, id]))
  )
}

const onText = ['highlights', 'memos'] as const
const atAnswer = `sourceId = (SELECT sourceId FROM question_answers WHERE id = ?) AND questionId = (SELECT questionId FROM question_answers WHERE id = ?)`

/**
 * Removes rows with all that names them. `above`: those of the same table that are going already; a step that waits and one of another may
 * put two quirks under each other until the room has answered.
 */
export function removeRows(
  db: Db,
  table: Table,
  ids: readonly Key[],
  direction: Direction = 'forward',
  above: readonly Key[] = [],
): void {
  const naming = namingOf(table)
  const sql = `DELETE FROM "${table}" WHERE "${keyOf(table)}" = ?`
  for (const id of ids) {
    for (const child of naming) {
      const key = keyOf(child.table)
      const named = db.all<AnyRow>(`SELECT "${key}" AS id FROM "${child.table}" WHERE "${child.column}" = ?`, [id])
      if (named.length > 0 && namingOf(child.table).length === 0 && child.table !== 'question_answers')
        db.run(`DELETE FROM "${child.table}" WHERE "${child.column}" = ?`, [id])
      else {
        const going = child.table === table ? [...above, id] : []
        const under = named.map((row) => row.id as Key).filter((key) => !going.includes(key))
        removeRows(db, child.table, under, direction, going)
      }
    }
    if (table === 'question_answers') removeText(db, id, direction)
    db.run(sql, [id])
  }
}

const childrenOf = new Map(tables.map((table) => [table, children(table)]))
const namingOf = (table: Table) => childrenOf.get(table) ?? []

function removeText(db: Db, answerId: Key, direction: Direction): void {
  for (const child of onText) db.run(`DELETE FROM ${child} WHERE ${atAnswer}`, [answerId, answerId])
  db.run('UPDATE answer_texts SET text = NULL, version = version - ? WHERE answerId = ? AND text IS NOT NULL', [
    direction === 'rewind' ? 1 : 0,
    answerId,
  ])
}
