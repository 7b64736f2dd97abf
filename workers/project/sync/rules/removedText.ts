/**
 * A text that others remove takes along what was about to be done to it: should it come back, positions made on texts that never came to be
 * would fit nothing. A step of ours that removes the text too, or brings it back, ends that: from there on it is as the others had it.
 */
import { type Edit, editsOf } from '../../../../src/model/change.ts'
import type { AnyRow } from '../../../../src/model/schema.ts'
import { parseHtml } from '../../../../src/model/text/richText.ts'
import { isUndone } from '../waiting.ts'
import { firstAbout, isOfAnswer, isOn, takingBack } from './answerTexts.ts'
import type { Ground, Rule } from './rule.ts'

export const removedText: Rule = {
  name: 'removedText',
  open: (ground) => ({
    seesTheirs: (effect) => {
      if (effect.op === 'remove' && isOfAnswer(effect)) goOnFrom(ground, effect.row, giveUp(ground, effect.row))
    },
  }),
}

/** Returns the edits that are not done. */
function giveUp({ waiting, showWhole, tellGone }: Ground, answer: AnyRow): Edit[] {
  const given: Edit[] = []
  for (const [at, step] of waiting.steps.slice(0, firstAbout(waiting, answer)).entries()) {
    const { intent } = step
    const left = intent.filter((change) => !isOn(change, answer))
    if (left.length === intent.length) continue
    if (!isUndone(step)) given.push(...editsOf(intent).filter(({ answerId }) => answerId === answer.id))
    waiting.giveUp(at, left)
    showWhole(answer.id as number)
    if (left.length === 0) tellGone(intent)
  }
  return given
}

/** What waits behind our own removal, or bringing back, was made on a text with these edits, which it is now without. */
function goOnFrom({ waiting }: Ground, answer: AnyRow, given: readonly Edit[]): void {
  const own = firstAbout(waiting, answer)
  if (given.length === 0 || own === waiting.steps.length) return
  waiting.move(own, takingBack(given, parseHtml(answer.answer as string)))
}
