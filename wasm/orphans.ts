/**
 * What is created under a row that is gone is left out: the room's rule for a step, and that of a copy which does its own steps again on what
 * others have done meanwhile.
 */
import { refuse } from '../src/model/problems.ts'
import { type AnyRow, keyOf, none, spec, type Table } from '../src/model/schema.ts'
import { removeRows } from './apply.ts'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'

/**
 * After a step is done, within its `record`: returns whether something was left out. Throws Refusal `parentRemoved` where nothing else would
 * be left of the step, or where it moves something under a row that is gone.
 */
export function leaveOutOrphans(db: Db, journal: Journal): boolean {
  const effects = journal.soFar()
  const orphans = effects.flatMap((effect) =>
    effect.op === 'insert' && isOrphan(db, effect.table, effect.row) ? [effect] : [],
  )
  const moved = effects.some((effect) => effect.op === 'update' && isOrphan(db, effect.table, effect.set))
  if (orphans.length === 0 && !moved) return false
  const answers = new Set(orphans.flatMap(({ table, id }) => (table === 'question_answers' ? [id as number] : [])))
  const typed = effects.flatMap((effect) => (effect.op === 'edit' && answers.has(effect.answerId) ? [effect] : []))
  if (moved || orphans.length + typed.length === effects.length) refuse({ kind: 'parentRemoved' })
  // Their texts have never been: no version is theirs.
  for (const orphan of orphans) removeRows(db, orphan.table, [orphan.id], 'rewind')
  for (const { answerId } of typed)
    db.run('UPDATE answer_texts SET version = version - 1 WHERE answerId = ?', [answerId])
  journal.forgetEdits(answers)
  return true
}

/** Whether what the row names is gone. */
export function isOrphan(db: Db, table: Table, row: AnyRow): boolean {
  const named = Object.entries(spec(table).parents ?? {}).some(([column, parent]) => {
    const id = row[column]
    return (
      id !== undefined &&
      id !== none &&
      !db.one(`SELECT 1 FROM "${parent}" WHERE "${keyOf(parent as Table)}" = ?`, [id])
    )
  })
  if (named || !spec(table).onText || row.sourceId === undefined) return named
  return !db.one('SELECT 1 FROM question_answers WHERE sourceId = ? AND questionId = ?', [
    row.sourceId as number,
    row.questionId as number,
  ])
}
