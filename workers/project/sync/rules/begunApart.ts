/** A text that was empty is begun by others too: what waits to be written there is a paragraph of its own, behind theirs. */
import { type Change, type Edit, mapChanges } from '../../../../src/model/change.ts'
import { stepLength } from '../../../../src/model/text/edit.ts'
import { fromPlain } from '../../../../src/model/text/richText.ts'
import { editedBy, editsBetween, firstAbout } from './answerTexts.ts'
import type { Ground, Rule } from './rule.ts'

export const begunApart: Rule = {
  name: 'begunApart',
  open: (ground) => ({
    seesTheirs: (effect) => {
      if (effect.op === 'edit' && beginsText(effect)) beginApart(ground, effect)
    },
  }),
}

/** What brings words back, or was put in among words that are gone, goes on with a text. */
function beginsText(edit: Edit | undefined): boolean {
  const first = edit?.steps[0]
  return first?.type === 'text' && stepLength(first) === 0 && !first.back?.length && !first.among?.length
}

function beginApart({ waiting, show }: Ground, { answerId: id, sourceId, questionId }: Edit): void {
  const isHere = (change: Change): change is Edit => change.op === 'edit' && change.answerId === id
  const own = waiting.steps.flatMap(({ intent }) => intent.filter(isHere))
  if (!beginsText(own[0])) return
  const answer = { id, sourceId, questionId }
  if (editedBy(own, fromPlain('')).text === '' || firstAbout(waiting, answer) < waiting.steps.length) return
  const at = waiting.steps.findIndex(({ intent }) => intent.some(isHere))
  const intent = waiting.steps[at]?.intent ?? []
  const from = intent.findIndex(isHere)
  const apart = editsBetween(fromPlain(''), fromPlain('\n'), answer)
  const then = mapChanges(intent.slice(from), apart)
  waiting.mean(at, [...intent.slice(0, from), ...apart, ...then.changes])
  show(waiting.move(at + 1, then.over))
}
