/**
 * What others' removals take along: what waits here on what they remove goes with it, and is set aside for its author (`setAside.ts`), with its words.
 */
import type { Change, Edit, Insert, Update } from '../../../src/model/change.ts'
import { changesOf } from '../../../src/model/operations.ts'
import { keyOf, type Table } from '../../../src/model/schema.ts'
import type { SetAsideChange, SetAsideStep } from '../../../src/model/setAside.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { hasRow } from '../../../wasm/database/present.ts'
import { atRow } from '../../../wasm/database/texts.ts'
import { type PendingStep, pendingSteps } from '../pending/pending.ts'
import { concernedBy } from '../pending/storedChanges.ts'
import { type Decision, isAbout } from '../sync/rebase.ts'
import { removeStep } from '../undo/stacks.ts'
import { basesOf } from './basesOf.ts'
import { passageOf, type Where } from './passageOf.ts'
import { toSetAsideUnsure } from './setAside.ts'

/** To be called before the decisions are followed, in their transaction; what it returns after them, once: the steps whose rows they took along, to be set aside. */
export function watchTakenAlong(db: Db, decisions: readonly Decision[]): () => SetAsideStep[] {
  const theirs = decisions.flatMap((decision) =>
    decision.kind === 'event' && decision.operations.some(({ name }) => name.endsWith('Remove'))
      ? changesOf(decision.operations)
      : [],
  )
  if (theirs.length === 0) return () => []
  const concerned = concernedBy(theirs)
  const mayGo = (step: PendingStep) =>
    !decisions.some((decision) => isAbout(decision, step)) && (concerned === null || step.mayConcern(concerned))
  const pending = pendingSteps(db)
  const bases = basesOf(db, pending, mayGo)
  /** Texts that went and came back before this copy has heard of either. */
  const cameBack = new Set(
    decisions
      .flatMap((decision) => ('operations' in decision ? changesOf(decision.operations) : []))
      .flatMap((change) => (change.op === 'insert' && change.table === 'question_answers' ? [change.id] : [])),
  )
  /** Texts that read otherwise, under the same version, should the room refuse what is typed. */
  const typed = new Set(pending.flatMap(({ edits }) => edits.map(({ answerId }) => answerId)))
  const waiting = pending.filter(mayGo).map((step) => ({
    id: step.id,
    whole: toSetAsideUnsure(db, step),
    changes: step.intent.flatMap((change) => (isWork(change) && isThere(db, change) ? [quoted(db, change)] : [])),
  }))
  return () => {
    const left = new Map(pendingSteps(db).map((step) => [step.id, step]))
    const isUndone = (id: number, change: SetAsideChange) =>
      change.op === 'edit' &&
      cameBack.has(change.answerId) &&
      !left.get(id)?.edits.some(({ answerId }) => answerId === change.answerId)
    return waiting.flatMap(({ id, whole, changes }) => {
      const taken = changes.filter((change) => !isThere(db, change) || isUndone(id, change))
      if (taken.length === 0) return []
      const isLeft = (left.get(id)?.effect.length ?? 0) > 0
      // Nothing of it is left to take back.
      if (!isLeft) removeStep(db, id)
      const { versions = {}, sent, ...step } = whole
      const stays = (answerId: string) => isAnswerThere(db, Number(answerId)) && !cameBack.has(Number(answerId))
      const there = Object.entries(versions).filter(([answerId]) => stays(answerId))
      const own = Object.entries(bases.get(id) ?? {}).filter(([answerId]) => !stays(answerId))
      const fits = !there.some(([answerId]) => typed.has(Number(answerId)))
      // It may be done again once its rows are back: on a text that comes back as it was, or where its words are.
      const again = { versions: Object.fromEntries(there), ...(own.length > 0 && { bases: Object.fromEntries(own) }) }
      // The room takes the rest of a step without what was taken along: that has not arrived when the rest has.
      return [{ ...step, ...(sent && !isLeft && { sent }), ...(fits && again), changes: taken }]
    })
  }
}

const coding: ReadonlySet<Table> = new Set<Table>(['quirks', 'highlights', 'memos', 'question_answers'])

/** What somebody has written or coded, and would do again. */
const isWork = (change: Change): change is Insert | Update | Edit =>
  change.op === 'edit' ||
  (change.op === 'insert' && coding.has(change.table)) ||
  (change.op === 'update' && Object.values(change.set).some((value) => typeof value === 'string'))

const isThere = (db: Db, change: SetAsideChange): boolean =>
  change.op === 'edit' ? isAnswerThere(db, change.answerId) : hasRow(db, change.table, change.id)

const isAnswerThere = (db: Db, answerId: number): boolean => hasRow(db, 'question_answers', answerId)

/** With the titles of what it is about, and the passage that it lies on, as long as they are there. */
function quoted(db: Db, change: Insert | Update | Edit): SetAsideChange {
  const where: Where =
    change.op === 'edit'
      ? change
      : (atRow(db, change.table, change.id).one<Where>(
          `SELECT * FROM "${change.table}" WHERE "${keyOf(change.table)}" = ?`,
          [change.id],
        ) ?? {})
  const title = (table: 'sources' | 'quirks', id: number | undefined) =>
    id === undefined ? undefined : db.one<{ title: string }>(`SELECT title FROM ${table} WHERE id = ?`, [id])?.title
  const [source, quirk] = [title('sources', where.sourceId), title('quirks', where.quirkId)]
  return {
    ...change,
    ...(source !== undefined && { source }),
    ...(quirk !== undefined && { quirk }),
    ...(where.start !== undefined && { words: passageOf(db, where) }),
  }
}
