/**
 * Reads a project JSON (specification 2 §3) into an empty project. Texts are brought into canonical form, colours that are none into some of the palette; the rows are then judged
 * as a step that brings back a state of the project is, whole or not at all.
 */
import { canonicalValue } from '../../src/model/canonicalValue.ts'
import { soundColour } from '../../src/model/palette.ts'
import { refuse } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import { keysOf, leaveOutOrphans } from '../../src/model/rules/projects/orphans.ts'
import {
  type AnyRow,
  columnsOf,
  firstQuestionId,
  type Key,
  keyOf,
  spec,
  systemPreferences,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { wrapsOrRefuse } from '../../src/model/sealing/sealedProject.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { areWraps } from '../../src/model/sealing/wraps.ts'
import { type PlainTexts, readHtml } from '../../src/model/text/richText.ts'
import type { Db } from '../../wasm/database/db.ts'
import { fillTable, fillTexts } from '../../wasm/database/fillTable.ts'
import { writeProtection } from '../files/projectFile.ts'
import { checkNewRow, checkPositions, putRight } from './check.ts'
import { checkSealed } from './checkSealed.ts'

const system: ReadonlySet<string | number | undefined> = new Set(systemPreferences)

export interface Reading {
  /** What the project is called where it is refused. */
  name?: string
  /** A protected project is read too, and its texts stay sealed; else it is refused. */
  takesSealed?: boolean
  /** Of answers whose HTML is known to be canonical, what they say. */
  known?: PlainTexts | undefined
}

/** What a new project begins with: these rows, where there are any. */
export const beginningWith =
  (rows: LooseRows | undefined, reading?: Reading) =>
  (db: Db): void => {
    if (rows) readProjectJson(db, rows, reading)
  }

/**
 * Call within a transaction, on a database that has a project's tables, all of them empty. Tables that are left out stay empty, columns that are not the
 * table's (a highlight's colour) and the system's preferences are not read. Throws Refusal.
 */
export function readProjectJson(
  db: Db,
  rows: LooseRows,
  { name = '', takesSealed = false, known }: Reading = {},
): void {
  const wraps = wrapsOrRefuse(name, rows)
  // As texts of a project without a password nobody could ever read what is sealed.
  if (wraps !== null && !(takesSealed && areWraps(wraps))) refuse({ kind: 'protectedProject', name })
  const texts = openTexts(wraps !== null, known)
  const read: Partial<Record<Table, AnyRow[]>> = {}
  for (const table of tables) read[table] = readTable(table, rows[table] ?? [], texts, name)
  // An answer needs its question, and every project has the first.
  if (read.questions?.length === 0) read.questions.push(firstQuestion)
  leaveOutOrphans(read)
  leaveOutUnanswered(read)
  for (const table of tables) fillTable(db, table, read[table] ?? [])
  const answers = read.question_answers ?? []
  fillTexts(
    db,
    answers.map(({ id, answer }) => ({ answerId: id as number, text: texts.textOf(String(answer)) })),
  )
  // The rows are the uploader's, whoever their authors are. They are judged as a state that a project has had: merges of quirks may have made it deeper than a move may.
  const effects = tables.flatMap((table) => (read[table] ?? []).map((row) => insertOf(table, row)))
  putRight(db, effects, new Set(), true)
  checkPositions(db, effects, texts.areSealed)
  if (wraps !== null) writeProtection(db, wraps)
}

const firstQuestion = { id: firstQuestionId, question: '', questionOrder: 0 }

const insertOf = (table: Table, row: AnyRow) => ({ op: 'insert' as const, table, id: row[keyOf(table)] as Key, row })

/** Throws Refusal: those of `checkNewRow` and `checkSealed`, idExists, badRequest. */
function readTable(table: Table, rows: readonly AnyRow[], texts: Texts, name: string): AnyRow[] {
  const read: AnyRow[] = []
  for (const row of rows) {
    if (table === 'preferences' && system.has(row.key)) continue
    const sound = soundRow(table, row, texts)
    if (texts.areSealed) checkSealed(name, insertOf(table, sound))
    checkNewRow(table, sound, texts.areSealed, true)
    // What holds no word is none.
    if (table !== 'highlights' || (sound.length as number) > 0) read.push(sound)
  }
  // Of two rows with one key the second would be passed over in silence.
  if (keysOf(table, read).size < read.length)
    refuse(
      keyOf(table) === 'id' ? { kind: 'idExists' } : { kind: 'badRequest', detail: `${table}: a key is there twice` },
    )
  return read
}

/** The row itself, where it is as every copy has it. */
function soundRow(table: Table, row: AnyRow, texts: Texts): AnyRow {
  const sealed = texts.areSealed ? sealedColumns(table, row) : []
  let sound = row
  for (const column of columnsOf(table)) {
    const value = row[column]
    // What is no text, or no value at all, is refused.
    if (typeof value !== 'string' || sealed.includes(column)) continue
    const read =
      table === 'question_answers' && column === 'answer'
        ? texts.canonical(value)
        : canonicalValue(table, column, value)
    if (read === value) continue
    if (sound === row) sound = { ...row }
    sound[column] = read as string
  }
  if (table !== 'quirks' || typeof sound.color !== 'string') return sound
  const color = soundColour(sound.color, Number(sound.id))
  return color === sound.color ? sound : { ...sound, color }
}

interface Texts {
  /** Nobody here can read them. */
  readonly areSealed: boolean
  /** The HTML of an answer in canonical form. */
  canonical(html: string): string
  /** What it says then; the HTML has been asked for before. */
  textOf(canonical: string): string
}

/** Each answer is parsed once, though its text is wanted again as it is written; what is known already is not. */
function openTexts(areSealed: boolean, known: PlainTexts = new Map()): Texts {
  const parsed = new Map<string, string>()
  return {
    areSealed,
    canonical: (html) => {
      if (known.has(html)) return html
      const { rich, canonical } = readHtml(html)
      parsed.set(canonical, rich.text)
      return canonical
    },
    textOf: (canonical) => (areSealed ? '' : (known.get(canonical) ?? parsed.get(canonical) ?? '')),
  }
}

/** What lies on the answer to a question that its source has not answered. */
function leaveOutUnanswered(rows: Partial<Record<Table, AnyRow[]>>): void {
  const bySource = Map.groupBy(rows.question_answers ?? [], ({ sourceId }) => sourceId)
  const answered = new Map(
    Array.from(bySource, ([source, answers]) => [source, new Set(answers.map(({ questionId }) => questionId))]),
  )
  for (const table of tables)
    if (spec(table).onText)
      rows[table] = rows[table]?.filter((row) => answered.get(row.sourceId)?.has(row.questionId)) ?? []
}
