/**
 * Steps that wait when a fresh snapshot takes the copy's place: done again there as new steps. What has positions in a
 * text is done again only where that text is still the one it was made on; the rest is kept as a file for its author.
 */
import { type Change, rewind } from '../../../src/model/change.ts'
import type { Problem } from '../../../src/model/problems.ts'
import { spec } from '../../../src/model/schema.ts'
import type { LeftChange, LeftStep } from '../../../src/model/unsent.ts'
import { apply } from '../../../wasm/database/apply.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { openJournal } from '../../../wasm/database/journal.ts'
import { metaText, setMeta } from '../../../wasm/database/meta.ts'
import { versionOf } from '../../../wasm/database/versions.ts'
import { type PendingStep, pendingSteps } from './pending.ts'
import { sayUnsent } from './sayUnsent.ts'

export interface CarriedStep {
  intent: Change[]
  /** The texts under the first of the waiting steps, by answer: what the positions were made on. */
  base: Record<number, string | null>
}

/** What one worker leaves to the next of the same project: steps that wait, those that fitted no more, what has been read. Cloneable. */
export interface HandedOver {
  carried: CarriedStep[]
  left: LeftStep[]
  /** Sources that have been opened in this browser. */
  opened: number[]
}

const textOf = (db: Db, answerId: number): string | null =>
  db.one<{ text: string | null }>('SELECT text FROM answer_texts WHERE answerId = ?', [answerId])?.text ?? null

/** Reads the waiting steps of a copy that is about to be replaced. */
export function carryOver(db: Db): CarriedStep[] {
  const pending = pendingSteps(db)
  if (pending.length === 0) return []
  const journal = openJournal(db)
  const carried: CarriedStep[] = []
  // Only a look at the texts beneath: the copy goes afterwards, and where it does not, the transaction has left it as it was.
  db.exec('BEGIN')
  try {
    for (const step of pending.toReversed()) journal.record(() => apply(db, journal, rewind(step.effect), 'rewind'))
    for (const { intent, versions } of pending)
      carried.push({
        intent,
        base: Object.fromEntries(Object.keys(versions).map((id) => [id, textOf(db, Number(id))])),
      })
  } finally {
    db.exec('ROLLBACK')
  }
  return carried
}

/** The part of a carried step that may be done on this copy, and the part that may not. */
export function sortOut(
  db: Db,
  { intent, base }: CarriedStep,
  fresh: ReadonlyMap<number, string | null>,
): { fits: Change[]; left: LeftChange[] } {
  const changed = Object.entries(base).filter(([id, text]) => fresh.get(Number(id)) !== text)
  if (changed.length === 0) return { fits: intent, left: [] }
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
  const isLeft = (change: Change): boolean => {
    if (change.op === 'edit') return changed.some(([id]) => Number(id) === change.answerId)
    if (change.op === 'remove' || !spec(change.table).onText) return false
    const at = change.op === 'insert' ? change.row : change.place
    return places.has(`${at?.sourceId} ${at?.questionId}`)
  }
  /** The words are those of the text that it was made on. */
  const quoted = (change: Change): LeftChange => {
    if (change.op !== 'insert' || !spec(change.table).onText) return change
    const { sourceId, questionId, start, length } = change.row
    const text = places.get(`${sourceId} ${questionId}`) ?? ''
    return { ...change, words: text.slice(Number(start), Number(start) + Number(length)) }
  }
  return { fits: intent.filter((change) => !isLeft(change)), left: intent.filter(isLeft).map(quoted) }
}

export const freshTexts = (db: Db, carried: readonly CarriedStep[]): Map<number, string | null> =>
  new Map(carried.flatMap(({ base }) => Object.keys(base).map((id) => [Number(id), textOf(db, Number(id))] as const)))

/** A step that waits, to be kept and sent later. */
export const toKeep = (db: Db, { intent, versions }: PendingStep): LeftStep => ({
  changes: intent,
  versions,
  epoch: metaText(db, 'epoch'),
})

/** Which of the kept steps lie on texts that are still the ones they were made on; asked of one after the other, in their order. */
export function openFitting(db: Db): { fits: (step: LeftStep) => boolean; refuse: (step: LeftStep) => void } {
  /** What lies above a step that is not done finds another text, even where as many edits have been made in it. */
  const broken = new Set<string>()
  const epoch = metaText(db, 'epoch')
  return {
    fits: ({ versions, epoch: of }) =>
      versions !== undefined &&
      of === epoch &&
      Object.entries(versions).every(([id, version]) => !broken.has(id) && versionOf(db, Number(id)) === version),
    refuse: ({ versions }) => {
      for (const id of Object.keys(versions ?? {})) broken.add(id)
    },
  }
}

/** How many of the kept steps may be worth sending. */
export const sendableSteps = (db: Db): number =>
  leftSteps(db).filter(({ versions, epoch }) => versions !== undefined && epoch === metaText(db, 'epoch')).length

/** Keeps what could not be sent or carried over, until it is sent or discarded. `first`: it was done before what is kept already. */
export function keepLeft(db: Db, left: readonly LeftStep[], first = false): Problem[] {
  if (left.length === 0) return []
  const kept = leftSteps(db)
  setLeft(db, first ? [...left, ...kept] : [...kept, ...left])
  return [{ kind: 'stepsLeftOver', count: left.length }]
}

/** What was left, as JSON: a list of steps (`src/model/unsent.ts`). */
export const leftFile = (db: Db): string => JSON.stringify(sayUnsent(db, leftChanges(db), false), null, 2)
/** The same with the steps that wait. */
export const waitingFile = (db: Db): string => JSON.stringify(sayUnsent(db, leftChanges(db), true), null, 2)
/** An earlier version of the program kept the changes alone. */
export const leftSteps = (db: Db): LeftStep[] =>
  (JSON.parse(metaText(db, 'left') || '[]') as (LeftStep | LeftChange[])[]).map((step) =>
    Array.isArray(step) ? { changes: step } : step,
  )
const leftChanges = (db: Db): LeftChange[][] => leftSteps(db).map(({ changes }) => changes)
export const setLeft = (db: Db, left: readonly LeftStep[]): void => setMeta(db, 'left', JSON.stringify(left))
export const discardLeft = (db: Db): void => setLeft(db, [])
