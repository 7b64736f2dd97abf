/**
 * The versions of the answers in whose texts a step has positions: how often each text had been edited before the step.
 * The room takes the step only while they are current.
 */
import { type Change, type Effect, squash } from '../../src/model/change.ts'
import { spec } from '../../src/model/schema.ts'
import type { Db } from './db.ts'

/** The answers, by id, in whose texts the changes have positions. */
function answersOf(db: Db, changes: readonly Change[]): Set<number> {
  const ids = new Set<number>()
  const places = new Set<string>()
  for (const change of changes) {
    if (change.op === 'edit') ids.add(change.answerId)
    // A text that is brought back is the one that others may have edited before it went.
    else if (change.op === 'insert' && change.table === 'question_answers') ids.add(change.row.id as number)
    else if (change.op === 'insert' && spec(change.table).onText)
      places.add(`${change.row.sourceId} ${change.row.questionId}`)
    else if (change.op === 'update' && change.place && 'start' in change.set)
      places.add(`${change.place.sourceId} ${change.place.questionId}`)
  }
  for (const place of places) {
    const found = db.one<{ id: number }>(
      'SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?',
      place.split(' ').map(Number),
    )
    if (found) ids.add(found.id)
  }
  return ids
}

export const versionOf = (db: Db, answerId: number): number =>
  db.one<{ version: number }>('SELECT version FROM answer_texts WHERE answerId = ?', [answerId])?.version ?? 0

/** The same of many, in their order. */
export function versionsOf(db: Db, answerIds: ReadonlySet<number>): Map<number, number> {
  if (answerIds.size <= few) return new Map([...answerIds].map((id) => [id, versionOf(db, id)]))
  const versions = new Map([...answerIds].map((id) => [id, 0]))
  db.each(
    'SELECT answerId, version FROM answer_texts WHERE answerId IN (SELECT value FROM json_each(?))',
    [JSON.stringify([...answerIds])],
    (row) => versions.set(row.number(0), row.number(1)),
  )
  return versions
}
/** So few are asked one by one, which needs no list. */
const few = 8

/**
 * The versions before a step that has just been applied: its own edits and insertions of answers are counted back.
 * `intent`: what was to be done, where that is not all that was done.
 */
export function versionsBefore(
  db: Db,
  effects: readonly Change[],
  intent: readonly Change[] = [],
): Record<number, number> {
  const versions: Record<number, number> = {}
  const own = new Map<number, number>()
  for (const effect of effects) {
    const made = effect.op === 'insert' && effect.table === 'question_answers' ? (effect.id as number) : null
    const answerId = effect.op === 'edit' ? effect.answerId : made
    if (answerId !== null) own.set(answerId, (own.get(answerId) ?? 0) + 1)
  }
  for (const [answerId, version] of versionsOf(db, answersOf(db, [...effects, ...intent])))
    versions[answerId] = version - (own.get(answerId) ?? 0)
  return versions
}

/**
 * The net effects of changes that were done one after the other and go as one step. Whoever gets the step does these alone: a text that went and
 * came back on the way is no new version.
 */
export function asOneStep(db: Db, effects: readonly Effect[]): Effect[] {
  const net = squash(effects)
  const [came, comes] = [timesInserted(effects), timesInserted(net)]
  for (const [answerId, times] of came) {
    const more = times - (comes.get(answerId) ?? 0)
    if (more > 0) db.run('UPDATE answer_texts SET version = version - ? WHERE answerId = ?', [more, answerId])
  }
  return net
}

function timesInserted(effects: readonly Effect[]): Map<number, number> {
  const times = new Map<number, number>()
  for (const effect of effects)
    if (effect.op === 'insert' && effect.table === 'question_answers')
      times.set(effect.id as number, (times.get(effect.id as number) ?? 0) + 1)
  return times
}
