/**
 * Sees what any SQL did to the rows of a project: triggers, made from the schema, write every touched row's before and
 * after into a temporary table. So commands write plain SQL and still every step can be undone, sent and watched.
 *
 * Promises: `record` returns the net effects of its body in order, one per row between two edits of texts. What REPLACE
 * deletes and what an upsert updates are seen (recursive_triggers). The HTML of an answer is not journaled when it is
 * edited, and neither are the rows that an edit moves: `apply` notes the edit itself with `noteEdit`.
 */
import { difference, type Edit, type Effect, squash, updateOf } from '../src/model/change.ts'
import { type AnyRow, columnsOf, type Key, keyOf, type Table, tables } from '../src/model/schema.ts'
import type { EditStep } from '../src/model/text/edit.ts'
import type { Db } from './db.ts'

export interface Journal {
  /** Runs `body` and returns what it did. Not to be nested. */
  record<T>(body: () => T): { result: T; effects: Effect[] }
  /** What the running `record` has seen until now. */
  soFar(): Effect[]
  noteEdit(edit: Edit & { inverse: EditStep[] }): void
  /** Runs `body`, which moves rows along with an edited text, unseen. */
  unseen(body: () => void): void
}

interface Noted {
  tbl: number
  op: string
  old: string | null
  new: string | null
}

export function openJournal(db: Db): Journal {
  db.exec(`PRAGMA recursive_triggers = ON; PRAGMA foreign_keys = OFF;
CREATE TEMP TABLE IF NOT EXISTS journal (n INTEGER PRIMARY KEY, tbl INTEGER, op TEXT, old TEXT, new TEXT);
CREATE TEMP TABLE IF NOT EXISTS journal_seeing (seeing INTEGER); DELETE FROM journal_seeing; INSERT INTO journal_seeing VALUES (0);
${tables.map(triggers).join('\n')}`)
  let edits: (Edit & { inverse: EditStep[] })[] = []
  const see = (seeing: boolean) => db.run('UPDATE temp.journal_seeing SET seeing = ?', [seeing ? 1 : 0])

  const collect = (): Effect[] => {
    const noted = db.all<Noted>('SELECT tbl, op, old, new FROM temp.journal ORDER BY n')
    return squash(
      noted.map((entry) => (entry.op === 'edit' ? (edits[entry.tbl] as (typeof edits)[0]) : effectOf(entry))),
    )
  }
  const clear = () => {
    db.run('DELETE FROM temp.journal')
    see(false)
    edits = []
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
    unseen: (body) => {
      see(false)
      body()
      see(true)
    },
  }
}

function triggers(table: Table, index: number): string {
  const columns = columnsOf(table)
  const array = (alias: string) => `json_array(${columns.map((column) => `${alias}."${column}"`).join(', ')})`
  const watched = columns.filter((column) => !(table === 'question_answers' && column === 'answer'))
  const when = 'WHEN (SELECT seeing FROM journal_seeing)'
  const note = (values: string) => `BEGIN INSERT INTO journal (tbl, op, old, new) VALUES (${index}, ${values}); END;`
  return `
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_i AFTER INSERT ON main."${table}" ${when} ${note(`'i', NULL, ${array('NEW')}`)}
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_u AFTER UPDATE OF ${watched.map((column) => `"${column}"`).join(', ')} ON main."${table}" ${when}
  ${note(`'u', ${array('OLD')}, ${array('NEW')}`)}
CREATE TEMP TRIGGER IF NOT EXISTS journal_${table}_d AFTER DELETE ON main."${table}" ${when} ${note(`'d', ${array('OLD')}, NULL`)}`
}

function effectOf(noted: Noted): Effect {
  const table = tables[noted.tbl] as Table
  const was = noted.old === null ? null : rowOf(table, noted.old)
  const now = noted.new === null ? null : rowOf(table, noted.new)
  const id = (now ?? was)?.[keyOf(table)] as Key
  if (!was) return { op: 'insert', table, id, row: now as AnyRow }
  if (!now) return { op: 'remove', table, id, row: was }
  return difference(updateOf(table, id, was), was, now)
}

function rowOf(table: Table, json: string): AnyRow {
  const values = JSON.parse(json) as (number | string)[]
  return Object.fromEntries(columnsOf(table).map((column, i) => [column, values[i] as number | string]))
}
