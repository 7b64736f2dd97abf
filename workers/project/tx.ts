/** What a command may do: read and write rows of the open transaction, in the name of one author at one time. */
import type { Change } from '../../src/model/change.ts'
import type { Args, CommandName, Returned } from '../../src/model/commands.ts'
import { type Problem, refuse } from '../../src/model/problems.ts'
import { type AnyRow, columnsOf, type Key, type Row, type Table } from '../../src/model/schema.ts'
import { type EditStep, withName } from '../../src/model/text/edit.ts'
import { apply, removeRows } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Journal } from '../../wasm/database/journal.ts'
import { atRow } from '../../wasm/database/texts.ts'

export interface Tx {
  readonly db: Db
  readonly author: string
  /** ms since 1970. */
  readonly now: number
  newId(): number
  random(): number
  /** For commands that may take seconds: what of it is done, 0 to 1. Refuses where somebody has stopped it. */
  at(share: number): void
  insert<T extends Table>(table: T, row: Row<T>): void
  /** The same for many, several times as fast as one by one. */
  insertAll<T extends Table>(table: T, rows: readonly Row<T>[]): void
  /** Writes the columns given. */
  update<T extends Table>(table: T, id: number, set: Partial<Row<T>>): void
  /** Removes rows with all that names them. */
  remove(table: Table, ids: readonly Key[]): void
  edit(answer: { id: number; sourceId: number; questionId: number }, steps: EditStep[]): void
  change(changes: Change[]): void
  /** The row, or the refusal given. */
  need<T extends Table>(table: T, id: number, otherwise: Problem): Row<T>
}

/** One command: what it does in the transaction, and what it returns. */
export type Handler<N extends CommandName> = (tx: Tx, args: Args<N>) => Returned<N>

export function openTx(db: Db, journal: Journal, context: Pick<Tx, 'author' | 'now' | 'newId' | 'random' | 'at'>): Tx {
  const change = (changes: Change[]) => apply(db, journal, changes)
  return {
    db,
    ...context,
    change,
    insert: (table, row) => change([insertion(table, row as AnyRow)]),
    insertAll: (table, rows) => change(rows.map((row) => insertion(table, row as AnyRow))),
    update: (table, id, set) => {
      checkWhole(set as AnyRow)
      change([{ op: 'update', table, id, set: set as AnyRow }])
    },
    remove: (table, ids) => removeRows(db, table, ids),
    edit: (answer, steps) =>
      change([
        {
          op: 'edit',
          answerId: answer.id,
          sourceId: answer.sourceId,
          questionId: answer.questionId,
          steps: steps.map(withName),
        },
      ]),
    need: <T extends Table>(table: T, id: number, otherwise: Problem) => {
      const columns = columnsOf(table).map((column) => `"${column}"`)
      return (
        atRow(db, table, id).one<Row<T>>(`SELECT ${columns.join(', ')} FROM "${table}" WHERE id = ?`, [id]) ??
        refuse(otherwise)
      )
    },
  }
}

function insertion(table: Table, row: AnyRow): Change {
  checkWhole(row)
  return { op: 'insert', table, id: row.id ?? row.key ?? row.quirkId ?? 0, row }
}

/** The wire and the columns hold safe integers alone. */
function checkWhole(row: AnyRow): void {
  for (const column in row) {
    const value = row[column]
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      refuse({ kind: 'badRequest', detail: `${column} is no whole number` })
  }
}
