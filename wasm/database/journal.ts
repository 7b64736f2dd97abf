/**
 * Sees what any SQL did to the rows of a project: triggers, made from the schema, write every touched row's before and
 * after into a temporary table. So commands write plain SQL and still every step can be undone, sent and watched.
 *
 * The values are written as they are, column by column: a function in a trigger (json_array) would make SQLite keep a
 * journal for every single statement, whose end costs time in proportion to all that the open savepoint has touched.
 *
 * Promises: `record` returns the net effects of its body in order, one per row between two edits of texts. What REPLACE
 * deletes and what an upsert updates are seen (recursive_triggers). Rows that come or go by the hundred are noted by whoever inserts or
 * deletes them (`noteMany`), as they are stored. The HTML of an answer is not journaled when it is
 * edited, and neither are the rows that an edit moves: `apply` notes the edit itself with `noteEdit`.
 */
import { difference, type Edit, type Effect, type Remove, squash, updateOf } from '../../src/model/change.ts'
import { type AnyRow, columnsOf, type Key, keyOf, spec, type Table, tables } from '../../src/model/schema.ts'
import type { EditStep } from '../../src/model/text/edit.ts'
import { parseHtml } from '../../src/model/text/richText.ts'
import type { Db, RowReader } from './db.ts'
import { type Held, openHeld } from './held.ts'
import { schemaOf } from './schemaOf.ts'

type How = Pick<Remove, 'careful' | 'into'>

export interface Journal {
  /** Runs `body` and returns what it did. Not to be nested. */
  record<T>(body: () => T): { result: T; effects: Effect[] }
  /** What the running `record` has seen until now. */
  soFar(): Effect[]
  noteEdit(edit: Edit & { inverse: EditStep[] }): void
  /**
   * Runs `body`, which inserts or deletes rows of one table and does nothing else, without the trigger that sees it, and notes what it says
   * that it did. A trigger costs as much again as an insertion, even one that does not look.
   */
  noteMany(op: 'insert' | 'remove', table: Table, body: () => Effect[]): void
  /** How a row is about to be removed, or to come back: its effect says so too. */
  noteHow(table: Table, id: Key, how: How): void
  /** The edits of these answers are not told: their texts are not to be. */
  forgetEdits(answerIds: ReadonlySet<number>): void
  /** Runs `body`, which gives rows words that have come back. */
  asGiven<T>(body: () => T): T
  /** Runs `body`, which moves rows along with an edited text, unseen. */
  unseen(body: () => void): void
  readonly held: Held
  /** The words of the project are sealed, and nobody here has the key: texts are edited by the places of what changes alone. */
  readonly isBlind: boolean
  /** The plain text of the HTML of an answer that comes. */
  readonly textOf: (html: string) => string
}

const plainTextOf = (html: string): string => parseHtml(html).text

/** The most columns that a table has: a journal row has as many for the row before and as many for the row after. */
const widest = Math.max(...tables.map((table) => columnsOf(table).length))
const before = Array.from({ length: widest }, (_, i) => `b${i}`)
const after = Array.from({ length: widest }, (_, i) => `a${i}`)

export function openJournal(
  db: Db,
  { isBlind = false, textOf = plainTextOf }: Partial<Pick<Journal, 'isBlind' | 'textOf'>> = {},
): Journal {
  const triggers = (table: Table) => triggersOf(table, schemaOf(db, table))
  db.exec(`PRAGMA recursive_triggers = ON; PRAGMA foreign_keys = OFF;
CREATE TEMP TABLE IF NOT EXISTS journal (n INTEGER PRIMARY KEY, tbl INTEGER, op TEXT, ${[...before, ...after].join(', ')});
CREATE TEMP TABLE IF NOT EXISTS journal_seeing (seeing INTEGER); DELETE FROM journal_seeing; INSERT INTO journal_seeing VALUES (0);
${tables.flatMap((table) => Object.values(triggers(table)).map(({ sql }) => sql)).join('\n')}`)
  let edits: (Edit & { inverse: EditStep[] })[] = []
  let many: Effect[][] = []
  let hows = new Map<Table, Map<Key, How>>()
  /** Journal rows of what was given. */
  let given = new Set<number>()
  /** What was seen until journal row `last`: a step is looked at several times while it is done. */
  let seen: { last: number; effects: Effect[] } | null = null
  const see = (seeing: boolean) => db.run('UPDATE temp.journal_seeing SET seeing = ?', [seeing ? 1 : 0])

  const lastRow = () => db.one<{ n: number | null }>('SELECT MAX(n) AS n FROM temp.journal')?.n ?? 0
  const collect = (): Effect[] => {
    const last = lastRow()
    if (seen?.last !== last) seen = { last, effects: readJournal() }
    return seen.effects
  }
  const readJournal = (): Effect[] => {
    const noted: Effect[] = []
    db.each(readAll, [], (row) => {
      const op = row.text(1)
      const isGiven = given.size > 0 && given.has(row.number(2 + 2 * widest))
      const add = (effect: Effect) => noted.push(isGiven ? ({ ...effect, given: true } as Effect) : effect)
      if (op === 'many') for (const effect of many[row.number(0)] as Effect[]) add(effect)
      else if (op === 'edit') noted.push(edits[row.number(0)] as (typeof edits)[0])
      else add(effectOf(row, op))
    })
    return hows.size === 0 ? squash(noted) : squash(noted).map(withHow)
  }
  const withHow = (effect: Effect): Effect => {
    const how = effect.op === 'edit' || effect.op === 'update' ? undefined : hows.get(effect.table)?.get(effect.id)
    if (how === undefined) return effect
    return effect.op === 'remove'
      ? { ...effect, ...how }
      : ({ ...effect, ...(how.into !== undefined && { into: how.into }) } as Effect)
  }
  const clear = () => {
    db.run('DELETE FROM temp.journal')
    see(false)
    edits = []
    many = []
    hows = new Map()
    given = new Set()
    seen = null
  }
  const unseen = <T>(body: () => T): T => {
    see(false)
    try {
      return body()
    } finally {
      see(true)
    }
  }
  const withoutTrigger = <T>(op: 'insert' | 'remove', table: Table, body: () => T): T => {
    const trigger = triggers(table)[op]
    db.exec(`DROP TRIGGER temp.${trigger.name}`)
    try {
      return body()
    } finally {
      db.exec(trigger.sql)
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
    noteMany: (op, table, body) => {
      many.push(withoutTrigger(op, table, body))
      db.run("INSERT INTO temp.journal (tbl, op) VALUES (?, 'many')", [many.length - 1])
    },
    noteHow: (table, id, how) => {
      const ofTable = hows.get(table) ?? new Map<Key, How>()
      hows.set(table, ofTable.set(id, how))
    },
    forgetEdits: (answerIds) => {
      seen = null
      for (const [n, { answerId }] of edits.entries())
        if (answerIds.has(answerId)) db.run("DELETE FROM temp.journal WHERE op = 'edit' AND tbl = ?", [n])
    },
    asGiven: (body) => {
      const before = lastRow()
      const done = body()
      for (let n = lastRow(); n > before; n -= 1) given.add(n)
      return done
    },
    unseen,
    held: openHeld(),
    isBlind,
    textOf,
  }
}

const readAll = `SELECT tbl, op, ${[...before, ...after].join(', ')}, n FROM temp.journal ORDER BY n`

type Trigger = Record<'name' | 'sql', string>

/** `schema`: where the rows are that are worked with (`plainTables.ts`). */
function triggersOf(table: Table, schema: 'main' | 'temp'): Record<'insert' | 'update' | 'remove', Trigger> {
  const columns = columnsOf(table)
  const watched = columns.filter((column) => !(table === 'question_answers' && column === 'answer'))
  const values = (alias: string) => columns.map((column) => `${alias}."${column}"`)
  const trigger = (op: string, event: string, old: boolean, now: boolean): Trigger => {
    const name = `journal_${table}_${op}`
    const into = [...(old ? before.slice(0, columns.length) : []), ...(now ? after.slice(0, columns.length) : [])]
    const from = [...(old ? values('OLD') : []), ...(now ? values('NEW') : [])]
    return {
      name,
      sql: `CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${event} ON ${schema}."${table}" WHEN (SELECT seeing FROM journal_seeing)
BEGIN INSERT INTO journal (tbl, op, ${into.join(', ')}) VALUES (${tables.indexOf(table)}, '${op}', ${from.join(', ')}); END;`,
    }
  }
  return {
    insert: trigger('i', 'INSERT', false, true),
    update: trigger('u', `UPDATE OF ${watched.map((column) => `"${column}"`).join(', ')}`, true, true),
    remove: trigger('d', 'DELETE', true, false),
  }
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
export function rowOf(table: Table, noted: RowReader, first: number): AnyRow {
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
