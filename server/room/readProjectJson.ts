/**
 * Reads a project JSON (specification 2 §3) into an empty project. Texts are brought into canonical form, colours that are none into some of the palette; the rows are then judged
 * as a step of the project's owner is, whole or not at all.
 */
import type { Insert } from '../../src/model/change.ts'
import { soundColour } from '../../src/model/palette.ts'
import { refuse } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import {
  type AnyRow,
  columnsOf,
  firstQuestionId,
  keyOf,
  spec,
  systemPreferences,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { isProtected } from '../../src/model/sealing/sealedForm.ts'
import { canonicalText, parseHtml, toHtml } from '../../src/model/text/richText.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openJournal } from '../../wasm/database/journal.ts'
import { checkChanges, checkPositions, keepRules } from './check.ts'
import type { Sender } from './sender.ts'

/** The rows are the uploader's, whoever their authors are. */
const owner: Sender = { client: 0, access: 'own', author: null }
const system: ReadonlySet<string | number | undefined> = new Set(systemPreferences)

/** What a new project begins with: these rows, where there are any. */
export const beginningWith =
  (rows: LooseRows | undefined, name?: string) =>
  (db: Db): void => {
    if (rows) readProjectJson(db, rows, name)
  }

/**
 * Call within a transaction, on a database that has a project's tables. Tables that are left out stay empty, columns that are not the
 * table's (a highlight's colour) and the system's preferences are not read. `name`: what the project is called where it is refused. Throws Refusal.
 */
export function readProjectJson(db: Db, rows: LooseRows, name = ''): void {
  // Its texts are sealed: as texts of a project without a password nobody could ever read them.
  const preference = (wanted: string) => rows.preferences?.find(({ key }) => key === wanted)?.value
  if (isProtected(preference('___db_encrypted'), preference('___db_hash'))) refuse({ kind: 'protectedProject', name })
  const changes = tables.flatMap((table) =>
    (rows[table] ?? [])
      .filter((row) => table !== 'preferences' || !system.has(row.key))
      .map((row) => insertOf(table, row)),
  )
  // An answer needs its question, and every project has the first.
  if ((rows.questions ?? []).length === 0) changes.unshift(insertOf('questions', firstQuestion))
  const journal = openJournal(db)
  checkChanges(db, owner, changes)
  refuseTwice(changes)
  const { effects } = journal.record(() => {
    apply(db, journal, changes)
    keepRules(db, journal, new Set())
  })
  checkPositions(db, effects)
}

const firstQuestion = { id: firstQuestionId, question: '', questionOrder: 0 }

function insertOf(table: Table, row: AnyRow): Insert {
  const columns = columnsOf(table).map((column) => [column, canonical(table, column, row[column])])
  const read = Object.fromEntries(columns)
  const id = row[keyOf(table)] as number | string
  if (table === 'quirks' && typeof read.color === 'string') read.color = soundColour(read.color, Number(id))
  return { op: 'insert', table, id, row: read }
}

function canonical(table: Table, column: string, value: number | string | undefined): unknown {
  if (typeof value !== 'string' || spec(table).columns[column] !== 'text') return value
  return table === 'question_answers' && column === 'answer' ? toHtml(parseHtml(value)) : canonicalText(value)
}

/** Of two rows with one key the second would be passed over in silence. */
function refuseTwice(changes: readonly Insert[]): void {
  const seen = new Set<string>()
  for (const { table, id } of changes) {
    const name = `${table} ${id}`
    if (seen.has(name)) refuse({ kind: 'badRequest', detail: `${name} is there twice` })
    seen.add(name)
  }
}
