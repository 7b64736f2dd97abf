/** Which texts steps that wait were made on: once others have removed a text and brought it back, the steps fit it where it is the same. */

import { applyStep } from '../../../src/model/text/edit.ts'
import { fingerprint } from '../../../src/model/text/fingerprint.ts'
import { parseHtml, type RichText, toHtml } from '../../../src/model/text/richText.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atAnswers } from '../../../wasm/database/texts.ts'
import type { PendingStep } from '../pending/pending.ts'

/** By answer, the fingerprint of its HTML. */
export type Bases = Record<number, string>

export const baseOf = (db: Db, answerId: number): string | null => {
  const answer = htmlOf(db, answerId)
  return answer === undefined ? null : fingerprint(answer)
}

/** By step, for the answers in whose texts it has positions, as they were before it. `pending`: all that wait, in their order, done in the copy; `asked`: of which. */
export function basesOf(
  db: Db,
  pending: readonly PendingStep[],
  asked: (step: PendingStep) => boolean,
): Map<number, Bases> {
  const texts = new Map<number, RichText>()
  const textOf = (answerId: number): RichText | null => {
    const html = texts.has(answerId) ? undefined : htmlOf(db, answerId)
    if (html !== undefined) texts.set(answerId, parseHtml(html))
    return texts.get(answerId) ?? null
  }
  const bases = new Map<number, Bases>()
  for (const step of pending.toReversed()) {
    // What a large step without edits holds is not read.
    for (const change of step.edits.length > 0 ? step.effect.toReversed() : []) {
      const text = change.op === 'edit' ? textOf(change.answerId) : null
      if (change.op !== 'edit' || !text) continue
      texts.set(
        change.answerId,
        change.inverse.reduce((rich, edit) => applyStep(rich, edit).rich, text),
      )
    }
    if (!asked(step)) continue
    const own: Bases = {}
    for (const answerId of Object.keys(step.versions).map(Number)) {
      const text = textOf(answerId)
      if (text) own[answerId] = fingerprint(toHtml(text))
    }
    bases.set(step.id, own)
  }
  return bases
}

const htmlOf = (db: Db, answerId: number): string | undefined =>
  atAnswers(db, [answerId]).one<{ answer: string }>('SELECT answer FROM question_answers WHERE id = ?', [answerId])
    ?.answer
