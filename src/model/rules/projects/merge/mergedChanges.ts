/**
 * A merge into a project that is open, as what it changes there.
 *
 * Promises: nothing that is there changes but for what it did not have, a text, the sound of a recording or whether there is one question. Where the merge
 * added nothing there are no changes.
 */
import type { Change } from '../../../change.ts'
import { mergedProjects, pushBytes } from '../../../limits.ts'
import { refuse } from '../../../problems.ts'
import { type ProjectRows, rowCount } from '../../../projectRows.ts'
import type { Answer, Preference, Recording } from '../../../schema.ts'
import { type AnyRow, keyOf, type Table, tables } from '../../../schema.ts'
import { diffStep, withName } from '../../../text/edit.ts'
import { parseHtml } from '../../../text/richText.ts'

/** How many rows an open project of `rows` rows may be given. */
export const roomInto = (rows: number): number => mergedProjects.mostRowsInto - rows

/** What of that room is left after the rows of one of the others. Throws Refusal mergeIntoTooLarge. */
export function roomAfter(room: number, other: ProjectRows): number {
  const left = room - rowCount(other)
  return left < 0 ? refuse({ kind: 'mergeIntoTooLarge' }) : left
}

/** `merged`: what `mergeProjects` has made of `base`. Throws Refusal mergeIntoTooLarge. */
export function mergedChanges(base: Required<ProjectRows>, merged: Required<ProjectRows>): Change[] {
  const fresh = tables.flatMap((table) => insertions(table, base[table], merged[table]))
  const edits = answeredNow(base.question_answers, merged.question_answers)
  // A step that edits texts goes whole.
  if (edits.length > 0 && fresh.reduce((sum, { row }) => sum + sizeOf(row), 0) > mostEdited)
    refuse({ kind: 'mergeIntoTooLarge' })
  return [...edits, ...fresh, ...heardAgain(base.recordings, merged.recordings)]
}

/** Whether there are no changes; told without making them. */
export const addsNothing = (base: ProjectRows, merged: ProjectRows): boolean =>
  tables.every((table) => {
    const [before, now] = [(base[table] ?? []) as readonly AnyRow[], (merged[table] ?? []) as readonly AnyRow[]]
    return now.length === before.length && now.every((row, at) => !isChanged(table, before[at], row))
  })

const isChanged = (table: Table, before: AnyRow | undefined, now: AnyRow): boolean =>
  (changeable[table] ?? []).some((column) => before?.[column] !== now[column])

/** What a merge may change of rows that were there. */
const changeable: { [T in Table]?: readonly string[] } = {
  preferences: ['value'],
  question_answers: ['answer'],
  recordings: ['hash'],
}

/** UTF-16 units of what comes with texts that are edited, about: one push holds it on the wire, whatever its letters are. */
const mostEdited = pushBytes / 4

/** What a number takes, with its name. */
const numberSize = 16

const sizeOf = (row: AnyRow): number =>
  Object.values(row).reduce<number>(
    (sum, value) => sum + numberSize + (typeof value === 'string' ? value.length : 0),
    0,
  )

/** What the base did not have, in the order in which rows name each other; of preferences those that say something else now too. */
function insertions(table: Table, before: readonly AnyRow[], now: readonly AnyRow[]) {
  const isNew = (row: AnyRow, at: number) =>
    at >= before.length || (table === 'preferences' && (row as Preference).value !== (before[at] as Preference).value)
  return now.filter(isNew).map((row) => ({ op: 'insert' as const, table, id: row[keyOf(table)] ?? 0, row }))
}

/** Answers that had no words, and have those of another project now. */
function answeredNow(before: readonly Answer[], now: readonly Answer[]): Change[] {
  return before.flatMap(({ id, sourceId, questionId, answer }, at): Change[] => {
    const given = now[at]?.answer ?? answer
    const steps = given === answer ? [] : diffStep(parseHtml(answer), parseHtml(given)).map(withName)
    return steps.length === 0 ? [] : [{ op: 'edit', answerId: id, sourceId, questionId, steps }]
  })
}

/** Recordings that had lost their sound, and have that of another project now. */
function heardAgain(before: readonly Recording[], now: readonly Recording[]): Change[] {
  return before.flatMap((row, at): Change[] => {
    const { hash, type, milliseconds } = now[at] ?? row
    return hash === row.hash
      ? []
      : [{ op: 'update', table: 'recordings', id: row.id, set: { hash, type, milliseconds } }]
  })
}
