/**
 * A past state of the project becomes the present one, as one step that can be undone. Texts are edited by what differs, so that what
 * colleagues have put on them meanwhile keeps its words; then every highlight and memo that the state names is laid where it was.
 */
import { type Change, difference, updateOf } from '../../../src/model/change.ts'
import type { PastState } from '../../../src/model/history.ts'
import { type Columns, rowsOf } from '../../../src/model/operations.ts'
import { refuse } from '../../../src/model/problems.ts'
import { type AnyRow, type Key, keyOf, type Table, tables } from '../../../src/model/schema.ts'
import { diffStep } from '../../../src/model/text/edit.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { atRow } from '../../../wasm/database/texts.ts'
import type { Handler, Tx } from '../tx.ts'

export const restoreState: Handler<'restoreState'> = (tx, { state }) => {
  const past = readState(state)
  const rows = new Map(tables.map((table) => [table, rowsIn(past.rows[table], keyOf(table))]))
  restoreTexts(tx, rows.get('question_answers') ?? [])
  // What others name stands before them in the schema; what goes takes along what names it, so it goes last.
  let changed = 0
  for (const table of tables) for (const row of rows.get(table) ?? []) changed += put(tx, table, row) ? 1 : 0
  for (const table of tables.toReversed()) {
    const there = (past.gone[table] ?? []).filter((id) => rowAt(tx, table, id) !== undefined)
    tx.remove(table, there)
    changed += there.length
  }
  return changed
}

/** Throws Refusal badRequest. */
export function readState(state: Uint8Array | string): PastState {
  try {
    return JSON.parse(typeof state === 'string' ? state : new TextDecoder().decode(state)) as PastState
  } catch {
    return refuse({ kind: 'badRequest', detail: 'expected the JSON of a past state' })
  }
}

const rowsIn = (columns: Columns | undefined, key: string): AnyRow[] => (columns ? rowsOf(columns, key) : [])

const rowAt = (tx: Tx, table: Table, id: Key): AnyRow | undefined =>
  atRow(tx.db, table, id).one<AnyRow>(`SELECT * FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id])

function restoreTexts(tx: Tx, answers: readonly AnyRow[]): void {
  for (const then of answers) {
    const now = rowAt(tx, 'question_answers', then.id as number)
    if (!now || now.answer === then.answer) continue
    const steps = diffStep(readRich(now.answer as string), parseHtml(then.answer as string))
    const { id, sourceId, questionId } = now as { id: number; sourceId: number; questionId: number }
    if (steps.length > 0) tx.edit({ id, sourceId, questionId }, steps)
  }
}

/** Returns whether the row was another, or was not there. */
function put(tx: Tx, table: Table, row: AnyRow): boolean {
  const id = row[keyOf(table)] as Key
  const now = rowAt(tx, table, id)
  if (!now) {
    tx.change([{ op: 'insert', table, id, row }])
    return true
  }
  const { was: _, ...update } = difference(updateOf(table, id, row), now, withoutText(table, row))
  if (Object.keys(update.set).length === 0) return false
  tx.change([update satisfies Change])
  return true
}

/** The text of an answer is edited, never written. */
function withoutText(table: Table, row: AnyRow): AnyRow {
  if (table !== 'question_answers') return row
  const { answer: _, ...rest } = row
  return rest
}
