/** What the rules of texts that go, come back and are begun twice have in common: answers, and the edits that lead from one text to another. */
import type { Change, Edit, Insert, Remove } from '../../../../src/model/change.ts'
import { type AnyRow, spec } from '../../../../src/model/schema.ts'
import { applyStep, diffStep, type EditStep } from '../../../../src/model/text/edit.ts'
import type { RichText } from '../../../../src/model/text/richText.ts'
import type { Waiting } from '../waiting.ts'

/** Whether an answer comes (back) or goes with it. */
export const isOfAnswer = <C extends Change>(change: C): change is C & (Insert | Remove) =>
  (change.op === 'insert' || change.op === 'remove') && change.table === 'question_answers'

/** Whether the change would find its text gone with the answer. */
export function isOn(change: Change, answer: AnyRow): boolean {
  if (change.op === 'edit') return change.answerId === answer.id
  if (change.op === 'remove' || !spec(change.table).onText) return false
  // Another quirk for a highlight has no position: it is done where the highlight comes back.
  if (change.op === 'update' && !('start' in change.set)) return false
  const at = change.op === 'insert' ? change.row : change.place
  return at?.sourceId === answer.sourceId && at?.questionId === answer.questionId
}

/** The place of the first step that removes the answer or brings it back; past the last where none does. */
export function firstAbout({ steps }: Waiting, { id }: AnyRow): number {
  const at = steps.findIndex(({ intent }) => intent.some((change) => isOfAnswer(change) && change.id === id))
  return at < 0 ? steps.length : at
}

/** A text after edits; one that fits it no more is not done. */
export const editedBy = (edits: readonly Edit[], text: RichText): RichText =>
  edits.reduce((before, edit) => tryEdit(edit, before)?.rich ?? before, text)

/** What takes back edits of a text, the last first; one that fits it no more is not done. Words that they delete come back under their names. */
export function takingBack(edits: readonly Edit[], text: RichText): Edit[] {
  let before = text
  return edits
    .flatMap((edit): Edit[] => {
      const done = tryEdit(edit, before)
      before = done?.rich ?? before
      return done ? [{ ...edit, steps: done.inverse }] : []
    })
    .reverse()
}

function tryEdit({ steps }: Edit, text: RichText): { rich: RichText; inverse: EditStep[] } | null {
  let rich = text
  const inverse: EditStep[] = []
  try {
    for (const step of steps) {
      const applied = applyStep(rich, step)
      inverse.unshift(...applied.inverse)
      rich = applied.rich
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return { rich, inverse }
}

export function editsBetween(from: RichText, to: RichText, { id, sourceId, questionId }: AnyRow): Edit[] {
  const place = { sourceId: sourceId as number, questionId: questionId as number }
  const steps = diffStep(from, to)
  return steps.length === 0 ? [] : [{ op: 'edit', answerId: id as number, ...place, steps }]
}
