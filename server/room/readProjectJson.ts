/**
 * Reads a project JSON (specification 2 §3) into an empty project. Texts are brought into canonical form, colours that are none into some of the palette; the rows are then judged
 * as a step of the project's owner is, whole or not at all.
 */
import { canonicalValue } from '../../src/model/canonicalValue.ts'
import type { Insert } from '../../src/model/change.ts'
import { soundColour } from '../../src/model/palette.ts'
import { refuse } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import {
  type AnyRow,
  columnsOf,
  firstQuestionId,
  type Key,
  keyOf,
  systemPreferences,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { wrapsOrRefuse } from '../../src/model/sealing/sealedProject.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { areWraps } from '../../src/model/sealing/wraps.ts'
import { parseHtml, toHtml } from '../../src/model/text/richText.ts'
import { apply } from '../../wasm/database/apply.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openJournal } from '../../wasm/database/journal.ts'
import { writeProtection } from '../files/projectFile.ts'
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
 * table's (a highlight's colour) and the system's preferences are not read. `name`: what the project is called where it is refused. `takesSealed`: a
 * protected project is read too, and its texts stay sealed; else it is refused. Throws Refusal.
 */
export function readProjectJson(db: Db, rows: LooseRows, name = '', takesSealed = false): void {
  const wraps = wrapsOrRefuse(name, rows)
  // As texts of a project without a password nobody could ever read what is sealed.
  if (wraps !== null && !(takesSealed && areWraps(wraps))) refuse({ kind: 'protectedProject', name })
  const isBlind = wraps !== null
  /** The plain texts of answers by their HTML: each is parsed once, though it is wanted again as it is inserted. */
  const texts = new Map<string, string>()
  const changes = tables.flatMap((table) =>
    (rows[table] ?? [])
      .filter((row) => table !== 'preferences' || !system.has(row.key))
      .map((row) => insertOf(table, row, isBlind, texts)),
  )
  // An answer needs its question, and every project has the first.
  if ((rows.questions ?? []).length === 0) changes.unshift(insertOf('questions', firstQuestion))
  const journal = openJournal(db, { isBlind, textOf: (html) => texts.get(html) ?? parseHtml(html).text })
  checkChanges(db, owner, changes, { isCanonical: true, ...(isBlind && { sealed: name }) })
  refuseTwice(changes)
  const { effects } = journal.record(() => {
    apply(db, journal, changes)
    keepRules(db, journal, new Set())
  })
  checkPositions(db, effects, isBlind)
  if (wraps !== null) writeProtection(db, wraps)
}

const firstQuestion = { id: firstQuestionId, question: '', questionOrder: 0 }

/** `texts`: takes the plain text of an answer. */
function insertOf(table: Table, row: AnyRow, isBlind = false, texts?: Map<string, string>): Insert {
  const sealed = isBlind ? sealedColumns(table, row) : []
  const read: AnyRow = {}
  for (const column of columnsOf(table)) {
    const value = row[column]
    const isText = table === 'question_answers' && column === 'answer' && typeof value === 'string'
    // What is no value at all is refused.
    if (sealed.includes(column)) read[column] = value as string
    else if (isText && texts) read[column] = canonicalAnswer(value, texts)
    else read[column] = canonicalValue(table, column, value) as number | string
  }
  const id = row[keyOf(table)] as number | string
  if (table === 'quirks' && typeof read.color === 'string') read.color = soundColour(read.color, Number(id))
  return { op: 'insert', table, id, row: read }
}

function canonicalAnswer(html: string, texts: Map<string, string>): string {
  const rich = parseHtml(html)
  const canonical = toHtml(rich)
  texts.set(canonical, rich.text)
  return canonical
}

/** Of two rows with one key the second would be passed over in silence. */
function refuseTwice(changes: readonly Insert[]): void {
  const seen = new Map(tables.map((table) => [table, new Set<Key>()]))
  for (const { table, id } of changes) {
    if (seen.get(table)?.has(id)) refuse({ kind: 'badRequest', detail: `${table} ${id} is there twice` })
    seen.get(table)?.add(id)
  }
}
