/**
 * The versions of the answers in whose texts a step has positions: how often each text had been edited before the step.
 * The room takes the step only while they are current.
 */
import type { Change, Effect, Insert } from '../../src/model/change.ts'
import { spec } from '../../src/model/schema.ts'
import type { Db } from './db.ts'
import type { Journal } from './journal.ts'

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
  const newer = newerBy(effects)
  for (const [answerId, version] of versionsOf(db, answersOf(db, [...effects, ...intent])))
    versions[answerId] = version - (newer.get(answerId) ?? 0)
  return versions
}

/** Runs `body`, which does changes among which these are, and returns what the journal has seen; the texts have the versions that follow from that. */
export function recordStep<T>(
  db: Db,
  journal: Journal,
  changes: readonly Change[],
  body: () => T,
): { result: T; effects: Effect[] } {
  const before = versionsOf(db, new Set(changes.filter(isMade).map(({ row }) => row.id as number)))
  const done = journal.record(body)
  settleVersions(db, before, done.effects)
  return done
}

/**
 * After a step of which these are the net effects, on texts that had the versions `before`. Whoever gets the step does these alone: a text that went and
 * came back on the way, or came and went, is no new version.
 */
export function settleVersions(db: Db, before: ReadonlyMap<number, number>, effects: readonly Change[]): void {
  const newer = newerBy(effects)
  for (const [answerId, version] of versionsOf(db, new Set(before.keys()))) {
    const net = (before.get(answerId) ?? 0) + (newer.get(answerId) ?? 0)
    if (version !== net) db.run('UPDATE answer_texts SET version = ? WHERE answerId = ?', [net, answerId])
  }
}

/** By how many versions the changes make each text newer: an edit makes one, and so does a text that comes. */
export function newerBy(changes: readonly Change[]): Map<number, number> {
  const newer = new Map<number, number>()
  for (const change of changes) {
    const answerId = change.op === 'edit' ? change.answerId : isMade(change) ? change.row.id : null
    if (answerId !== null) newer.set(answerId as number, (newer.get(answerId as number) ?? 0) + 1)
  }
  return newer
}

const isMade = (change: Change): change is Insert => change.op === 'insert' && change.table === 'question_answers'
