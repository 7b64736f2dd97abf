/**
 * The rows of a project from outside, brought into the form that every copy has them in. Texts become canonical; a row that hangs on one that is not there is left out, as where a
 * project JSON is read. Rows of another shape are refused.
 */
import { mergedProjects } from '../../../limits.ts'
import { type Problem, refuse } from '../../../problems.ts'
import type { LooseRows, ProjectRows } from '../../../projectRows.ts'
import { type AnyRow, columnsOf, databaseVersion, firstQuestionId, spec, type Table, tables } from '../../../schema.ts'
import { plainProject, wrapsOrRefuse } from '../../../sealing/sealedProject.ts'
import type { Unread } from '../../../sealing/unread.ts'
import { canonicalText, readHtml } from '../../../text/richText.ts'
import { keysOf, leaveOutOrphans } from '../orphans.ts'

type GivenRow = Readonly<Record<string, unknown>>

/**
 * `room`: how many rows there may be; `secret`: the password or recovery code of a protected project, which is refused without one; `unread` takes note of what does
 * not open, for which signs stand. Throws Refusal: notAProject,
 * mergeTooLarge, newerProject, protectedProject, and those of `plainProject`.
 */
export function soundRows(
  name: string,
  given: unknown,
  room: number,
  secret: string | null = null,
  unread: Unread = new Map(),
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
    const sound = (plain.get(table) ?? []).map((row) => soundRow(table, row, lengths) ?? refuse(noProject))
    if (keysOf(table, sound).size < sound.length) refuse(noProject)
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

/** Null: it is no row of this table. */
function soundRow(table: Table, row: unknown, lengths: Map<string, number>): AnyRow | null {
  if (!isRecord(row)) return null
  const { key, columns } = spec(table)
  const sound: AnyRow = {}
  for (const column of columnsOf(table)) {
    const value = row[column]
    if (columns[column] === 'int') {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || (column === 'id' && value < 0)) return null
      sound[column] = value
    } else {
      if (typeof value !== 'string' || (column === key && value === '')) return null
      sound[column] = canonicalText(value)
    }
  }
  if (table !== 'question_answers') return sound
  const { rich, canonical } = readHtml(String(row.answer))
  lengths.set(placeOf(sound), rich.text.length)
  return { ...sound, answer: canonical }
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
