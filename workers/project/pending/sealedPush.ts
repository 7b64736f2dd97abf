/**
 * What of the steps that wait goes to the room of a protected project: their operations, sealed. An edit takes along what takes it back and the
 * answer that it leads to, since the room can make neither.
 */
import type { Change, Edit } from '../../../src/model/change.ts'
import { changesOf, type Operation } from '../../../src/model/operations.ts'
import { type EditGround, type Sealing, sealOperations } from '../../../src/model/sealing/sealedOperations.ts'
import { applyStep, type EditStep } from '../../../src/model/text/edit.ts'
import { parseHtml, type RichText, toHtml } from '../../../src/model/text/richText.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { readRich } from '../../../wasm/database/editAnswer.ts'
import { atAnswers } from '../../../wasm/database/texts.ts'
import type { PendingStep } from './pending.ts'

/** Answers by id; null: it is not there. */
type Texts = Map<number, RichText | null>

export interface PushSealing {
  /** Of one of the steps. */
  seal(id: number, operations: readonly Operation[], versions: Readonly<Record<number, number>>): Operation[]
}

/** `pending`: all that wait; `ids`: of those that are sent. */
export function openPushSealing(
  db: Db,
  sealing: Sealing,
  pending: readonly PendingStep[],
  ids: readonly number[],
): PushSealing {
  const before = textsBefore(db, pending, new Set(ids))
  return {
    seal: (id, operations, versions) => {
      const grounds = groundsOf(changesOf(operations), before.get(id) ?? new Map(), versions)
      return sealOperations(sealing, operations, () => grounds.shift() as EditGround)
    },
  }
}

/** Units that answers of these steps take, about, sealed: each goes along whole with every edit of it. */
export function answersAlong(db: Db, edits: readonly Edit[]): number {
  let size = 0
  for (const { answerId } of edits)
    size +=
      atAnswers(db, [answerId]).one<{ n: number }>(
        'SELECT octet_length(answer) AS n FROM question_answers WHERE id = ?',
        [answerId],
      )?.n ?? 0
  return (4 / 3) * size
}

/** The texts under each of the steps that are edited in any of them, from what they are now back. */
function textsBefore(db: Db, pending: readonly PendingStep[], ids: ReadonlySet<number>): Map<number, Texts> {
  const found = new Map<number, Texts>()
  const edited = new Set(
    pending.filter(({ id }) => ids.has(id)).flatMap(({ intent }) => intent.filter((change) => change.op === 'edit')),
  )
  if (edited.size === 0) return found
  const texts: Texts = new Map([...edited].map(({ answerId }) => [answerId, textNow(db, answerId)]))
  for (const step of pending.toReversed()) {
    rewindTexts(texts, step)
    if (ids.has(step.id)) found.set(step.id, new Map(texts))
  }
  return found
}

function textNow(db: Db, answerId: number): RichText | null {
  const found = atAnswers(db, [answerId]).one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [
    answerId,
  ])
  return found ? readRich(found.answer) : null
}

function rewindTexts(texts: Texts, { effect }: PendingStep): void {
  for (const done of effect.toReversed()) {
    if (done.op === 'edit') {
      const rich = texts.get(done.answerId)
      if (rich) texts.set(done.answerId, afterSteps(rich, done.inverse))
    } else if (done.table === 'question_answers' && texts.has(done.id as number)) {
      if (done.op === 'insert') texts.set(done.id as number, null)
      if (done.op === 'remove') texts.set(done.id as number, parseHtml(done.row.answer as string))
    }
  }
}

const afterSteps = (rich: RichText, steps: readonly EditStep[]): RichText =>
  steps.reduce((text, step) => applyStep(text, step).rich, rich)

/** Of each edit among the changes, which are done one after the other on these texts. */
function groundsOf(
  changes: readonly Change[],
  before: Texts,
  versions: Readonly<Record<number, number>>,
): EditGround[] {
  const texts: Texts = new Map(before)
  const newer = new Map<number, number>()
  const grounds: EditGround[] = []
  for (const change of changes) {
    if (change.op === 'edit') {
      const { answerId } = change
      const { ground, rich } = groundOf(change, texts.get(answerId) ?? null)
      texts.set(answerId, rich)
      grounds.push({ ...ground, version: (versions[answerId] ?? 0) + (newer.get(answerId) ?? 0) })
    } else if (change.table !== 'question_answers' || change.op === 'update') continue
    else texts.set(change.id as number, change.op === 'insert' ? parseHtml(change.row.answer as string) : null)
    const id = change.op === 'edit' ? change.answerId : (change.id as number)
    if (change.op !== 'remove') newer.set(id, (newer.get(id) ?? 0) + 1)
  }
  return grounds
}

/** What does not fit its text is sent all the same, and refused: nothing that it leads to is known. */
function groundOf(
  { steps }: Edit,
  before: RichText | null,
): { ground: Omit<EditGround, 'version'>; rich: RichText | null } {
  let rich = before
  const done: EditGround['steps'] = []
  for (const step of steps) {
    const applied = rich && applyOr(rich, step)
    done.push({ length: rich?.text.length ?? 0, inverse: applied?.inverse ?? [] })
    rich = applied?.rich ?? null
  }
  return { ground: { steps: done, answer: rich ? toHtml(rich) : '' }, rich }
}

function applyOr(rich: RichText, step: EditStep): ReturnType<typeof applyStep> | null {
  try {
    return applyStep(rich, step)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
