/**
 * Sees what any SQL did to the rows of a project: triggers, made from the schema, write every touched row's before and
 * after into a temporary table. So commands write plain SQL and still every step can be undone, sent and watched.
 *
 * The values are written as they are, column by column: a function in a trigger (json_array) would make SQLite keep a
 * journal for every single statement, whose end costs time in proportion to all that the open savepoint has touched.
 *
 * Promises: `record` returns the net effects of its body in order, one per row between two edits of texts. What REPLACE
 * deletes and what an upsert updates are seen (recursive_triggers). Rows that come by the hundred are noted by whoever inserts them
 * (`noteInserts`), as they are stored. The HTML of an answer is not journaled when it is
 * edited, and neither are the rows that an edit moves: `apply` notes the edit itself with `noteEdit`.
 */
import { difference, type Edit, type Effect, squash, updateOf } from '../src/model/change.ts'
import { type AnyRow, columnsOf, type Key, keyOf, spec, type Table, tables } from '../src/model/schema.ts'
import type { EditStep } from '../src/model/text/edit.ts'
import type { Db, RowReader } from './db.ts'

export interface Journal {
  /** Runs `body` and returns what it did. Not to be nested. */
  record<T>(body: () => T): { result: T; effects: Effect[] }
  /** What the running `record` has seen until now. */
  soFar(): Effect[]
  noteEdit(edit: Edit & { inverse: EditStep[] }): void
  /** Runs `body`, which inserts rows and does nothing else, unseen, and notes the rows that it returns: triggers for each would double what it costs. */
  noteInserts(table: Table, body: () => AnyRow[]): void
  /** The edits of these answers are not told: their texts are not to be. */
  forgetEdits(answerIds: ReadonlySet<number>): void
  /** Runs `body`, which moves rows along with an edited text, unseen. */
  unseen(body: () => void): void
}

/** The most columns that a table has: a journal row has as many for the row before and as many for the row after. */
const widest = Math.max(...tables.map((table) => columnsOf(table).length))
const before = Array.from({ length: widest }, (_, i) => `b${i}`)
const after = Array.from({ length: widest }, (_, i) => `a${i}`)

export function openJournal(db: Db): Journal {
  db.exec(`PRAGMA recursive_triggers = ON; PRAGMA foreign_keys = OFF;
CREATE TEMP TABLE IF NOT EXISTS journal (n INTEGER PRIMARY KEY, tbl INTEGER, op TEXT, ${[...before, ...after].join(', ')});
CREATE TEMP TABLE IF NOT EXISTS journal_seeing (seeing INTEGER); DELETE FROM journal_seeing; INSERT INTO journal_seeing VALUES (0);
${tables.map(triggers).join('\n')}`)
  let edits: (Edit & { inverse: EditStep[] })[] = []
  let inserts: Effect[][] = []
  const see = (seeing: boolean) => db.run('UPDATE temp.journal_seeing SET seeing = ?', [seeing ? 1 : 0])

  const collect = (): Effect[] => {
    const noted: Effect[] = []
    db.each(readAll, [], (row) => {
      const op = row.text(1)
      if (op === 'many') for (const effect of inserts[row.number(0)] as Effect[]) noted.push(effect)
      else noted.push(op === 'edit' ? (edits[row.number(0)] as (typeof edits)[0]) : effectOf(row, op))
    })
    return squash(noted)
  }
  const clear = () => {
    db.run('DELETE FROM temp.journal')
    see(false)
    edits = []
    inserts = []
  }
  const unseen = <T>(body: () => T): T => {
    see(false)
    try {
      return body()
    } finally {
      see(true)
    }
  }
  return {
    record: (body) => {
      see(true)
      try {
        const result = body()
        return { result, effects: collect() }
      } finally {
        clear()
      }
    },
    soFar: collect,
    noteEdit: (edit) => {
      edits.push(edit)
      db.run("INSERT INTO temp.journal (tbl, op) VALUES (?, 'edit')", [edits.length - 1])
    },
    noteInserts: (table, body) => {
      const key = keyOf(table)
      const rows = unseen(body)
      inserts.push(rows.map((row) => ({ op: 'insert', table, id: row[key] as Key, row })))
      db.run("INSERT INTO temp.journal (tbl, op) VALUES (?, 'many')", [inserts.length - 1])
    },
    forgetEdits: (answerIds) => {
      for (const [n, { answerId }] of edits.entries())
        if (answerIds.has(answerId)) db.run("DELETE FROM temp.journal WHERE op = 'edit' AND tbl = ?", [n])
    },
    unseen,
  }
}

const readAll = `SELECT tbl, op, ${[...before, ...after].join(', ')} FROM temp.journal ORDER BY n`

function triggers(table: Table, index: number): string {
  const columns = columnsOf(table)
  const watched = columns.filter((column) => !(table === 'question_answers' && column === 'answer'))
  const when = 'WHEN (SELECT seeing FROM journal_seeing)'
  const values = (alias: string) => columns.map((column) => `${alias}."${column}"`)
  const note = (op: string, old: boolean, now: boolean) => {
    const into = [...(old ? before.slice(0, columns.length) : []), ...(now ? after.slice(0, columns.length) : [])]
    const from = [...(old ? values('OLD') : []), ...(now ? values('NEW') : [])]
    return `BEGIN INSERT INTO journal (tbl, op, ${into.join(', ')}) VALUES (${index}, '${op}', ${from.join(', ')}); END;`
  }
  return `
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_i AFTER INSERT ON main."${table}" ${when} ${note('i', false, true)}
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_u AFTER UPDATE OF ${watched.map((column) => `"${column}"`).join(', ')} ON main."${table}" ${when}
  ${note('u', true, true)}
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_d AFTER DELETE ON main."${table}" ${when} ${note('d', true, false)}`
}

function effectOf(noted: RowReader, op: string): Effect {
  const table = tables[noted.number(0)] as Table
  const was = op === 'i' ? null : rowOf(table, noted, 2)
  const now = op === 'd' ? null : rowOf(table, noted, 2 + widest)
  const id = (now ?? was)?.[keyOf(table)] as Key
  if (!was) return { op: 'insert', table, id, row: now as AnyRow }
  if (!now) return { op: 'remove', table, id, row: was }
  return difference(updateOf(table, id, was), was, now)
}

/** The row whose columns begin at `first`. */
function rowOf(table: Table, noted: RowReader, first: number): AnyRow {
  const row: AnyRow = {}
  let at = first
  for (const [column, type] of columnTypes(table)) {
    row[column] = type === 'int' ? noted.number(at) : noted.text(at)
    at += 1
  }
  return row
}

const types = new Map<Table, [string, string][]>(tables.map((table) => [table, Object.entries(spec(table).columns)]))
const columnTypes = (table: Table) => types.get(table) ?? []
