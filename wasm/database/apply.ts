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
import {
  bringsBack,
  type Change,
  type Edit,
  type Insert,
  isGiven,
  type Remove,
  type Update,
} from '../../src/model/change.ts'
import {
  type AnyRow,
  children,
  columnsOf,
  isWhole,
  type Key,
  keyOf,
  spec,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { giveBack, type TextRow } from '../../src/model/text/moveRows.ts'
import type { Db } from './db.ts'
import type { Direction } from './direction.ts'
import { editAnswer } from './editAnswer.ts'
import { indexedAfter } from './indexedAfter.ts'
import { type Journal, rowOf } from './journal.ts'
import { handOver, mergesIn, takePlace } from './quirkMerges.ts'
import { atRow, atRows } from './texts.ts'

/** Returns the careful removals that were not done: other rows hang on those still. */
export function apply(
  db: Db,
  journal: Journal,
  changes: readonly Change[],
  direction: Direction = 'forward',
): readonly Remove[] {
  if (direction === 'forward') for (const merge of mergesIn(changes)) takePlace(db, merge)
  let left: Remove[] = []
  /** Words have come back: whoever says where rows lie that go with them may not have known all that these hold. */
  let growing = false
  /** What is said to be given back has been given already, as it is remembered, or its words have not come back. */
  let isDone = !journal.held.isTaken()
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at] as Change
    if (direction === 'forward' && isGiven(change)) {
      if (!isDone) at += journal.asGiven(() => giveRows(db, journal, changes, at, growing)) - 1
      continue
    }
    if (growing && growRow(db, change)) continue
    const many = alike(changes, at)
    if (many >= enough) {
      left = left.concat(doMany(db, journal, changes.slice(at, at + many), direction))
      at += many - 1
    } else if (change.op === 'insert') {
      if (change.into !== undefined) journal.noteHow(change.table, change.id, { into: change.into })
      insert(db, journal, change, direction)
    } else if (change.op === 'update') update(db, change)
    else if (change.op === 'remove') {
      if (!remove(db, journal, change, direction)) left.push(change)
    } else {
      editAnswer(db, journal, change, direction)
      if (direction !== 'forward' || journal.held.isTaken()) continue
      isDone = isRemembered(journal, change) || !bringsBack(change)
      growing ||= bringsBack(change)
    }
  }
  // What hangs on a row may go in the same step, after it.
  const again = left.length === 0 ? left : removeLeft(db, journal, left, direction)
  return again.length < left.length ? apply(db, journal, again, direction) : left
}

/** Whether it is remembered of all the words that an edit brings back what held them. */
function isRemembered({ held }: Journal, { steps }: Edit): boolean {
  const back = steps.flatMap((step) => (step.type === 'text' ? (step.back ?? []) : []))
  return held.remembers(back)
}

/** Does what is said to be given back, from the change at `at` on; returns how many changes that were. */
function giveRows(db: Db, journal: Journal, changes: readonly Change[], at: number, growing: boolean): number {
  const change = changes[at] as Insert | Update
  if (growing && growRow(db, change)) return 1
  const many = alike(changes, at)
  if (many >= enough) doMany(db, journal, changes.slice(at, at + many), 'forward')
  else if (change.op === 'insert') insert(db, journal, change, 'forward')
  else update(db, change)
  return many >= enough ? many : 1
}

const removeLeft = (db: Db, journal: Journal, left: readonly Remove[], direction: Direction): Remove[] =>
  left.filter((change) => !remove(db, journal, change, direction))

/** So many rows of one table are inserted, or removed, together. */
const enough = 50

/** How many changes from here on are alike: insertions into one table of rows that stand in it just as they are given, or removals from it. */
function alike(changes: readonly Change[], from: number): number {
  const first = changes[from] as Change
  if (first.op !== 'insert' && first.op !== 'remove') return 1
  // A quirk may go with another of the same step.
  if (keyOf(first.table) !== 'id' || (first.op === 'remove' && first.table === 'quirks')) return 1
  const isAlike = first.op === 'insert' ? alikeInsert(first) : alikeRemove(first)
  let at = from
  while (at < changes.length && isAlike(changes[at] as Change)) at += 1
  return Math.max(1, at - from)
}

const alikeInsert = ({ table, given }: Insert) => {
  const columns = Object.entries(spec(table).columns)
  return (change: Change): boolean =>
    change.op === 'insert' &&
    change.table === table &&
    change.into === undefined &&
    change.given === given &&
    columns.every(([name, type]) => isKept(change.row[name], type))
}

const alikeRemove =
  ({ table, careful }: Remove) =>
  (change: Change): boolean =>
    change.op === 'remove' && change.table === table && change.careful === careful && Number.isSafeInteger(change.id)

const isKept = (value: unknown, type: string): boolean =>
  type === 'int' ? Number.isSafeInteger(value) : typeof value === 'string' && value.isWellFormed()

/** Returns the removals that were not done. */
function doMany(db: Db, journal: Journal, changes: readonly Change[], direction: Direction): Remove[] {
  const [first] = changes
  if (first?.op === 'remove') return removeAlike(db, journal, first, changes as Remove[], direction)
  if (first?.op === 'insert') insertMany(db, journal, first.table, changes as Insert[], direction)
  return []
}

function insertMany(db: Db, journal: Journal, table: Table, changes: readonly Insert[], direction: Direction): void {
  const columns = columnsOf(table)
  const effectOf = (change: Insert): Insert => {
    const { id, row, given, lost } = change
    // Of hundreds of thousands of rows nearly all are just what they were to be: for those there is no second object.
    if (given === undefined && lost === undefined && isWhole(table, row)) return change
    return { op: 'insert', table, id, row: isWhole(table, row) ? row : whole(row, columns) }
  }
  journal.noteMany('insert', table, () =>
    indexedAfter(db, table, changes.length, () => {
      const done: Insert[] = []
      for (const change of changes) if (insert(db, journal, change, direction)) done.push(effectOf(change))
      return done
    }),
  )
}

function whole(given: AnyRow, columns: readonly string[]): AnyRow {
  const row: AnyRow = {}
  for (const column of columns) row[column] = given[column] as number | string
  return row
}

/** A row that lies on a text, and is there, gets the stretch on which it is to lie beside its own. False: that is not so of this change. */
function growRow(db: Db, change: Change): boolean {
  if (change.op !== 'insert' && change.op !== 'update') return false
  const { start, length } = change.op === 'insert' ? change.row : change.set
  if (!spec(change.table).onText || start === undefined || length === undefined) return false
  const row = db.one<TextRow>(`SELECT id, start, length FROM "${change.table}" WHERE id = ?`, [change.id])
  if (!row) return false
  const stretch = { from: start as number, to: (start as number) + (length as number) }
  if (stretch.from >= stretch.to) return true
  const { id: _, ...grown } = giveBack(row, stretch)
  const known = change.op === 'update' ? change : { op: 'update' as const, table: change.table, id: change.id }
  update(db, { ...known, set: { ...(change.op === 'update' && change.set), ...grown } })
  return true
}

/** Whether the row was not there. */
function insert(db: Db, journal: Journal, { table, row }: Insert, direction: Direction): boolean {
  if (table === 'highlights' && (row.length as number) <= 0) return false
  const done = db.run(
    insertSql(table),
    columnsOf(table).map((column) => row[column] as number | string),
  )
  if (table === 'question_answers' && done > 0) noteText(db, journal, row, direction)
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
function noteText(db: Db, { isBlind, textOf }: Journal, answer: AnyRow, direction: Direction): void {
  const text = isBlind ? '' : textOf(answer.answer as string)
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
    (column) =>
      column !== keyOf(change.table) &&
      column in spec(change.table).columns &&
      // The text of an answer is edited, never written: highlights and memos lie on it.
      !(change.table === 'question_answers' && column === 'answer'),
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
  const sql = `SELECT * FROM "${change.table}" WHERE "${keyOf(change.table)}" = ?`
  const row = atRow(db, change.table, change.id).one<AnyRow>(sql, [change.id])
  if (!row) return []
  const holds = (column: string) => row[column] === change.expect?.[column]
  const stretch = ['start', 'length']
  return columns.filter((column) => (change.place && stretch.includes(column) ? stretch.every(holds) : holds(column)))
}

/** Whether it was done. */
function remove(db: Db, journal: Journal, change: Remove, direction: Direction): boolean {
  const { table, id, careful } = change
  if (careful && hasDependents(db, table, id)) return false
  if (careful) journal.noteHow(table, id, { careful })
  if (direction === 'forward') for (const merge of mergesIn([change])) handOver(db, journal, merge)
  removeRows(db, table, [id], direction)
  return true
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

/** Of one table that no row of itself names, so that what hangs on one is the same before and after the others have gone. */
function removeAlike(
  db: Db,
  journal: Journal,
  { table, careful }: Remove,
  changes: readonly Remove[],
  direction: Direction,
): Remove[] {
  const ids = changes.map(({ id }) => id)
  const kept = careful ? dependedOn(db, table, ids) : noKeys
  const going = kept.size === 0 ? ids : ids.filter((id) => !kept.has(id))
  if (careful) for (const id of going) journal.noteHow(table, id, { careful })
  removeMany(db, journal, table, going, direction)
  return changes.filter(({ id }) => kept.has(id))
}

const noKeys: ReadonlySet<Key> = new Set()
/** The ids come as one JSON list. */
const among = 'IN (SELECT value FROM json_each(?))'
const idsOf = (db: Db, sql: string, ids: readonly Key[]): Key[] => {
  const found: Key[] = []
  db.each(sql, [JSON.stringify(ids)], (row) => found.push(row.number(0)))
  return found
}

/** Those of the rows on which others hang. */
function dependedOn(db: Db, table: Table, ids: readonly Key[]): Set<Key> {
  const found = namingOf(table).flatMap(({ table: child, column }) =>
    idsOf(db, `SELECT DISTINCT "${column}" FROM "${child}" WHERE "${column}" ${among}`, ids),
  )
  const placed = table === 'question_answers' ? onText.flatMap((child) => idsOf(db, atAnswers(child, 'a.id'), ids)) : []
  return new Set([...found, ...placed])
}

const atAnswers = (child: (typeof onText)[number], column: string): string =>
  `SELECT ${column} FROM question_answers a JOIN ${child} c ON c.sourceId = a.sourceId AND c.questionId = a.questionId WHERE a.id ${among}`

/** As `removeRows` does one by one. */
function removeMany(given: Db, journal: Journal, table: Table, ids: readonly Key[], direction: Direction): void {
  if (ids.length === 0) return
  const db = atRows(given, table, ids)
  for (const { table: child, column } of namingOf(table)) {
    const under = idsOf(db, `SELECT "${keyOf(child)}" FROM "${child}" WHERE "${column}" ${among}`, ids)
    removeMany(db, journal, child, under, direction)
  }
  if (table === 'question_answers') {
    for (const child of onText) removeMany(db, journal, child, idsOf(db, atAnswers(child, 'c.id'), ids), direction)
    db.run(`UPDATE answer_texts SET text = NULL, version = version - ? WHERE answerId ${among} AND text IS NOT NULL`, [
      direction === 'rewind' ? 1 : 0,
      JSON.stringify(ids),
    ])
  }
  journal.noteMany('remove', table, () => {
    const gone: (Remove & { row: AnyRow })[] = []
    const columns = columnsOf(table).map((column) => `t."${column}"`)
    // In the order that is asked for, so that what takes it back adds at the end of the table.
    const sql = `SELECT ${columns.join(', ')} FROM json_each(?) j CROSS JOIN "${table}" t ON t."${keyOf(table)}" = j.value`
    const list = JSON.stringify(ids)
    const key = keyOf(table)
    db.each(sql, [list], (found) => {
      const row = rowOf(table, found, 0)
      gone.push({ op: 'remove', table, id: row[key] as Key, row })
    })
    if (gone.length === 0) return gone
    const count = indexedAfter(db, table, gone.length, () =>
      db.run(`DELETE FROM "${table}" WHERE "${key}" ${among}`, [list]),
    )
    // Somebody may have named a row twice.
    return gone.length === count ? gone : [...new Map(gone.map((effect) => [effect.id, effect])).values()]
  })
}

/**
 * Removes rows with all that names them. `above`: those of the same table that are going already; a step that waits and one of another may
 * put two quirks under each other until the room has answered.
 */
export function removeRows(
  given: Db,
  table: Table,
  ids: readonly Key[],
  direction: Direction = 'forward',
  above: readonly Key[] = [],
): void {
  const naming = namingOf(table)
  const sql = `DELETE FROM "${table}" WHERE "${keyOf(table)}" = ?`
  const db = atRows(given, table, ids)
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
