/**
 * The rows of a project from outside, brought into the form that every copy has them in. Texts become canonical; a row that hangs on one that is not there is left out, as where a
 * project JSON is read. Rows of another shape are refused.
 */
import { only } from '../../../change.ts'
import { mergedProjects } from '../../../limits.ts'
import { type Problem, refuse } from '../../../problems.ts'
import type { LooseRows, ProjectRows } from '../../../projectRows.ts'
import {
  type AnyRow,
  columnsOf,
  databaseVersion,
  firstQuestionId,
  isWhole,
  keyOf,
  spec,
  type Table,
  tables,
} from '../../../schema.ts'
import { plainProject, wrapsOrRefuse } from '../../../sealing/sealedProject.ts'
import type { Unread } from '../../../sealing/unread.ts'
import { canonicalText, readHtml } from '../../../text/richText.ts'
import { keysOf, leaveOutOrphans } from '../orphans.ts'

type GivenRow = Readonly<Record<string, unknown>>

export interface Sounding {
  /** How many rows there may be. */
  room: number
  /** The password or recovery code of a protected project, which is refused without one. */
  secret?: string | null
  /** Takes note of what does not open, for which signs stand. */
  unread?: Unread
  /** What canonical answers say, as far as that is known: these are not parsed; the others are added. */
  texts?: Map<string, string> | undefined
}

/** Throws Refusal: notAProject, mergeTooLarge, newerProject, protectedProject, and those of `plainProject`. */
export function soundRows(
  name: string,
  given: unknown,
  { room, secret = null, unread = new Map(), texts }: Sounding,
): ProjectRows {
  const noProject: Problem = { kind: 'notAProject', name }
  if (!isRecord(given) || !tables.some((table) => Array.isArray(given[table]))) return refuse(noProject)
  const lists = new Map<Table, readonly unknown[]>(
    tables.map((table) => {
      const list = given[table] ?? []
      return [table, Array.isArray(list) ? list : refuse(noProject)]
    }),
  )
  const count = [...lists.values()].reduce((sum, list) => sum + list.length, 0)
  if (count > room) refuse({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
  checkVersion(name, lists.get('preferences') ?? [])
  const plain = plainLists(name, lists, secret, unread)
  /** By place, in UTF-16 units. */
  const lengths = new Map<string, number>()
  const rows: Partial<Record<Table, AnyRow[]>> = {}
  for (const table of tables) {
    const sound = (plain.get(table) ?? []).map((row) => soundRow(table, row, lengths, texts) ?? refuse(noProject))
    if (!isInOrder(table, sound) && keysOf(table, sound).size < sound.length) refuse(noProject)
    rows[table] = sound
  }
  // An answer needs its question, and every project has the first.
  if (rows.questions?.length === 0) rows.questions = [{ id: firstQuestionId, question: '', questionOrder: 0 }]
  if (lengths.size < (rows.question_answers?.length ?? 0)) refuse(noProject)
  leaveOutOrphans(rows)
  for (const table of tables)
    if (spec(table).onText && rows[table]?.some((row) => !isOnText(row, lengths))) refuse(noProject)
  return rows as unknown as ProjectRows
}

const isRecord = (value: unknown): value is GivenRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const placeOf = ({ sourceId, questionId }: AnyRow): string => `${sourceId} ${questionId}`

/** Of their keys, each once, as they come out of a file: no list of them need be made. */
function isInOrder(table: Table, rows: readonly AnyRow[]): boolean {
  const key = keyOf(table)
  return rows.every((row, at) => at === 0 || (row[key] ?? 0) > (rows[at - 1]?.[key] ?? 0))
}

/** Null: it is no row of this table. */
function soundRow(table: Table, row: unknown, lengths: Map<string, number>, texts: Sounding['texts']): AnyRow | null {
  if (!isRecord(row)) return null
  const { key, columns } = spec(table)
  const names = columnsOf(table)
  // Hundreds of thousands of rows are sound as they come: of these no other is made.
  let sound = isWhole(table, row) ? (row as AnyRow) : only(row as AnyRow, names)
  for (const column of names) {
    const value = sound[column]
    if (columns[column] === 'int') {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || (column === 'id' && value < 0)) return null
      continue
    }
    if (typeof value !== 'string' || (column === key && value === '')) return null
    const text = canonicalText(value)
    if (text !== value) sound = { ...sound, [column]: text }
  }
  if (table !== 'question_answers') return sound
  const { answer, text } = soundAnswer(String(row.answer), texts)
  lengths.set(placeOf(sound), text.length)
  return answer === sound.answer ? sound : { ...sound, answer }
}

function soundAnswer(html: string, texts: Sounding['texts']): { answer: string; text: string } {
  const known = texts?.get(html)
  if (known !== undefined) return { answer: html, text: known }
  const { rich, canonical } = readHtml(html)
  texts?.set(canonical, rich.text)
  return { answer: canonical, text: rich.text }
}

function isOnText(row: AnyRow, lengths: ReadonlyMap<string, number>): boolean {
  const [start, length] = [Number(row.start), Number(row.length)]
  return start >= 0 && length >= 0 && start + length <= (lengths.get(placeOf(row)) ?? Number.POSITIVE_INFINITY)
}

function checkVersion(name: string, preferences: readonly unknown[]): void {
  const found = preferences.find((row): row is GivenRow => isRecord(row) && row.key === '___db_version')?.value
  const version = Number(found ?? databaseVersion)
  if (version > databaseVersion) refuse({ kind: 'newerProject', name, version })
}

type Lists = ReadonlyMap<Table, readonly unknown[]>

/** What is sealed, in the clear. */
function plainLists(name: string, lists: Lists, secret: string | null, unread: Unread): Lists {
  const records = (table: Table) => lists.get(table)?.filter(isRecord) as AnyRow[] | undefined
  const marks = { preferences: records('preferences'), question_answers: records('question_answers') } as LooseRows
  if (wrapsOrRefuse(name, marks) === null) return lists
  if (secret === null) return refuse({ kind: 'protectedProject', name })
  const areRows = [...lists.values()].every((list) => list.every(isRecord))
  const rows = areRows ? (Object.fromEntries(lists) as LooseRows) : refuse({ kind: 'notAProject', name })
  return new Map(Object.entries(plainProject(name, rows, secret, unread)) as [Table, readonly unknown[]][])
}

/** Rows that bear no name are this person's. */
export const signed = (rows: ProjectRows, author: string): ProjectRows =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      (rows[table] as readonly AnyRow[] | undefined)?.map((row) => (row.author === '' ? { ...row, author } : row)),
    ]),
  ) as ProjectRows
