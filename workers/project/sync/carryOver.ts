/**
 * Steps that wait when a fresh snapshot takes the copy's place: done again there as new steps. What has positions in a
 * text is done again only where that text is still the one it was made on; the rest is set aside.
 */
import { type Change, rewind } from '../../../src/model/change.ts'
import { attempt, isProblem, type Problem, refuse } from '../../../src/model/problems.ts'
import { spec } from '../../../src/model/schema.ts'
import type { SetAsideChange, SetAsideStep } from '../../../src/model/setAside.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { openJournal } from '../../../wasm/database/journal.ts'
import { textOf } from '../../../wasm/database/texts.ts'
import { versionsBefore } from '../../../wasm/database/versions.ts'
import { addPending, pendingSteps } from '../pending/pending.ts'
import { addSetAside } from '../setAside/setAside.ts'
import { ownTexts, type Steps } from '../steps.ts'

export interface CarriedStep {
  intent: Change[]
  /** The texts under the first of the waiting steps, by answer: what the positions were made on. */
  base: Record<number, string | null>
  /** Of `SentAs`. */
  merges?: boolean
}

/** What one worker leaves to the next of the same project: steps that wait, those that are set aside, what has been read. Cloneable. */
export interface HandedOver {
  carried: CarriedStep[]
  setAside: SetAsideStep[]
  /** Sources that have been opened in this browser. */
  opened: number[]
}

/** Reads the waiting steps of a copy that is about to be replaced. */
export function carryOver(db: Db): CarriedStep[] {
  const pending = pendingSteps(db)
  if (pending.length === 0) return []
  const journal = openJournal(db)
  const carried: CarriedStep[] = []
  // Only a look at the texts beneath: the copy goes afterwards, and where it does not, the transaction has left it as it was.
  attempt(() =>
    db.transaction(() => {
      for (const step of pending.toReversed()) journal.record(() => apply(db, journal, rewind(step.effect), 'rewind'))
      for (const { intent, versions, merges } of pending)
        carried.push({
          intent,
          ...(merges && { merges }),
          base: Object.fromEntries(Object.keys(versions).map((id) => [id, textOf(db, Number(id))])),
        })
      refuse({ kind: 'parentRemoved' })
    }),
  )
  return carried
}

/** Does again what waited in the copy before this one; returns what to say of the rest, which is set aside. */
export function adopt(db: Db, { journal, record, tell }: Steps, carried: readonly CarriedStep[]): Problem[] {
  const fresh = freshTexts(db, carried)
  const aside: SetAsideStep[] = []
  for (const step of carried) {
    const sorted = sortOut(db, step, fresh)
    const done = attempt(() =>
      db.transaction(() => {
        const { effects } = record(() => apply(db, journal, sorted.fits))
        if (effects.length > 0)
          addPending(db, effects, effects, versionsBefore(db, effects), null, { merges: step.merges === true })
        return effects
      }),
    )
    const rest = isProblem(done) ? step.intent : sorted.rest
    if (rest.length > 0) aside.push({ changes: rest })
    if (!isProblem(done)) tell(done.ok, ownTexts(done.ok))
  }
  return db.transaction(() => addSetAside(db, aside))
}

/** The part of a carried step that may be done on this copy, and the part that may not. */
function sortOut(
  db: Db,
  { intent, base }: CarriedStep,
  fresh: ReadonlyMap<number, string | null>,
): { fits: Change[]; rest: SetAsideChange[] } {
  const changed = Object.entries(base).filter(([id, text]) => fresh.get(Number(id)) !== text)
  if (changed.length === 0) return { fits: intent, rest: [] }
  const places = new Map<string, string>(
    changed.flatMap(([id, text]) =>
      db
        .all<{ sourceId: number; questionId: number }>(
          'SELECT sourceId, questionId FROM question_answers WHERE id = ?',
          [Number(id)],
        )
        .map((row) => [`${row.sourceId} ${row.questionId}`, text ?? ''] as const),
    ),
  )
  const isOfRest = (change: Change): boolean => {
    if (change.op === 'edit') return changed.some(([id]) => Number(id) === change.answerId)
    if (change.op === 'remove' || !spec(change.table).onText) return false
    const at = change.op === 'insert' ? change.row : change.place
    return places.has(`${at?.sourceId} ${at?.questionId}`)
  }
  /** The words are those of the text that it was made on. */
  const quoted = (change: Change): SetAsideChange => {
    if (change.op !== 'insert' || !spec(change.table).onText) return change
    const { sourceId, questionId, start, length } = change.row
    const text = places.get(`${sourceId} ${questionId}`) ?? ''
    return { ...change, words: text.slice(Number(start), Number(start) + Number(length)) }
  }
  return { fits: intent.filter((change) => !isOfRest(change)), rest: intent.filter(isOfRest).map(quoted) }
}

const freshTexts = (db: Db, carried: readonly CarriedStep[]): Map<number, string | null> =>
  new Map(carried.flatMap(({ base }) => Object.keys(base).map((id) => [Number(id), textOf(db, Number(id))] as const)))
