/** A text that others bring back before us is as they have it: ours goes on from there. */
import type { Insert } from '../../../../src/model/change.ts'
import { parseHtml } from '../../../../src/model/text/richText.ts'
import { editsBetween, firstAbout, isOfAnswer } from './answerTexts.ts'
import type { Ground, Rule } from './rule.ts'

export const returnedText: Rule = {
  name: 'returnedText',
  open: (ground) => ({
    seesTheirs: (effect) => {
      if (effect.op === 'insert' && isOfAnswer(effect)) take(ground, effect)
    },
  }),
}

function take({ waiting }: Ground, { id, row: answer }: Insert): void {
  const own = firstAbout(waiting, answer)
  const first = waiting.steps[own]?.intent.find((change) => isOfAnswer(change) && change.id === id)
  if (first?.op !== 'insert') return
  const [ours, theirs] = [parseHtml(first.row.answer as string), parseHtml(answer.answer as string)]
  waiting.move(own, editsBetween(ours, theirs, answer))
}
