/**
 * What is created under a row that is gone is left out: the room's rule for a step, and that of a copy which does its own steps again on what
 * others have done meanwhile.
 */
import type { Insert } from '../../src/model/change.ts'
import { refuse } from '../../src/model/problems.ts'
import { type AnyRow, type Key, none, spec, type Table, tables } from '../../src/model/schema.ts'
import { removeRows } from './apply.ts'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'
import { hasRow, present } from './present.ts'

/**
 * After a step is done, within its `record`: returns whether something was left out. Throws Refusal `parentRemoved` where nothing else would
 * be left of the step, or where it moves something under a row that is gone.
 */
export function leaveOutOrphans(db: Db, journal: Journal): boolean {
  const effects = journal.soFar()
  const orphans = orphansOf(
    db,
    effects.filter((effect) => effect.op === 'insert'),
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

/** Those whose parents are gone: each parent is looked for once, however many rows name it. */
function orphansOf(db: Db, inserts: readonly Insert[]): Insert[] {
  const gone = goneParents(db, inserts)
  const isAnswered = answered(db)
  return inserts.filter(
    ({ table, row }) =>
      (gone.size > 0 && parentsOf(table).some(([column, parent]) => gone.get(parent)?.has(row[column] as Key))) ||
      (spec(table).onText === true && !isAnswered(row)),
  )
}

/** What the rows name that is not there, by table. */
function goneParents(db: Db, inserts: readonly Insert[]): Map<string, ReadonlySet<Key>> {
  const named = new Map<string, Set<Key>>()
  let last: AnyRow = {}
  for (const { table, row } of inserts) {
    for (const [column, parent] of parentsOf(table)) {
      const id = row[column]
      // Rows that come together name the same ones.
      if (id === undefined || id === none || (id === last[column] && named.get(parent)?.has(id))) continue
      const ids = named.get(parent)
      if (ids) ids.add(id)
      else named.set(parent, new Set([id]))
    }
    last = row
  }
  const gone = new Map<string, ReadonlySet<Key>>()
  for (const [parent, ids] of named) {
    const there = present(db, parent as Table, ids)
    if (there.size < ids.size) gone.set(parent, new Set([...ids].filter((id) => !there.has(id))))
  }
  return gone
}

const parents = new Map(tables.map((table) => [table, Object.entries(spec(table).parents ?? {})]))
const parentsOf = (table: Table) => parents.get(table) ?? []

/** Whether there is an answer where the row lies: asked once of each place. */
function answered(db: Db): (row: AnyRow) => boolean {
  const known = new Map<string, boolean>()
  return (row) => {
    const place = `${row.sourceId} ${row.questionId}`
    const before = known.get(place)
    if (before !== undefined) return before
    const is = hasAnswer(db, row)
    known.set(place, is)
    return is
  }
}

const hasAnswer = (db: Db, { sourceId, questionId }: AnyRow): boolean =>
  db.one('SELECT 1 FROM question_answers WHERE sourceId = ? AND questionId = ?', [
    sourceId as number,
    questionId as number,
  ]) !== undefined

/** Whether what the row names is gone. */
export function isOrphan(db: Db, table: Table, row: AnyRow): boolean {
  const named = parentsOf(table).some(([column, parent]) => {
    const id = row[column]
    return id !== undefined && id !== none && !hasRow(db, parent as Table, id)
  })
  if (named || !spec(table).onText || row.sourceId === undefined) return named
  return !hasAnswer(db, row)
}
